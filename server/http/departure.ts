/** Whether the client is still there: work of several steps for an answer that can no longer be sent should stop. */
import type { ServerResponse } from 'node:http'

/** Aborts when the connection closes before the response was sent completely. */
export function departureOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const check = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) check()
  else response.once('close', check)
  return controller.signal
}

/** Whether an error only says that work stopped because the client has gone. */
export const isDeparture = (error: unknown, response: ServerResponse): boolean =>
  response.destroyed && error instanceof DOMException && error.name === 'AbortError'
