/** Meilisearch as an index of Strand. Nothing is asked of it before it is needed, so opening never fails. */
import type { EnqueuedTask, Index } from 'meilisearch'
import {
  countedTo,
  SearchForeign,
  SearchUnavailable,
  type IndexChanges,
  type SearchIndex,
  type SearchPage,
  type SearchQuery,
} from '../port.ts'
import { batchSize, build, inBatches, lettersOf, type Site } from './building.ts'
import { connect, type Limits, type Log } from './client.ts'
import { keyOf, toStored, type StoredDocument } from './documents.ts'
import { createGathering, type Hit, type Result } from './gather.ts'
import { pageOf } from './page.ts'
import { planOf, postsWithin, type Part, type Plan } from './query.ts'
import { version } from './settings.ts'
import { isStranger, noteOf, readState, type State, type StateDocument } from './state.ts'

export interface MeilisearchOptions {
  url: string
  key: string | null
  /** Id of the database that the index holds. An index of another one is left as it is until it is rebuilt on purpose. */
  database: () => Promise<string>
  log: Log
  /** uid of the index that answers; those that are built are called after it. */
  uid?: string
  limits?: Partial<Limits>
  now?: () => number
}

const usualLimits: Limits = { searchMs: 1_000, requestMs: 10_000, writeMs: 30_000, buildMs: 900_000 }

const neverBuilt = (cause?: unknown): SearchUnavailable => new SearchUnavailable('Meilisearch: the index was never built', { cause })

export async function openMeilisearch({
  url,
  key,
  database,
  log,
  uid = 'strand',
  limits: given,
  now = Date.now,
}: MeilisearchOptions): Promise<SearchIndex> {
  const limits = { ...usualLimits, ...given }
  const connection = connect({ url, key, log, limits })
  const site: Site = { connection, log, live: uid, database, buildMs: limits.buildMs, now }
  let isForeign = false

  /** Null where it was never built, or for another version. */
  async function look(): Promise<State | null> {
    const state = await readState(connection, uid)
    const wasForeign = isForeign
    isForeign = state?.database !== undefined && state.database !== (await database())
    if (!isForeign) return state?.version === version ? state : null
    const text = `The index ${uid} in Meilisearch belongs to another database`
    if (!wasForeign)
      log.error(
        { url, index: uid },
        `${text}: set MEILI_INDEX to a name of this site's own, or take the index over with npm run search:rebuild`,
      )
    throw new SearchForeign(text)
  }

  /** What is gone first. The position is noted with the last documents, and only when all before is done. */
  async function writeTo(generation: string, { put, remove, removeWithin }: IndexChanges, position: number): Promise<void> {
    const tasks: EnqueuedTask[] = []
    const send = async (work: (index: Index<StoredDocument | StateDocument>) => Promise<EnqueuedTask>) =>
      void tasks.push(await connection.ask((client) => work(client.index(uid))))
    for (const keys of inBatches(remove)) await send((index) => index.deleteDocuments(keys.map(keyOf)))
    for (const beads of inBatches(removeWithin)) await send((index) => index.deleteDocuments({ filter: postsWithin(beads) }))
    const batches: (StoredDocument | StateDocument)[][] = [...inBatches(put.map(toStored), lettersOf)]
    const last = (batches.at(-1)?.length ?? batchSize) < batchSize ? batches.pop()! : []
    for (const batch of batches) await send((index) => index.addDocuments(batch))
    await connection.settle(tasks.splice(0), limits.writeMs)
    await send((index) => index.addDocuments([...last, noteOf(generation, position)]))
    await connection.settle(tasks, limits.writeMs, last.length)
  }

  async function ask(plan: Plan, parts: readonly Part[], signal?: AbortSignal): Promise<Result[]> {
    const queries = parts.map(plan.queryOf)
    const { results } = await connection.ask(
      (client) => client.multiSearch<{ queries: typeof queries }, Hit>({ queries }, { signal }),
      'quick',
    )
    return results.map(({ hits, totalHits = 0 }) => ({ hits, totalHits }))
  }

  async function find(query: SearchQuery, plan: Plan): Promise<SearchPage> {
    const until = performance.now() + limits.searchMs
    const gathering = createGathering(plan, countedTo(query))
    const first = gathering.next()
    gathering.take(first, await ask(plan, first))
    for (let parts = gathering.next(); parts.length > 0; parts = gathering.next()) {
      // All requests of a search together take no longer than one may.
      gathering.take(parts, await ask(plan, parts, AbortSignal.timeout(Math.max(1, Math.round(until - performance.now())))))
    }
    return pageOf(query, gathering.rows(), gathering.total())
  }

  return {
    name: 'Meilisearch',

    async search(query) {
      const plan = planOf(query, uid)
      if (plan === null) return { hits: [], next: null, total: 0 }
      try {
        return await find(query, plan)
      } catch (error) {
        if (isStranger(error) && (await look()) === null) throw neverBuilt(error)
        throw error
      }
    },

    position: async () => (await look())?.position ?? null,

    async write(changes, position, from) {
      const followed = await look()
      if (followed === null) throw neverBuilt()
      // Where the index is exchanged between this look and the write, `state.ts` sees to it.
      if (from !== undefined && followed.position !== from) return
      try {
        await writeTo(followed.generation, changes, position)
      } catch (error) {
        throw isStranger(error) ? neverBuilt(error) : error
      }
    },

    rebuild: () => build(site),
    close: async () => connection.close(),
  }
}
