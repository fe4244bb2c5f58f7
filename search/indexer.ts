/**
 * Keeps the indexes in sync with the database. Each index follows the log of changes from its own stored position, so
 * that it catches up after an outage, and a crash neither loses a change nor does harm by repeating one. A change
 * names a key only: the document is always read from the database.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Change, DocumentKey, DocumentSource, SearchIndex } from './port.ts'
import { SearchForeign, SearchUnavailable } from './port.ts'
import { rebuildIndex } from './rebuild.ts'

export interface IndexerLog {
  info(about: object, message: string): void
  warn(about: object, message: string): void
  error(about: object, message: string): void
}

export interface Indexer {
  start(): void
  /** Waits for a running write; the rest follows at the next start. */
  stop(): Promise<void>
  /** Call after the log has grown. */
  wake(): void
  /** Resolves when every reachable index has reached the current end of the log. Never rejects. */
  catchUp(): Promise<void>
  /** Refreshes the documents of stale search results. */
  recheck(keys: readonly DocumentKey[]): void
}

export interface IndexerDeps {
  indexes: readonly SearchIndex[]
  source: DocumentSource
  log: IndexerLog
  /** How often (ms) changes of other processes are polled. */
  pollMs?: number
}

/** Changes, or posts of a playlist, per write, unless the index sets `batch`. */
const defaultBatch = 100
/** Bounds the memory for stale results. Those beyond it are reported again by the next search. */
const maxStale = 1000
const firstRetryMs = 500
const maxRetryMs = 10_000

const nameOf = ({ type, id }: DocumentKey): string => `${type} ${id}`

/** Applies pieces of the log of changes to an index. */
function createUpdater(index: SearchIndex, source: DocumentSource, batch: number, isStopped: () => boolean) {
  /** Updates the documents of these keys and removes all posts of `emptied` playlists. */
  async function refresh(keys: readonly DocumentKey[], before: number, position: number, emptied: readonly string[] = []): Promise<void> {
    const put = keys.length === 0 ? [] : await source.documents(keys)
    const found = new Set(put.map(nameOf))
    await index.write({ put, remove: keys.filter((key) => !found.has(nameOf(key))), removeWithin: emptied }, position, before)
  }

  /** Refreshes a playlist page by page. The position advances only after the last page. */
  async function refreshPlaylist({ id: bead, position }: Change, before: number): Promise<void> {
    let last = ''
    for (;;) {
      const keys = await source.within(bead, last, batch)
      const post = keys.findLast(({ type }) => type === 'post')
      if (!post) break
      await refresh(keys, before, before)
      last = post.id
      await yieldToEventLoop()
      if (isStopped()) return
    }
    // An empty playlist can be a deleted one, so its posts are removed from the index.
    await index.write({ put: [], remove: [], removeWithin: last === '' ? [bead] : [] }, position, before)
  }

  /** Applies single changes and whole small playlists in one write. A large playlist is written page by page. */
  async function apply(changes: readonly Change[], before: number): Promise<void> {
    const keys = new Map<string, DocumentKey>()
    const emptied: string[] = []
    const seen = new Set<string>()
    let position = before
    for (const { type, id, position: next } of changes) {
      if (type !== 'within') keys.set(`${type} ${id}`, { type, id })
      else if (!seen.has(id)) {
        const found = await source.within(id, '', batch)
        const posts = found.filter((key) => key.type === 'post').length
        if (posts >= batch || (keys.size > 0 && keys.size + found.length > batch)) break
        seen.add(id)
        if (posts === 0) emptied.push(id)
        for (const key of found) keys.set(nameOf(key), key)
      }
      position = next
    }
    if (position !== before) return refresh([...keys.values()], before, position, emptied)
    const [change, ...later] = changes
    // A later change of the same playlist covers this one.
    const repeated = later.some(({ type, id }) => type === 'within' && id === change!.id)
    return repeated ? index.write({ put: [], remove: [], removeWithin: [] }, change!.position, before) : refreshPlaylist(change!, before)
  }

  return { refresh, apply }
}

interface Follower {
  /** Follows to the end of the log, even during the wait for a retry. */
  follow(): Promise<void>
  /** Like `follow`, but not during the wait for a retry. */
  wake(): void
  recheck(keys: readonly DocumentKey[]): void
  stop(): Promise<void>
}

function createFollower(index: SearchIndex, source: DocumentSource, log: IndexerLog): Follower {
  const { batch = defaultBatch } = index
  const stale = new Map<string, DocumentKey>()
  let current: Promise<void> | null = null
  let hasNewWork = false
  let stopped = false
  let failures = 0
  let retryAt = 0
  const updater = createUpdater(index, source, batch, () => stopped)

  /** Null if the index has to be rebuilt. */
  async function changesSince(position: number | null): Promise<Change[] | null> {
    return position === null ? null : source.changes(position, batch)
  }

  async function build(): Promise<void> {
    log.info({ index: index.name }, 'a search index is being built')
    const startedAt = performance.now()
    let documents = 0
    const finished = await rebuildIndex(index, source, {
      progress: (done) => (documents = done),
      isCancelled: () => stopped,
      // Another process may have rebuilt it since the start.
      shouldFinish: async () => (await changesSince(await index.position())) === null,
    })
    if (finished) log.info({ index: index.name, documents, ms: Math.round(performance.now() - startedAt) }, 'a search index is built')
  }

  /** Processes one batch. Returns whether there may be more. */
  async function step(): Promise<boolean> {
    const position = await index.position()
    const changes = await changesSince(position)
    if (position === null || changes === null) await build()
    else if (changes.length > 0) await updater.apply(changes, position)
    else if (stale.size > 0) {
      const keys = [...stale.values()].slice(0, batch)
      await updater.refresh(keys, position, position)
      for (const key of keys) stale.delete(nameOf(key))
    } else return false
    return true
  }

  function onFailure(error: unknown): void {
    retryAt = Date.now() + Math.min(firstRetryMs * 2 ** Math.min(failures, 20), maxRetryMs)
    failures += 1
    // The index logs this itself, once.
    if (error instanceof SearchForeign) return
    if (!(error instanceof SearchUnavailable)) {
      log.error({ index: index.name, error }, 'a search index could not be updated; the update will be retried')
    } else if (failures === 1) log.warn({ index: index.name, error }, 'a search index is unavailable; it will be updated when it is back')
  }

  function onSuccess(): void {
    if (failures > 0) log.info({ index: index.name }, 'a search index is available again and up to date')
    failures = 0
    retryAt = 0
  }

  async function work(): Promise<void> {
    await yieldToEventLoop()
    try {
      do {
        hasNewWork = false
        while (!stopped && (await step())) await yieldToEventLoop()
        if (!stopped) onSuccess()
      } while (hasNewWork && !stopped)
    } catch (error) {
      if (!stopped) onFailure(error)
    } finally {
      // Not in `follow` after the promise settles: a call in between would get the finished run.
      current = null
    }
  }

  const follow = (): Promise<void> => {
    hasNewWork = true
    return (current ??= work())
  }

  return {
    follow,
    wake() {
      if (!stopped && Date.now() >= retryAt) void follow()
    },
    recheck(keys) {
      for (const key of keys) if (stale.size < maxStale) stale.set(nameOf(key), key)
    },
    async stop() {
      stopped = true
      await current
    },
  }
}

export function createIndexer({ indexes, source, log, pollMs = 400 }: IndexerDeps): Indexer {
  const followers = indexes.map((index) => createFollower(index, source, log))
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => {
    for (const follower of followers) follower.wake()
  }

  return {
    start() {
      timer = setInterval(wake, pollMs).unref()
      wake()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(followers.map((follower) => follower.stop()))
    },
    wake,
    async catchUp() {
      await Promise.all(followers.map((follower) => follower.follow()))
    },
    recheck(keys) {
      if (keys.length === 0) return
      for (const follower of followers) follower.recheck(keys)
      if (timer) wake()
    },
  }
}
