/** Builds the next generation as a separate index, which is swapped with the live one when it is complete. */
import { randomBytes } from 'node:crypto'
import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { SearchForeign, SearchUnavailable, type Building } from '../port.ts'
import { Refused, unavailable, type Connection, type Log } from './client.ts'
import { toStored, type StoredDocument } from './documents.ts'
import { oldestServer, settings, version } from './settings.ts'
import { isMissing, readState, stateOf } from './state.ts'

/** Documents, and approximate characters, per request: the limit of Meilisearch is 100 MB. */
export const batchSize = 1000
const batchLetters = 10_000_000
/** Pending requests: Meilisearch stores their bodies on its disk. */
const maxQueue = 20
/** A build without writes for this long (ms) counts as abandoned. */
const abandonedMs = 600_000

export interface Site {
  connection: Connection
  log: Log
  /** uid of the live index. */
  live: string
  /** Id of the source database. */
  database: () => Promise<string>
  buildMs: number
  now: () => number
}

export function* inBatches<T>(items: readonly T[], lettersOf: (item: T) => number = () => 0): Generator<T[]> {
  let batch: T[] = []
  let letters = 0
  for (const item of items) {
    if (batch.length === batchSize || (batch.length > 0 && letters + lettersOf(item) > batchLetters)) {
      yield batch
      batch = []
      letters = 0
    }
    batch.push(item)
    letters += lettersOf(item)
  }
  if (batch.length > 0) yield batch
}

/** Title and description are stored twice: for display and for search. */
export const lettersOf = ({ shown }: StoredDocument): number => 2 * (shown.title.length + shown.description.length)

const numbered = (text: string): number[] => text.split('.').map((part) => parseInt(part, 10) || 0)

/** Fails early and with a helpful message on an old server. */
async function checkServer({ connection }: Site): Promise<void> {
  const current = await connection.version()
  if (current === null) return
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbered(current), numbered(oldestServer)]
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new Refused(`Meilisearch ${oldestServer} or newer is needed, this is ${current}`, undefined)
}

/** Deletes indexes of killed builds, but not of running builds of other processes. */
export async function removeLeftovers({ connection, log, live, now }: Site): Promise<void> {
  try {
    const { results } = await connection.ask((client) => client.getRawIndexes({ limit: 1000 }))
    for (const { uid, updatedAt } of results) {
      if (!new RegExp(`^${live}-\\d+-[a-z0-9]+$`).test(uid) || Date.parse(updatedAt) > now() - abandonedMs) continue
      const pending = await connection.ask((client) =>
        client.tasks.getTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'], limit: 1 }),
      )
      if (pending.results.length > 0) continue
      await connection.ask((client) => client.deleteIndex(uid))
      log.info({ index: uid }, 'deleted the index of an abandoned build in Meilisearch')
    }
  } catch (error) {
    log.warn({ error }, 'indexes of abandoned builds in Meilisearch could not be deleted')
  }
}

export async function build(site: Site): Promise<Building> {
  const { connection, log, live, buildMs, now } = site
  await checkServer(site)
  const database = await site.database()
  const replaced = await readState(connection, live)
  await removeLeftovers(site)
  const generation = `${now().toString(36)}${randomBytes(4).toString('hex')}`
  const uid = `${live}-${version}-${generation}`
  const send = <T>(work: (client: Meilisearch) => Promise<T>) => connection.ask(work)
  const settle = (tasks: readonly EnqueuedTask[]) => connection.settle(tasks, buildMs)
  const pending: EnqueuedTask[] = []
  const unsent: StoredDocument[] = []

  /** Sends large batches, which Meilisearch processes much faster than many small ones. */
  async function flush(): Promise<void> {
    for (const batch of inBatches(unsent.splice(0), lettersOf)) {
      if (pending.length >= maxQueue) await settle(pending.splice(0, 1))
      pending.push(await send((client) => client.index(uid).addDocuments(batch)))
    }
  }

  let removal: EnqueuedTask | null = null

  async function remove(): Promise<void> {
    // A second deletion would be a failed task.
    if (removal) return
    // Enqueued after all pending tasks, including a swap, which has made it the inactive index.
    removal = await send((client) => client.deleteIndex(uid)).catch((error: unknown) => {
      // `removeLeftovers` of a later build deletes it.
      if (!(error instanceof SearchUnavailable)) throw error
      return null
    })
  }

  /** Creates the live index if it does not exist: a swap needs both, and creating an existing one would be a failed task. */
  async function makeLive(): Promise<void> {
    try {
      await send((client) => client.getRawIndex(live))
    } catch (error) {
      if (!isMissing(error)) throw error
      await settle([await send((client) => client.createIndex(live, { primaryKey: 'key' }))])
    }
  }

  /**
   * A swap task belongs to no index, so keys limited to indexes cannot read it. It is complete when the deletion after it is, and
   * the state of the live index shows whether it succeeded.
   */
  async function swap(): Promise<void> {
    const before = await readState(connection, live)
    // Refuses if another site has built the live index since the start of this build.
    const isForeign = before?.database !== undefined && before.database !== database
    if (isForeign && before.database !== replaced?.database)
      throw new SearchForeign(`Another site has built the index ${live} in Meilisearch`)
    await send((client) => client.swapIndexes([{ indexes: [live, uid], rename: false }]))
    await remove()
    const failure =
      removal &&
      (await settle([removal]).then(
        () => null,
        (error: unknown) => error,
      ))
    const after = await readState(connection, live)
    // Also succeeds if another process has swapped in its own generation.
    if (after !== null && after.generation !== before?.generation) return
    throw failure ?? unavailable('the indexes could not be swapped')
  }

  try {
    // Settings before documents: later changes would reindex them.
    const create = await send((client) => client.createIndex(uid, { primaryKey: 'key' }))
    const set = await send((client) => client.index(uid).updateSettings(settings))
    await settle([create, set])
  } catch (error) {
    await remove()
    throw error
  }

  return {
    async put(documents) {
      unsent.push(...documents.map(toStored))
      if (unsent.length >= batchSize) await flush()
    },
    async abandon() {
      // Pending documents need not be indexed.
      await connection
        .ask((client) => client.tasks.cancelTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'] }))
        .catch(() => undefined)
      await remove()
    },
    async finish(position) {
      await flush()
      await settle(pending.splice(0))
      const state = stateOf(generation, position, database)
      await settle([await send((client) => client.index(uid).addDocuments([state]))])
      await makeLive()
      await swap()
      log.info({ index: live, generation, position }, 'a new search index is live in Meilisearch')
    },
  }
}
