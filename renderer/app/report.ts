/** Sends what `track` was told, one call an event (A7). A report that does not arrive is no loss. */
import { sendRequest } from '#data/client.ts'
import type { Send } from '#data/track.ts'
import type { Platform } from '#host/platform.ts'

/** Per minute. The server accepts 120 per address, which other pages may share. */
const most = 60
const minute = 60_000

export interface Reporter {
  now(): number
  /** On a read-only site reports would be refused. */
  silent(): boolean
  platform: Platform
  narrow(): boolean
  post(path: string, body: string): Promise<unknown>
}

export function createReporter({ now, silent, platform, narrow, post }: Reporter): Send {
  let sent: number[] = []
  return (event, data) => {
    const at = now()
    sent = sent.filter((one) => at - one < minute)
    if (silent() || sent.length >= most) return
    sent.push(at)
    const short = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 500) : value]),
    )
    const from = platform.name === 'web' && narrow() ? 'mobileweb' : platform.name
    post(`/api/v1/analytics/${event}`, JSON.stringify({ platform: from, data: short })).catch(() => undefined)
  }
}

/** Not `sendBeacon`, which cannot set the header that every write needs. `keepalive` completes the request after the page unloads. */
export const postReport = (path: string, body: string): Promise<unknown> =>
  sendRequest(path, {
    method: 'POST',
    body,
    keepalive: document.visibilityState === 'hidden',
    headers: { 'Content-Type': 'application/json' },
  })
