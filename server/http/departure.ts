/** Whether the client is still there: work of several steps for an answer that can no longer be sent should stop. */
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

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

/**
 * Rejects with the signal's reason once that is aborted. Yields first: SQLite answers within one turn of the event loop, in
 * which no connection closes.
 */
export async function stopIfGone(signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return
  await nextTurn()
  signal.throwIfAborted()
}

/** Whether an error only says that work stopped because the client has gone. */
export const isDeparture = (error: unknown, response: ServerResponse): boolean =>
  response.destroyed && error instanceof DOMException && error.name === 'AbortError'
