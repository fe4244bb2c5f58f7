/** Watches the cached answers, and stores those that screens show while the browser is idle (BY15). */
import { whenIdle } from '#ui/idle.ts'
import { addressOfAnswer, answerMemory, type AnswerMemory, type AnswerViewer, type LoadedAnswer } from './answerMemory.ts'
import type { ApiStore } from './cachePatches.ts'
import { isCachedAnswer, cachedAnswers } from './cachedAnswers.ts'
import { isEarlierAnswer, meKey, viewerChangedAt } from './offlineAnswers.ts'
import { meIn } from './api.ts'

interface Entry {
  status: string
  endpointName?: string
  data?: unknown
  startedTimeStamp?: number
  fulfilledTimeStamp?: number
}
type Entries = Readonly<Record<string, Entry | undefined>>

/** The answer in a cache entry: of a list its first page. */
function answerIn({ endpointName = '', data }: Entry): unknown {
  if (!isCachedAnswer(endpointName) || !cachedAnswers[endpointName].isList) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return pageParams[0] === null ? pages[0] : undefined
}

/** The answers to remember: not those of an earlier visit or of another viewer. */
export function answersToStore(entries: Entries, viewerSince: number): LoadedAnswer[] {
  return Object.entries(entries).flatMap(([queryCacheKey, entry]) => {
    if (entry?.status !== 'fulfilled' || (entry.startedTimeStamp ?? 0) < viewerSince) return []
    if (addressOfAnswer(queryCacheKey) === null || isEarlierAnswer(queryCacheKey)) return []
    const answer = answerIn(entry)
    return answer === undefined ? [] : [{ queryCacheKey, answer, at: entry.fulfilledTimeStamp ?? 0 }]
  })
}

interface WatchedStore extends Pick<ApiStore, 'getState'> {
  subscribe(listener: () => void): () => void
}

/** Returns a function that stops watching. */
export function rememberAnswers(store: WatchedStore, memory: AnswerMemory = answerMemory, idle: typeof whenIdle = whenIdle): () => void {
  const entriesOf = (): Entries => store.getState().api.queries as Entries
  /** Undefined while the server has not named the viewer. */
  const viewer = (): AnswerViewer | undefined => {
    const me = meIn(store.getState())
    return isEarlierAnswer(meKey) ? undefined : me && me.uid
  }
  let stored = new Map<string, unknown>()
  let storedOf: { viewer?: AnswerViewer; since: number } = { since: 0 }
  let checked: Entries | null = null
  let cancel: (() => void) | null = null
  let running = Promise.resolve()

  function storeChanged(): void {
    cancel = null
    const current = viewer()
    if (current === undefined) return
    const since = viewerChangedAt()
    if (current !== storedOf.viewer || since !== storedOf.since) stored = new Map()
    storedOf = { viewer: current, since }
    const entries = entriesOf()
    // Otherwise the map would retain answers that the API's cache has removed.
    for (const queryCacheKey of stored.keys()) if (entries[queryCacheKey] === undefined) stored.delete(queryCacheKey)
    const changed = answersToStore(entries, since).filter(({ queryCacheKey, answer }) => stored.get(queryCacheKey) !== answer)
    for (const { queryCacheKey, answer } of changed) stored.set(queryCacheKey, answer)
    if (changed.length === 0) return
    const isCurrent = () => viewerChangedAt() === since && viewer() === current
    // A full or forbidden storage changes nothing.
    running = running.then(() => memory.store(current, changed, isCurrent)).catch(() => undefined)
  }

  function check(): void {
    const entries = entriesOf()
    if (entries === checked) return
    checked = entries
    cancel ??= idle(storeChanged)
  }

  check()
  const unsubscribe = store.subscribe(check)
  return () => {
    unsubscribe()
    cancel?.()
  }
}
