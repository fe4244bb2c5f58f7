/**
 * What is reported of a page (R21). Reports wait until somebody touches the page, because a first screen asks for
 * nothing; what sends them (`report.ts`) is fetched then.
 */
import type { PageEvent } from '#contract/endpoints/analytics.ts'
import { whenStaying } from '#ui/exit.ts'

export type EventData = Record<string, string | number | boolean | null>
export type Send = (event: PageEvent, data: EventData) => void

/** A page that nobody touches keeps this many. */
const most = 50

const waiting: Parameters<Send>[] = []
let send: Send | null = null

export function track(event: PageEvent, data: EventData = {}): void {
  if (send) send(event, data)
  else if (waiting.length < most) waiting.push([event, data])
}

/** The sender's side: takes what waits and what comes. */
export function sendReports(by: Send): void {
  send = by
  for (const report of waiting.splice(0)) by(...report)
}

/** A browser says so in an `error` event where an observed size changes once more within a frame. It is no exception. */
const isLoopNotice = (message: string): boolean => message.startsWith('ResizeObserver loop')

/** Uncaught exceptions (A8). Those of a page that is being left come of requests and imports that the navigation cancelled. */
export function watchErrors(window: Window): void {
  const report = (message: string, source: string, line: number) =>
    void whenStaying().then(() => track('scripterror', { message, source, line }))
  window.addEventListener('error', ({ message, filename, lineno }) => {
    if (!isLoopNotice(message)) report(message, filename, lineno)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => report(String(reason), '', 0))
}
