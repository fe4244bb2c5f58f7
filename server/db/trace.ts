/**
 * The request on whose behalf code runs: in its handler, and in the consumers of the events that it has emitted. Log lines name it, so that
 * an effect that fails later can be traced back.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Context {
  requestId: string | null
  /** Of `afterCommit`; null outside of transactions. */
  callbacks: Set<() => void> | null
}

/** One for both purposes: each further storage makes every `await` slower. */
const storage = new AsyncLocalStorage<Context>()

export const tracedRequest = (): string | null => storage.getStore()?.requestId ?? null
export const commitCallbacks = (): Context['callbacks'] => storage.getStore()?.callbacks ?? null

/** @param requestId null for work that no request has caused, even if one has woken it */
export const runTraced = <T>(requestId: string | null, work: () => T): T => storage.run({ requestId, callbacks: commitCallbacks() }, work)

export const runWithCallbacks = <T>(callbacks: Set<() => void>, work: () => T): T =>
  storage.run({ requestId: tracedRequest(), callbacks }, work)

/** For log lines. */
export const traceOfLog = (): { requestId?: string } => {
  const requestId = tracedRequest()
  return requestId === null ? {} : { requestId }
}
