/** Compares the most frequent reads of a large database with those of one of a tenth of its size; measures memory and startup time. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { closeDatabase, openDatabase } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { freePort } from '../../build/lib/port.mjs'
import { deployedNodeOptions, ready, startProcess, type Started } from '../support/built-server.ts'
import { createChance, type Chance } from './chance.ts'
import { quantile, record } from './figures.ts'
import { scaleWorld, type ScaleWorld, type SqliteWorld } from './scale-world.ts'
import type { Size } from './scale-rows.ts'

const fullSize: Size = { members: 50_000, beads: 100_000, posts: 1_000_000, relations: 5_000_000 }
export const times = <T extends object>(size: T, factor: number): T =>
  Object.fromEntries(Object.entries(size).map(([what, n]) => [what, Math.round((n as number) * factor)])) as T

/** Requirements: p95 at full size (ms), its ratio to a tenth of the size, memory (MB), and startup time (ms). */
const requirements = { p95: 10, ratio: 1.5, memory: 150, start: 1500 }

export interface Read {
  path: string
  uid?: string
}

export type NamedReads = [name: string, reads: Read[]]

const tokenOf = (uid: string): string => createHash('sha256').update(`bench ${uid}`).digest('base64url')

const cookieOf = (uid: string): string => `strand_session=${tokenOf(uid)}`

/** What the choice of reads needs of a world's database, of either kind. */
export interface WorldDatabase {
  /** The values of the only column. */
  column(statement: string): Promise<string[]>
  /** Creates sessions of members, to measure their reads. */
  signIn(uids: readonly string[]): Promise<void>
}

export async function withDatabase<T>(world: ScaleWorld, use: (database: WorldDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase({ database: world.database, dataDir: world.folder })
  const now = new Date().toISOString()
  try {
    return await use({
      column: async (statement) => (await sql<Record<string, string>>(db, statement)).map((row) => Object.values(row)[0]!),
      signIn: (uids) =>
        transaction(db, async (manager) => {
          for (const uid of uids)
            await sql(
              manager,
              `INSERT INTO "session" ("tokenHash", "uid", "creationDate", "lastUsedDate", "expiryDate", "userAgent")
               VALUES (:hash, :uid, :now, :now, '2999-01-01T00:00:00.000Z', '')
               ON CONFLICT ("tokenHash") DO UPDATE SET "lastUsedDate" = EXCLUDED."lastUsedDate"`,
              { hash: createHash('sha256').update(tokenOf(uid)).digest('hex'), uid, now },
            )
        }),
    })
  } finally {
    await closeDatabase(db)
  }
}

export const pick = <T>(chance: Chance, from: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => from[chance.below(from.length)]!)

/** The reads: mostly of random members and entities, and of the largest of each kind. */
async function readsOf({ column, signIn }: WorldDatabase, { rows, size }: ScaleWorld, deepest: number): Promise<NamedReads[]> {
  const chance = createChance(7)
  const eager = await column('SELECT "uid" FROM "member" ORDER BY "followingCount" + "collectedBeadCount" DESC, "uid" LIMIT 3')
  const collectors = await column('SELECT "uid" FROM "member" ORDER BY "collectedPostCount" DESC, "uid" LIMIT 3')
  const makers = await column('SELECT "uid" FROM "member" ORDER BY "createdPostCount" DESC, "uid" LIMIT 3')
  const followed = await column('SELECT "uid" FROM "member" ORDER BY "followerCount" DESC, "uid" LIMIT 3')
  const members = [
    ...pick(
      chance,
      Array.from({ length: size.members }, (_, n) => rows.uid(n)),
      57,
    ),
    ...eager,
  ]
  const large = await column('SELECT "id" FROM "bead" WHERE NOT "isDraft" ORDER BY "postCount" DESC LIMIT 40')
  const posts = pick(chance, await column('SELECT "id" FROM "post" WHERE NOT "isDraft" ORDER BY "shuffleKey" LIMIT 2000'), 60)
  const beads = pick(chance, await column('SELECT "id" FROM "bead" WHERE NOT "isDraft" ORDER BY "id" DESC LIMIT 2000'), 60)
  const tags = await column('SELECT "key" FROM "tag" ORDER BY "followerCount" DESC LIMIT 40')
  const categories = await column('SELECT DISTINCT "category" FROM "bead"')
  await signIn([...members, ...collectors])
  const since = '2026-10-25T00:00:00.000Z'
  const readsFor = <T>(things: readonly T[], path: (thing: T) => string): Read[] => things.map((thing) => ({ path: path(thing) }))
  const by = (uids: readonly string[], path: (uid: string) => string): Read[] => uids.map((uid) => ({ path: path(uid), uid }))
  return [
    ['posts of a playlist, recent', readsFor(large, (id) => `/api/v0/posts?bead=${id}&limit=15`)],
    ['posts of a playlist, top', readsFor(large, (id) => `/api/v0/posts?bead=${id}&limit=15&sort=top`)],
    ['posts of a playlist, shuffle', readsFor(large, (id) => `/api/v0/posts?bead=${id}&limit=15&sort=shuffle&ts=${chance.below(1e9)}`)],
    [
      'posts of the largest, deep page',
      readsFor(large.slice(0, 1), (id) => `/api/v0/posts?bead=${id}&limit=15&sort=earliest&from=${Math.round(deepest / 10)}`),
    ],
    ['posts of the whole site, deep page', readsFor([0, 1, 2, 3], (n) => `/api/v0/posts?limit=15&from=${deepest + 15 * n}`)],
    ['playlists, top', readsFor([0, 18, 36], (from) => `/api/v0/beads?sort=top&excludefeeds=true&from=${from}`)],
    ['playlists, top, deep page', readsFor([0, 1, 2, 3], (n) => `/api/v0/beads?sort=top&excludefeeds=true&from=${deepest + 18 * n}`)],
    ['playlists of a category, top', readsFor(categories, (category) => `/api/v0/beads?sort=top&category=${category}`)],
    ['posts by a member', readsFor([...members, ...makers], (uid) => `/api/v0/posts?createdby=${uid}`)],
    ['playlists by a member', readsFor([...members, ...makers], (uid) => `/api/v0/beads?createdby=${uid}`)],
    ['feed', by(members, () => '/api/v2/me/feed?comments=3')],
    ['feed status', by(members, () => `/api/v2/me/feed/status?minTime=${since}`)],
    ['notifications status', by(members, () => `/api/v1/me/notifications/status?minTime=${since}`)],
    ['relations of a member', by([...members, ...collectors], (uid) => `/api/v0/members/${uid}/relations?limit=100`)],
    ['followers of a member', readsFor([...members, ...followed], (uid) => `/api/v0/members/${uid}/followers`)],
    ['collection', by([...members, ...collectors], (uid) => `/api/v0/posts?collectedby=${uid}`)],
    ['posts with a tag', readsFor(tags, (tag) => `/api/v0/posts?tag=${tag}`)],
    ['a post', readsFor(posts, (id) => `/api/v0/posts/${id}`)],
    ['a playlist', readsFor(beads, (id) => `/api/v0/beads/${id}`)],
  ]
}

interface Side {
  pool: Pool
  reads: Map<string, Read[]>
}

export async function ask({ pool }: Pick<Side, 'pool'>, { path, uid }: Read): Promise<number> {
  const startedAt = performance.now()
  const headers = uid === undefined ? {} : { Cookie: cookieOf(uid) }
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
  await body.dump({ limit: 10_000_000 })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return performance.now() - startedAt
}

const environment = ({ folder, database }: ScaleWorld): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  STRAND_DATA_DIR: folder,
  ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  STRAND_DEMO: '0',
  STRAND_RATE_LIMITS: '0',
  NODE_ENV: 'production',
  NODE_OPTIONS: deployedNodeOptions(),
  LOG_LEVEL: 'error',
})
const start = (world: ScaleWorld, env: Record<string, string> = {}): Started =>
  startProcess(process.execPath, ['build/start.mjs'], { ...environment(world), ...env })

export async function stop({ process: child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

const rounds = 10
const perRound = 60

const ms = (value: number): string => value.toFixed(2).padStart(7)

/**
 * Starts a server, and waits until it has built its search index, which takes CPU time from the reads, as its jobs would that catch up with
 * a new database: in read-only mode it runs none.
 */
export async function startWithSearch(world: ScaleWorld, env: Record<string, string> = {}): Promise<{ started: Started; origin: string }> {
  const port = await freePort()
  const started = start(world, { ...env, STRAND_METRICS_PORT: String(port) })
  const origin = await ready(started)
  for (;;) {
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`)
    const lags = [...(await metrics.text()).matchAll(/^strand_search_lag\{.*\} (\d+)$/gm)].map(([, lag]) => lag)
    if (lags.length > 0 && lags.every((lag) => lag === '0')) return { started, origin }
    await sleep(2000)
  }
}

/** Builds the search index of a world, which a copy of the world can use. */
export async function ensureSearch(world: ScaleWorld): Promise<void> {
  const { started } = await startWithSearch(world)
  await stop(started)
}

/** Compares the reads of a world with those of the same name of a larger one. */
export async function measureReads(
  worlds: readonly [small: ScaleWorld, large: ScaleWorld],
  readsOf: (database: WorldDatabase, world: ScaleWorld) => Promise<NamedReads[]>,
): Promise<void> {
  const [small, large] = worlds
  const reads = await Promise.all(worlds.map((world) => withDatabase(world, (database) => readsOf(database, world))))
  const servers = await Promise.all(worlds.map((world) => startWithSearch(world, { STRAND_READ_ONLY: '1' })))
  const sides: Side[] = servers.map(({ origin }, n) => ({
    pool: new Pool(origin, { connections: 1, pipelining: 1 }),
    reads: new Map(reads[n]),
  }))
  console.log('\nReads through the whole server, ms over loopback, one after another\n')
  console.log(`${''.padEnd(36)}  ${small.name.padStart(16)}  ${large.name.padStart(16)}`)
  console.log(`${''.padEnd(36)}  ${'p50     p95'.padStart(16)}  ${'p50     p95'.padStart(16)}   p95 ratio`)
  for (const [name] of reads[0]!) {
    const taken = sides.map(() => [] as number[])
    for (const side of sides) for (const one of side.reads.get(name)!) await ask(side, one)
    for (let round = 0; round < rounds; round += 1)
      for (const [n, side] of sides.entries()) {
        const queries = side.reads.get(name)!
        for (let sent = 0; sent < perRound; sent += 1) taken[n]!.push(await ask(side, queries[(round * perRound + sent) % queries.length]!))
      }
    const [before, after] = taken as [number[], number[]]
    const [p95Before, p95] = [quantile(before, 0.95), quantile(after, 0.95)]
    record({
      title: `Reads through the whole server, ${large.name}`,
      what: `${name}, p95`,
      unit: 'ms',
      value: p95,
      floor: p95Before,
      higherIsBetter: false,
    })
    const missed = p95 >= requirements.p95 || p95 / p95Before > requirements.ratio
    if (missed) process.exitCode = 1
    console.log(
      `${name.padEnd(36)}  ${ms(quantile(before, 0.5))} ${ms(p95Before)}   ${ms(quantile(after, 0.5))} ${ms(p95)}   ${(p95 / p95Before).toFixed(2)}${missed ? '  missed' : ''}`,
    )
  }
  console.log(`\nRequired: p95 at full size below ${requirements.p95} ms and at most ${requirements.ratio} times that at a tenth`)
  await Promise.all(sides.map(({ pool }) => pool.close()))
  await Promise.all(servers.map(({ started }) => stop(started)))
}

/** Resident memory (MB); null if the system does not report it. */
function residentMemory(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return null
  }
}

async function measureStart(world: ScaleWorld): Promise<void> {
  const answered: number[] = []
  const memory: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const startedAt = performance.now()
    const started = start(world)
    const origin = await ready(started)
    const response = await fetch(`${origin}/api/v0/beads?sort=top`)
    await response.arrayBuffer()
    answered.push(performance.now() - startedAt)
    await sleep(3000)
    const used = residentMemory(started.process.pid!)
    if (used !== null) memory.push(used)
    await stop(started)
  }
  const title = `Start on ${world.name}`
  const [firstMs, idleMb] = [quantile(answered, 0.5), memory.length > 0 ? quantile(memory, 0.5) : 0]
  if (firstMs > requirements.start || idleMb > requirements.memory) process.exitCode = 1
  record({ title, what: 'first answer', unit: 'ms', value: firstMs, floor: null, higherIsBetter: false })
  if (memory.length > 0) record({ title, what: 'idle memory', unit: 'MB', value: idleMb, floor: null, higherIsBetter: false })
  console.log(`\n${title}`)
  const row = (what: string, value: number, unit: string, most: number): void =>
    console.log(`  ${what.padEnd(13)} ${value.toFixed(0)} ${unit} (required: ${most})${value > most ? '  missed' : ''}`)
  row('first answer', firstMs, 'ms', requirements.start)
  if (memory.length > 0) row('idle memory', idleMb, 'MB', requirements.memory)
}

type Pair<World> = readonly [small: World, large: World]

/** @param factor of the full size */
export const createScaleWorlds = async (factor: number): Promise<Pair<SqliteWorld>> => [
  await scaleWorld('a tenth', times(fullSize, factor / 10)),
  await scaleWorld('full size', times(fullSize, factor)),
]

export async function measureScaleReads(worlds: Pair<ScaleWorld>): Promise<void> {
  const deepest = Math.floor(worlds[0].size.beads * 0.9)
  await measureReads(worlds, (database, world) => readsOf(database, world, deepest))
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkScale(factor = 1): Promise<void> {
  const worlds = await createScaleWorlds(factor)
  await measureScaleReads(worlds)
  await measureStart(worlds[1])
}
