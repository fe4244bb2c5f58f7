/**
 * Falls back on the answers of earlier visits while the server cannot be reached (BY15). `answerMemory.ts` stores them; its code is
 * loaded when a request fails.
 */
import type { Me } from '#contract/schemas.ts'
import { answerCachePrefix } from '../worker/scope.ts'
import type { CallFailure } from './client.ts'

interface Entries {
  [queryCacheKey: string]: { data?: unknown } | undefined
}

/** What RTK Query passes to the function of a query. */
interface Query {
  queryCacheKey?: string | undefined
  signal: AbortSignal
  getState(): unknown
}

type Result<T> = { data: T; error?: undefined } | { data?: undefined; error: CallFailure }

/** The cache key of the signed-in member. */
export const meKey = 'me()'

let isReached: (() => Promise<boolean>) | null = null

/** Without this call, no answer is used. `reached` resolves with whether the server can be reached, after a running check. */
export function allowEarlierAnswers(reached: () => Promise<boolean>): void {
  isReached = reached
}

/** The queries that show an earlier answer: the time at which it was loaded (ms since 1970), and the path of its page. */
const shown = new Map<string, { at: number; path: string }>()
const listeners = new Set<() => void>()

/** Whether the cached answer of a query is one of an earlier visit. */
export const isEarlierAnswer = (queryCacheKey: string): boolean => shown.has(queryCacheKey)

export function subscribeToEarlierAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the content of a page was loaded (the oldest part), if it is that of an earlier visit. */
export function loadedAt(path: string): number | null {
  const times = [...shown].flatMap(([key, page]) => (page.path === path && key !== meKey && key !== 'site()' ? [page.at] : []))
  return times.length === 0 ? null : Math.min(...times)
}

function show(queryCacheKey: string, at: number | null): void {
  if (at !== null) shown.set(queryCacheKey, { at, path: location.pathname })
  else if (!shown.delete(queryCacheKey)) return
  for (const listener of [...listeners]) listener()
}

/**
 * Requests the answer of a query. If the network fails and the query has none yet, the result is the answer of an earlier visit. An
 * error of the server is returned as it is.
 */
export async function requestOrRecall<T>(
  { queryCacheKey, signal, getState }: Query,
  request: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const entries = (): Entries => (getState() as { api: { queries: Entries } }).api.queries
  const result = await request()
  if (queryCacheKey === undefined) return result
  if (result.error?.code !== 'network') {
    show(queryCacheKey, null)
    return result
  }
  // An outage only: after it, `refetchFailed.ts` replaces the answer.
  if (signal.aborted || isReached === null || (await isReached()) || entries()[queryCacheKey]?.data !== undefined) return result
  const me = entries()[meKey]?.data as Me | null | undefined
  // Neither the code nor the storage may be available.
  const earlier = await import('./answerMemory.ts')
    .then(({ answerMemory }) => answerMemory.recall(queryCacheKey, me && me.uid))
    .catch(() => null)
  if (earlier === null) return result
  // The outage may have ended.
  if (await isReached()) return request()
  show(queryCacheKey, earlier.at)
  return { data: earlier.answer as T }
}

let lastViewerChange = 0

/** When the viewer of this page last changed (ms since 1970): answers to earlier requests are those of another viewer. */
export const viewerChangedAt = (): number => lastViewerChange

/** Deletes all stored answers: the viewer changes. Best effort: not awaited, and failures are ignored. */
export function forgetAnswers(): void {
  lastViewerChange = Date.now()
  void deleteAnswerCaches().catch(() => undefined)
}

async function deleteAnswerCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(answerCachePrefix)).map((name) => caches.delete(name)))
}
