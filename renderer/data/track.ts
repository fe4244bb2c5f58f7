/**
 * Analytics of a page (R21). Events are queued until the first interaction, because a first screen makes no requests.
 * The code that sends them (`app/report.ts`) is loaded then.
 */
import type { PageEvent } from '#contract/endpoints/analytics.ts'
import { whenStaying } from '#ui/exit.ts'

export type EventData = Record<string, string | number | boolean | null>
export type Send = (event: PageEvent, data: EventData) => void

/** Maximum number of queued events. */
const maxWaiting = 50

const waiting: Parameters<Send>[] = []
let send: Send | null = null

/** Reports an event, or queues it before the first interaction. */
export function track(event: PageEvent, data: EventData = {}): void {
  if (send) send(event, data)
  else if (waiting.length < maxWaiting) waiting.push([event, data])
}

/** Sends the queued events and all later ones with this function. */
export function setSender(by: Send): void {
  send = by
  for (const report of waiting.splice(0)) by(...report)
}

/** Browsers report a benign notice as an `error` event when an observed size changes again within a frame. */
const isLoopNotice = (message: string): boolean => message.startsWith('ResizeObserver loop')

/** Reports uncaught exceptions (A8). Not those of a page that is being left, caused by cancelled requests and imports. */
export function watchErrors(window: Window): void {
  const report = (message: string, source: string, line: number) =>
    void whenStaying().then(() => track('scripterror', { message, source, line }))
  window.addEventListener('error', ({ message, filename, lineno }) => {
    if (!isLoopNotice(message)) report(message, filename, lineno)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => report(String(reason), '', 0))
}
