/** The next generation: an index of its own beside the one that answers, in whose place it is swapped when it is whole. */
import { randomBytes } from 'node:crypto'
import type { EnqueuedTask } from 'meilisearch'
import { SearchUnavailable, type Building } from '../port.ts'
import { Refused, type Connection, type Log } from './client.ts'
import { toStored, type StoredDocument } from './documents.ts'
import { oldestServer, settings, version } from './settings.ts'
import { stateOf } from './state.ts'

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
  const { pkgVersion } = await connection.ask((client) => client.getVersion())
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbered(pkgVersion), numbered(oldestServer)]
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new Refused(`Meilisearch ${oldestServer} or newer is needed, this is ${pkgVersion}`, undefined)
}

/** Indexes that builds left behind which were killed. Somebody else's build, which is going on, stays. */
export async function removeLeftovers({ connection, log, live, now }: Site): Promise<void> {
  try {
    const { results } = await connection.ask((client) => client.getRawIndexes({ limit: 1000 }))
    for (const { uid, updatedAt } of results) {
      if (!new RegExp(`^${live}-\\d+-[a-z0-9]+$`).test(uid) || Date.parse(updatedAt) > now() - abandonedMs) continue
      const waiting = await connection.ask((client) => client.tasks.getTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'], limit: 1 }))
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
  await removeLeftovers(site)
  const generation = `${now().toString(36)}${randomBytes(4).toString('hex')}`
  const uid = `${live}-${version}-${generation}`
  const send = (work: Parameters<typeof connection.ask<EnqueuedTask>>[0]) => connection.ask(work)
  const settle = (tasks: readonly EnqueuedTask[], unless?: readonly string[]) => connection.settle(tasks, buildMs, unless)
  const waiting: EnqueuedTask[] = []
  const unsent: StoredDocument[] = []

  /** Meilisearch works on few large requests far faster than on many small ones. */
  async function flush(): Promise<void> {
    for (const batch of inBatches(unsent.splice(0), lettersOf)) {
      if (waiting.length >= longestQueue) await settle(waiting.splice(0, 1))
      waiting.push(await send((client) => client.index(uid).addDocuments(batch)))
    }
  }

  async function remove(): Promise<void> {
    // Behind all that is under way, a swap too: whichever index has the name by then, nobody asks it.
    await connection.ask((client) => client.deleteIndex(uid)).catch((error: unknown) => {
      // It is left to `removeLeftovers`.
      if (!(error instanceof SearchUnavailable)) throw error
    })
  }

  /** A name has to be there to be swapped. */
  async function makeLive(): Promise<void> {
    await settle([await send((client) => client.createIndex(live, { primaryKey: 'key' }))], ['index_already_exists'])
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
      await connection.ask((client) => client.tasks.cancelTasks({ indexUids: [uid], statuses: ['enqueued', 'processing'] })).catch(() => undefined)
      await remove()
    },
    async finish(position) {
      await flush()
      await settle(waiting.splice(0))
      const state = stateOf(generation, position)
      await settle([await send((client) => client.index(uid).addDocuments([state]))])
      await makeLive()
      await settle([await send((client) => client.swapIndexes([{ indexes: [live, uid], rename: false }]))])
      // The old one has this name now. Nobody waits for it to be gone.
      await remove()
      log.info({ index: live, generation, position }, 'a new index answers in Meilisearch')
    },
  }
}
