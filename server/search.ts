/** Search as the server has it: which indexes there are, what keeps them up, and who is asked. */
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
  /** What fills the log that the indexes follow. */
  consumer: Consumer
  /** From now on the indexes follow. A server that is not started builds an index when it is first asked for something. */
  start(): void
  stop(): Promise<void>
  /** Whoever searches afterwards finds what the log of changes says so far. */
  catchUp(): Promise<void>
  /** The same, where anybody has searched or will: an index that nobody asked for is not built. */
  settle(): Promise<void>
  /** Finds that are not there any more, or not for this reader: they are looked at again. */
  notice(keys: readonly DocumentKey[]): void
}

/** Who asks before the first index is built waits so long (ms), which is enough for all but the largest sites. */
const patience = 2000

/** Opened when it is first needed; where that fails it is away, and the next use tries again. */
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
    close: async () => {
      const last = await opened?.catch(() => null)
      opened = null
      await last?.close()
    },
  }
}

/** The first is asked as long as it answers. The embedded one writes in this very thread, some tenths of a millisecond a document. */
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
  const asked: Search = failover ?? first
  const indexer: Indexer = createIndexer({ indexes, source: createDocumentSource(db), log })
  let started = false
  let used = false
  let built: Promise<void> | null = null

  /** Resolves at once where any index answers, otherwise when the first one is built, or patience is over. */
  async function firstBuild(): Promise<void> {
    const positions = await Promise.all(indexes.map((index) => index.position().catch(() => null)))
    if (positions.some((position) => position !== null)) return
    const over = new AbortController()
    await Promise.race([indexer.catchUp(), sleep(patience, undefined, { signal: over.signal, ref: false }).catch(() => undefined)])
    over.abort()
    // Asked again by the next one, as long as there is nothing to ask.
    built = null
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
      return asked.search(query)
    },

    start() {
      started = used = true
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

    settle: async () => (used ? indexer.catchUp() : undefined),

    notice: (keys) => indexer.recheck(keys),
  }
}
