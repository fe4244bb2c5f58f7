/** Wires search for the server: the available indexes, their updates, and the failover between them. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { openEmbedded } from '#search/embedded/index.ts'
import { createFailover } from '#search/failover.ts'
import { createIndexer, type Indexer } from '#search/indexer.ts'
import { openMeilisearch } from '#search/meilisearch/index.ts'
import { SearchUnavailable, type DocumentKey, type Search, type SearchIndex } from '#search/port.ts'
import type { Config } from './config.ts'
import type { Consumer } from '#outbox/outbox.ts'
import { searchLog } from './features/search/changes.ts'
import { createDocumentSource, databaseIdOf } from './features/search/source.ts'

export interface SearchEngine extends Search {
  /** Writes the log of changes that the indexes follow. */
  consumer: Consumer
  /** Starts updating the indexes. Without it an index is built at the first search. */
  start(): void
  stop(): Promise<void>
  /** Brings the indexes up to date with the log of changes, so that later searches see them. */
  catchUp(): Promise<void>
  /** The same, but only for indexes that have been searched: an unused index is not built. */
  catchUpIfUsed(): Promise<void>
  /** Rejects if no index is built and answers. */
  ping(): Promise<unknown>
  /** Whether this server has started and no index has been built and answered since, for at most `firstBuildMaxMs`. */
  isStarting(): Promise<boolean>
  /** Hits that no longer exist or are hidden from this viewer: the indexes check them again. */
  recheck(keys: readonly DocumentKey[]): void
  /** Changes of the database that the first index, in order of preference, which answers does not contain yet; null if none is built. */
  lag(): Promise<number | null>
  /** The state of each index, in order of preference. */
  status(): Promise<IndexStatus[]>
}

export interface IndexStatus {
  name: string
  /** Changes of the database that it does not contain yet; null if it was never built, or cannot be reached. */
  lag: number | null
  documents: number | null
  error: string | null
}

/** How long a search waits for the first index to be built (ms). Enough for all but the largest sites. */
const firstBuildTimeoutMs = 2000

/** After this time (ms) without an index, something is wrong with it, and perhaps on all servers: pages without search are better than none. */
const firstBuildMaxMs = 600_000

/** Opens an index at the first use. After a failure it counts as unavailable, and the next use tries again. */
function lazily(name: string, batch: number, open: () => Promise<SearchIndex>): SearchIndex {
  let opened: Promise<SearchIndex> | null = null
  const index = (): Promise<SearchIndex> =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error instanceof SearchUnavailable ? error : new SearchUnavailable(`The index ${name} cannot be opened`, { cause: error })
    }))
  return {
    name,
    batch,
    search: async (query) => (await index()).search(query),
    position: async () => (await index()).position(),
    write: async (changes, position, from) => (await index()).write(changes, position, from),
    rebuild: async () => (await index()).rebuild(),
    count: async () => (await (await index()).count?.()) ?? null,
    close: async () => {
      const last = await opened?.catch(() => null)
      opened = null
      await last?.close()
    },
  }
}

/**
 * The indexes in order of preference. The batches of the embedded index are small, because it writes on the main thread, some tenths of a
 * millisecond per document.
 */
export function searchIndexes(
  { dataDir, meili }: Pick<Config, 'dataDir' | 'meili'>,
  db: DataSource,
  log: Logger,
): [SearchIndex, ...SearchIndex[]] {
  const embedded = lazily('embedded', 20, () => openEmbedded({ dir: join(dataDir, 'search'), log }))
  if (meili === null) return [embedded]
  const { url, key, index: uid } = meili
  return [lazily('Meilisearch', 500, () => openMeilisearch({ url, key, uid, log, database: () => databaseIdOf(db) })), embedded]
}

export interface EngineDeps {
  db: DataSource
  log: Logger
  config: Config
}

export function createSearchEngine({ db, log, config }: EngineDeps): SearchEngine {
  const indexes = searchIndexes(config, db, log)
  const [first, second] = indexes
  const failover = second ? createFailover(first, second, log) : null
  const searcher: Search = failover ?? first
  const source = createDocumentSource(db)
  const indexer: Indexer = createIndexer({ indexes, source, log })
  let started = false
  let startedMs = 0
  let hasAnswered = false
  let used = false
  let built: Promise<void> | null = null

  /** Resolves at once if any index can answer, otherwise when the first one is built, or after `firstBuildTimeoutMs`. */
  async function firstBuild(): Promise<void> {
    const positions = await Promise.all(indexes.map((index) => index.position().catch(() => null)))
    if (positions.some((position) => position !== null)) return
    const over = new AbortController()
    await Promise.race([
      indexer.catchUp(),
      sleep(firstBuildTimeoutMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined),
    ])
    over.abort()
    // Lets the next search retry while there is nothing to search.
    built = null
  }

  /** The position of the first index that is built and answers. */
  async function ping(): Promise<number> {
    const position = await Promise.any(
      indexes.map(async (index) => {
        const found = await index.position()
        if (found === null) throw new SearchUnavailable(`The index ${index.name} is not built yet`)
        return found
      }),
    )
    hasAnswered = true
    return position
  }

  return {
    consumer: searchLog((position, fact) => {
      const uid = 'by' in fact ? fact.by : 'uid' in fact ? fact.uid : null
      if (uid !== null) failover?.saved(uid, position)
      if (started) indexer.wake()
    }),

    async search(query) {
      used = true
      await (built ??= firstBuild())
      return searcher.search(query)
    },

    start() {
      started = used = true
      startedMs = performance.now()
      indexer.start()
    },

    async stop() {
      started = false
      await indexer.stop()
      await Promise.all(indexes.map((index) => index.close()))
    },

    async catchUp() {
      used = true
      await indexer.catchUp()
    },

    catchUpIfUsed: async () => (used ? indexer.catchUp() : undefined),

    ping,

    async isStarting() {
      if (!started || hasAnswered || performance.now() - startedMs > firstBuildMaxMs) return false
      return ping().then(
        () => false,
        () => true,
      )
    },

    recheck: (keys) => indexer.recheck(keys),

    async lag() {
      const [head, ...positions] = await Promise.all([source.head(), ...indexes.map((index) => index.position().catch(() => null))])
      const position = positions.find((one) => one !== null) ?? null
      return position === null ? null : Math.max(0, head - position)
    },

    async status() {
      const head = await source.head()
      return Promise.all(
        indexes.map(async (index): Promise<IndexStatus> => {
          const { name } = index
          try {
            const [position, documents] = await Promise.all([index.position(), index.count?.().catch(() => null) ?? null])
            return { name, lag: position === null ? null : Math.max(0, head - position), documents, error: null }
          } catch (error) {
            return { name, lag: null, documents: null, error: error instanceof Error ? error.message : String(error) }
          }
        }),
      )
    },
  }
}
