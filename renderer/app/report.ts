/** Sends the analytics events of `track` to the server, one request each (A7). Failed reports are not retried. */
import { discardBody, sendRequest } from '#data/client.ts'
import type { Send } from '#data/track.ts'
import type { Platform } from '#host/platform.ts'

/**
 * Reports per minute of this page. The server accepts 120 per member or, for visitors, per IP address, for all pages.
 */
const maxPerMinute = 60
const minuteMs = 60_000

export interface Reporter {
  now(): number
  /** On a read-only site reports would be refused. */
  isReadOnly(): boolean
  platform: Pick<Platform, 'name'>
  isNarrow(): boolean
  post(path: string, body: string): Promise<unknown>
}

export function createReporter({ now, isReadOnly, platform, isNarrow, post }: Reporter): Send {
  let sent: number[] = []
  return (event, data) => {
    const at = now()
    sent = sent.filter((time) => at - time < minuteMs)
    if (isReadOnly() || sent.length >= maxPerMinute) return
    sent.push(at)
    const truncated = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 500) : value]),
    )
    const from = platform.name === 'web' && isNarrow() ? 'mobileweb' : platform.name
    post(`/api/v1/analytics/${event}`, JSON.stringify({ platform: from, data: truncated })).catch(() => undefined)
  }
}

/** Not `sendBeacon`, which cannot set the header that every write needs. `keepalive` completes the request after the page unloads. */
export const postReport = (path: string, body: string): Promise<unknown> =>
  sendRequest(path, {
    method: 'POST',
    body,
    keepalive: document.visibilityState === 'hidden',
    headers: { 'Content-Type': 'application/json' },
  }).then(discardBody)
