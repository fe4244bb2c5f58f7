/** Detects disconnected clients, so that multi-step work for an answer can stop. */
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Aborts when the connection closes before the response is complete. */
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
 * Rejects with the signal's reason after an abort. Yields first: SQLite answers synchronously, and a close is only noticed in a later
 * turn of the event loop.
 */
export async function stopIfGone(signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return
  await nextTurn()
  signal.throwIfAborted()
}

/** Whether an error only means that work was stopped because the client disconnected. */
export const isDeparture = (error: unknown, response: ServerResponse): boolean =>
  response.destroyed && error instanceof DOMException && error.name === 'AbortError'
