/**
 * What is reported of a page (R21). Reports wait until somebody touches the page, because a first screen asks for
 * nothing; what sends them (`report.ts`) is fetched then.
 */
import type { PageEvent } from '../../server/contract/endpoints/analytics.ts'

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

/** Exceptions that nobody caught are told to nobody else (A8). */
export function watchErrors(window: Window): void {
  window.addEventListener('error', ({ message, filename, lineno }) => track('scripterror', { message, source: filename, line: lineno }))
  window.addEventListener('unhandledrejection', ({ reason }) => track('scripterror', { message: String(reason), source: '', line: 0 }))
}
