/** The next generation: an index of its own beside the one that answers, in whose place it is swapped when it is whole. */
import { randomBytes } from 'node:crypto'
import type { EnqueuedTask, Meilisearch } from 'meilisearch'
import { SearchForeign, SearchUnavailable, type Building } from '../port.ts'
import { Refused, unavailable, type Connection, type Log } from './client.ts'
import { toStored, type StoredDocument } from './documents.ts'
import { oldestServer, settings, version } from './settings.ts'
import { isMissing, readState, stateOf } from './state.ts'

/** Documents that go in one request, and about how many letters: Meilisearch takes 100 MB. */
export const batchSize = 1000
const batchLetters = 10_000_000
/** Requests that may wait to be worked off: Meilisearch keeps their bodies on its disk. */
const longestQueue = 20
/** An index that nothing was written to for this long is nobody's work in progress. */
const abandonedMs = 600_000

export interface Site {
  connection: Connection
  log: Log
  /** uid of the index that answers. */
  live: string
  /** Id of the database that is built from. */
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

/** What is long is kept twice: as it is shown, and as it is searched. */
export const lettersOf = ({ shown }: StoredDocument): number => 2 * (shown.title.length + shown.description.length)

const numbered = (text: string): number[] => text.split('.').map((part) => parseInt(part, 10) || 0)

/** Said before anything is built, and in words that help. */
async function checkServer({ connection }: Site): Promise<void> {
  const current = await connection.version()
  if (current === null) return
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbered(current), numbered(oldestServer)]
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new Refused(`Meilisearch ${oldestServer} or newer is needed, this is ${current}`, undefined)
}

/** Indexes that builds left behind which were killed. Somebody else's build, which is going on, stays. */
export async function removeLeftovers({ connection, log, live, now }: Site): Promise<void> {
  try {
    const { results } = await connection.ask((client) => client.getRawIndexes({ limit: 1000 }))
    for (const { uid, updatedAt } of results) {
      if (!new RegExp(`^${live}-\\d+-[a-z0-9]+$`).test(uid) || Date.parse(updatedAt) > now() - abandonedMs) continue
      const waiting = await connection.ask((client) =>
        client.tasks.getTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'], limit: 1 }),
      )
      if (waiting.results.length > 0) continue
      await connection.ask((client) => client.deleteIndex(uid))
      log.info({ index: uid }, 'removed what an abandoned build left in Meilisearch')
    }
  } catch (error) {
    log.warn({ error }, 'what abandoned builds left in Meilisearch could not be looked for')
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
  const waiting: EnqueuedTask[] = []
  const unsent: StoredDocument[] = []

  /** Meilisearch works on few large requests far faster than on many small ones. */
  async function flush(): Promise<void> {
    for (const batch of inBatches(unsent.splice(0), lettersOf)) {
      if (waiting.length >= longestQueue) await settle(waiting.splice(0, 1))
      waiting.push(await send((client) => client.index(uid).addDocuments(batch)))
    }
  }

  let removal: EnqueuedTask | null = null

  async function remove(): Promise<void> {
    // A second removal would be a failed task.
    if (removal) return
    // Behind all that is under way, a swap too: the index that has the name by then does not answer.
    removal = await send((client) => client.deleteIndex(uid)).catch((error: unknown) => {
      // It is left to `removeLeftovers`.
      if (!(error instanceof SearchUnavailable)) throw error
      return null
    })
  }

  /** A name has to be there to be swapped; creating one that is there would be a failed task. */
  async function makeLive(): Promise<void> {
    try {
      await send((client) => client.getRawIndex(live))
    } catch (error) {
      if (!isMissing(error)) throw error
      await settle([await send((client) => client.createIndex(live, { primaryKey: 'key' }))])
    }
  }

  /**
   * The task of a swap belongs to no index, so that a key which is limited to indexes does not see it. It is done when
   * the removal behind it is, and whether it succeeded is in the state of the index that answers.
   */
  async function swap(): Promise<void> {
    const before = await readState(connection, live)
    // Built by another site since: only an index that was another site's from the start is taken over.
    const isForeign = before?.database !== undefined && before.database !== database
    if (isForeign && before.database !== replaced?.database)
      throw new SearchForeign(`Another site has built the index ${live} in Meilisearch meanwhile`)
    await send((client) => client.swapIndexes([{ indexes: [live, uid], rename: false }]))
    await remove()
    const failure =
      removal &&
      (await settle([removal]).then(
        () => null,
        (error: unknown) => error,
      ))
    const after = await readState(connection, live)
    // Another process may have been faster to swap in one of its own.
    if (after !== null && after.generation !== before?.generation) return
    throw failure ?? unavailable('the indexes could not be swapped')
  }

  try {
    // Before the documents: what comes to documents that are there already, indexes them once more.
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
      // What waits to be indexed need not be.
      await connection
        .ask((client) => client.tasks.cancelTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'] }))
        .catch(() => undefined)
      await remove()
    },
    async finish(position) {
      await flush()
      await settle(waiting.splice(0))
      const state = stateOf(generation, position, database)
      await settle([await send((client) => client.index(uid).addDocuments([state]))])
      await makeLive()
      await swap()
      log.info({ index: live, generation, position }, 'a new index answers in Meilisearch')
    },
  }
}
