/**
 * Keeps indexes up with the database. Each follows the log of changes by itself, from a position that it
 * keeps, so that one that was away catches up and a crash neither loses a change nor does harm by
 * repeating one. Whoever hears of a change looks at what is there by then; nothing else is trusted.
 */
import { setImmediate as turn } from 'node:timers/promises'
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
  /** Lets a write that is under way finish; the rest waits for the next start. */
  stop(): Promise<void>
  /** There are changes. */
  poke(): void
  /** Resolves when every index that can be reached has followed to where the log ends now. Never rejects. */
  catchUp(): Promise<void>
  /** A find that turned out to be stale: they are looked at again. */
  notice(keys: readonly DocumentKey[]): void
}

export interface IndexerDeps {
  indexes: readonly SearchIndex[]
  source: DocumentSource
  log: IndexerLog
  /** Other processes' changes are noticed after this (ms) at the latest. */
  pollMs?: number
}

/** Changes, or posts of a playlist, that are one write where the index does not say. */
const usualBatch = 100
/** Stale finds that wait. More than that is no reason to remember them all: the next search finds them again. */
const mostStale = 1000
const firstRetryMs = 500
const longestRetryMs = 10_000

const nameOf = ({ type, id }: DocumentKey): string => `${type} ${id}`

interface Follower {
  /** Follows to the end of the log, also where it is waiting for another try. */
  follow(): Promise<void>
  /** The same, unless it is waiting. */
  wake(): void
  notice(keys: readonly DocumentKey[]): void
  stop(): Promise<void>
}

function createFollower(index: SearchIndex, source: DocumentSource, log: IndexerLog): Follower {
  const { batch = usualBatch } = index
  const stale = new Map<string, DocumentKey>()
  let current: Promise<void> | null = null
  let again = false
  let stopped = false
  let failures = 0
  let retryAt = 0

  /** Makes the documents of these keys what they are, and takes away all posts of emptied playlists. */
  async function look(keys: readonly DocumentKey[], before: number, position: number, emptied: readonly string[] = []): Promise<void> {
    const put = keys.length === 0 ? [] : await source.documents(keys)
    const there = new Set(put.map(nameOf))
    await index.write({ put, remove: keys.filter((key) => !there.has(nameOf(key))), removeWithin: emptied }, position, before)
  }

  /** The position stays until all of its pages are there. */
  async function lookWithin({ id: bead, position }: Change, before: number): Promise<void> {
    let last = ''
    for (;;) {
      const keys = await source.within(bead, last, batch)
      const post = keys.findLast(({ type }) => type === 'post')
      if (!post) break
      await look(keys, before, before)
      last = post.id
      await turn()
      if (stopped) return
    }
    // Where it is empty, the playlist may have gone with everything in it.
    await index.write({ put: [], remove: [], removeWithin: last === '' ? [bead] : [] }, position, before)
  }

  /** In one write as far as it goes: what changed by itself, and all of small playlists. A large one has writes of its own. */
  async function take(changes: readonly Change[], before: number): Promise<void> {
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
    if (position !== before) return look([...keys.values()], before, position, emptied)
    const [change, ...later] = changes
    // The last of several does for all of them.
    const repeated = later.some(({ type, id }) => type === 'within' && id === change!.id)
    return repeated ? index.write({ put: [], remove: [], removeWithin: [] }, change!.position, before) : lookWithin(change!, before)
  }

  /** Null where the index has to be built first. */
  async function changesSince(position: number | null): Promise<Change[] | null> {
    return position === null ? null : source.changes(position, batch)
  }

  async function build(): Promise<void> {
    log.info({ index: index.name }, 'a search index is being built')
    const began = performance.now()
    let documents = 0
    const finished = await rebuildIndex(index, source, {
      progress: (done) => (documents = done),
      cancelled: () => stopped,
      // Another process may have been faster.
      wanted: async () => (await changesSince(await index.position())) === null,
    })
    if (finished) log.info({ index: index.name, documents, ms: Math.round(performance.now() - began) }, 'a search index is built')
  }

  /** Does one piece of what there is to do; answers whether there may be more. */
  async function step(): Promise<boolean> {
    const position = await index.position()
    const changes = await changesSince(position)
    if (position === null || changes === null) await build()
    else if (changes.length > 0) await take(changes, position)
    else if (stale.size > 0) {
      const keys = [...stale.values()].slice(0, batch)
      await look(keys, position, position)
      for (const key of keys) stale.delete(nameOf(key))
    } else return false
    return true
  }

  function failed(error: unknown): void {
    retryAt = Date.now() + Math.min(firstRetryMs * 2 ** Math.min(failures, 20), longestRetryMs)
    failures += 1
    // What is foreign says so itself, once, and is left alone.
    if (error instanceof SearchForeign) return
    if (!(error instanceof SearchUnavailable)) log.error({ index: index.name, error }, 'a search index cannot be kept up; it will be tried again')
    else if (failures === 1) log.warn({ index: index.name, error }, 'a search index is away; it will catch up')
  }

  function succeeded(): void {
    if (failures > 0) log.info({ index: index.name }, 'a search index is there again, and up to date')
    failures = 0
    retryAt = 0
  }

  async function work(): Promise<void> {
    await turn()
    try {
      do {
        again = false
        while (!stopped && (await step())) await turn()
        if (!stopped) succeeded()
      } while (again && !stopped)
    } catch (error) {
      if (!stopped) failed(error)
    } finally {
      // Here and not when the promise settles: whoever calls in between must not be told that it is done.
      current = null
    }
  }

  const follow = (): Promise<void> => {
    again = true
    return (current ??= work())
  }

  return {
    follow,
    wake() {
      if (!stopped && Date.now() >= retryAt) void follow()
    },
    notice(keys) {
      for (const key of keys) if (stale.size < mostStale) stale.set(nameOf(key), key)
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
  const poke = (): void => {
    for (const follower of followers) follower.wake()
  }

  return {
    start() {
      timer = setInterval(poke, pollMs).unref()
      poke()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(followers.map((follower) => follower.stop()))
    },
    poke,
    async catchUp() {
      await Promise.all(followers.map((follower) => follower.follow()))
    },
    notice(keys) {
      if (keys.length === 0) return
      for (const follower of followers) follower.notice(keys)
      if (timer) poke()
    },
  }
}
