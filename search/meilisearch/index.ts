/** The Meilisearch adapter. Connects lazily, so opening never fails. */
import type { EnqueuedTask, Index } from 'meilisearch'
import {
  countLimit,
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
import { isForeignIndex, positionNote, readState, type State, type StateDocument } from './state.ts'

export interface MeilisearchOptions {
  url: string
  key: string | null
  /** Id of the source database. An index of another database is left unchanged until an operator rebuilds it. */
  database: () => Promise<string>
  log: Log
  /** uid of the live index, and prefix of the uids of builds. */
  uid?: string
  limits?: Partial<Limits>
  now?: () => number
}

const defaultLimits: Limits = { searchMs: 1_000, requestMs: 10_000, writeMs: 30_000, buildMs: 900_000 }

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
  const limits = { ...defaultLimits, ...given }
  const connection = connect({ url, key, log, limits })
  const site: Site = { connection, log, live: uid, database, buildMs: limits.buildMs, now }
  let isForeign = false

  /** Null if it was never built, or for another version. Throws `SearchForeign`. */
  async function readOwnState(): Promise<State | null> {
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

  /** Deletions first. The position is written with the last batch, after all others are complete. */
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
    await send((index) => index.addDocuments([...last, positionNote(generation, position)]))
    await connection.settle(tasks, limits.writeMs, last.length)
  }

  async function runQueries(plan: Plan, parts: readonly Part[], signal?: AbortSignal): Promise<Result[]> {
    const queries = parts.map(plan.queryOf)
    const { results } = await connection.ask(
      (client) => client.multiSearch<{ queries: typeof queries }, Hit>({ queries }, { signal }),
      'quick',
    )
    return results.map(({ hits, totalHits = 0 }) => ({ hits, totalHits }))
  }

  async function find(query: SearchQuery, plan: Plan): Promise<SearchPage> {
    const until = performance.now() + limits.searchMs
    const gathering = createGathering(plan, countLimit(query))
    const first = gathering.next()
    gathering.take(first, await runQueries(plan, first))
    for (let parts = gathering.next(); parts.length > 0; parts = gathering.next()) {
      // The timeout applies to all requests of a search together.
      gathering.take(parts, await runQueries(plan, parts, AbortSignal.timeout(Math.max(1, Math.round(until - performance.now())))))
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
        if (isForeignIndex(error) && (await readOwnState()) === null) throw neverBuilt(error)
        throw error
      }
    },

    position: async () => (await readOwnState())?.position ?? null,
    async count() {
      if ((await readOwnState()) === null) return null
      return (await connection.ask((client) => client.index(uid).getStats())).numberOfDocuments
    },

    async write(changes, position, from) {
      const state = await readOwnState()
      if (state === null) throw neverBuilt()
      // A swap between this read and the write is handled by the generation in the note (state.ts).
      if (from !== undefined && state.position !== from) return
      try {
        await writeTo(state.generation, changes, position)
      } catch (error) {
        throw isForeignIndex(error) ? neverBuilt(error) : error
      }
    },

    rebuild: () => build(site),
    close: async () => connection.close(),
  }
}
