/** Sends what `track` was told, one call an event (A7). A report that does not arrive is no loss. */
import type { Send } from '#data/track.ts'

/** The server takes 120 a minute; a page that goes round in circles must not drown the others of its address. */
const most = 60
const minute = 60_000

export interface Reporter {
  now(): number
  /** Where nothing may be written, reports would only be refused. */
  silent(): boolean
  narrow(): boolean
  post(path: string, body: string): Promise<unknown>
}

export function createReporter({ now, silent, narrow, post }: Reporter): Send {
  let sent: number[] = []
  return (event, data) => {
    const at = now()
    sent = sent.filter((one) => at - one < minute)
    if (silent() || sent.length >= most) return
    sent.push(at)
    const short = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 500) : value]),
    )
    post(`/api/v1/analytics/${event}`, JSON.stringify({ platform: narrow() ? 'mobileweb' : 'web', data: short })).catch(() => undefined)
  }
}

/** Not by `sendBeacon`, which cannot say the header that every change must carry; what is said in going outlives the page as well. */
export const postReport = (path: string, body: string): Promise<unknown> =>
  fetch(path, {
    method: 'POST',
    body,
    keepalive: document.visibilityState === 'hidden',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'X-Strand-Request': '1' },
  })
