/** The index in the data directory: SQLite FTS5, searched and updated in this process, available as soon as it is built. */
import { setImmediate as pause } from 'node:timers/promises'
import { SearchUnavailable, type SearchHit, type SearchIndex, type SearchPage } from '../port.ts'
import { createBuilding, smallSize } from './building.ts'
import { createFinder, defaults } from './find.ts'
import { createGenerations, type Log } from './generations.ts'
import { hitOf } from './hits.ts'
import type { Store } from './store.ts'

const damage = /^SQLITE_(CORRUPT|NOTADB)/

export interface EmbeddedOptions {
  dir: string
  log: Log
  /** For tests: smaller limits, so that few documents count as many. */
  limits?: Partial<typeof defaults>
  /** For tests: documents that are built in this process. */
  small?: number
}

export async function openEmbedded({ dir, log, limits, small = smallSize }: EmbeddedOptions): Promise<SearchIndex> {
  const generations = createGenerations(dir, log)
  const finders = new WeakMap<Store, ReturnType<typeof createFinder>>()

  function finderOf(store: Store): ReturnType<typeof createFinder> {
    const finder = finders.get(store) ?? createFinder(store, { ...defaults, ...limits })
    finders.set(store, finder)
    return finder
  }

  /** Replaces a damaged file, so that the next call succeeds. */
  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!damage.test((error as { code?: string }).code ?? '')) throw error
      generations.damaged(error)
      throw new SearchUnavailable('The search index is damaged', { cause: error })
    }
  }

  return {
    name: 'embedded',
    async search(query): Promise<SearchPage> {
      return guarded(() => {
        const store = generations.current()
        if (store === null) throw new SearchUnavailable('The search index is not built yet')
        const { rowids, total, plan } = finderOf(store)(query)
        const hits = rowids
          .map((rowid) => store.document(rowid))
          .filter((one) => one !== null)
          .map((one): SearchHit => hitOf(one, plan))
        const end = query.from + rowids.length
        return { hits, next: rowids.length === query.limit && end < total ? end : null, total }
      })
    },
    async position() {
      return guarded(() => generations.current(true)?.position() ?? null)
    },
    async count() {
      return guarded(() => generations.current(true)?.count() ?? null)
    },
    async write(changes, position, from) {
      // Removal is idempotent, so it can precede the write of the position.
      for (const bead of changes.removeWithin) while (guarded(() => generations.current(true)?.removeSome(bead, from))) await pause()
      guarded(() => (generations.current(true) ?? generations.create()).write(changes, position, from))
    },
    rebuild: async () => createBuilding(generations, small),
    async close() {
      generations.close()
    },
  }
}
