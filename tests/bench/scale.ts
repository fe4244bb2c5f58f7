/** Compares the most frequent reads of a large database with those of one of a tenth of its size; measures memory and startup time. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { ready, startProcess, type Started } from '../support/built-server.ts'
import { createChance, type Chance } from './chance.ts'
import { quantile, record } from './figures.ts'
import { scaleWorld, type ScaleWorld } from './scale-world.ts'
import type { Size } from './scale-rows.ts'

const full: Size = { members: 50_000, beads: 100_000, posts: 1_000_000, relations: 5_000_000 }
const times = (size: Size, factor: number): Size =>
  Object.fromEntries(Object.entries(size).map(([what, n]) => [what, Math.round(n * factor)])) as unknown as Size

/** Requirements: p95 at full size (ms), its ratio to a tenth of the size, memory (MB), and startup time (ms). */
const requirements = { p95: 10, ratio: 1.5, memory: 150, start: 1500 }

interface Read {
  path: string
  uid?: string
}

const tokenOf = (uid: string): string => createHash('sha256').update(`bench ${uid}`).digest('base64url')

/** Creates sessions of members, to measure their reads. */
function signIn(db: Database.Database, uids: readonly string[]): void {
  const now = new Date().toISOString()
  const insert = db.prepare(
    `INSERT OR REPLACE INTO "session" ("tokenHash", "uid", "creationDate", "lastUsedDate", "expiryDate", "userAgent") VALUES (?, ?, ?, ?, ?, '')`,
  )
  for (const uid of uids) insert.run(createHash('sha256').update(tokenOf(uid)).digest('hex'), uid, now, now, '2999-01-01T00:00:00.000Z')
}

const pick = <T>(chance: Chance, from: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => from[chance.below(from.length)]!)

/** The reads: mostly of random members and entities, and of the largest of each kind. */
function readsOf({ database, rows, size }: ScaleWorld, deepest: number): [name: string, reads: Read[]][] {
  const db = new Database(database)
  const chance = createChance(7)
  const column = (sql: string, ...values: unknown[]): string[] =>
    db
      .prepare<unknown[], string>(sql)
      .pluck()
      .all(...values)
  const eager = column('SELECT "uid" FROM "member" ORDER BY "followingCount" + "collectedBeadCount" DESC, "uid" LIMIT 3')
  const collectors = column('SELECT "uid" FROM "member" ORDER BY "collectedPostCount" DESC, "uid" LIMIT 3')
  const makers = column('SELECT "uid" FROM "member" ORDER BY "createdPostCount" DESC, "uid" LIMIT 3')
  const followed = column('SELECT "uid" FROM "member" ORDER BY "followerCount" DESC, "uid" LIMIT 3')
  const members = [
    ...pick(
      chance,
      Array.from({ length: size.members }, (_, n) => rows.uid(n)),
      57,
    ),
    ...eager,
  ]
  const large = column('SELECT "id" FROM "bead" WHERE NOT "isDraft" ORDER BY "postCount" DESC LIMIT 40')
  const posts = pick(chance, column('SELECT "id" FROM "post" WHERE NOT "isDraft" ORDER BY "shuffleKey" LIMIT 2000'), 60)
  const beads = pick(chance, column('SELECT "id" FROM "bead" WHERE NOT "isDraft" ORDER BY "id" DESC LIMIT 2000'), 60)
  const tags = column('SELECT "key" FROM "tag" ORDER BY "followerCount" DESC LIMIT 40')
  const categories = column('SELECT DISTINCT "category" FROM "bead"')
  signIn(db, [...members, ...collectors])
  db.close()
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

async function ask({ pool }: Side, { path, uid }: Read): Promise<number> {
  const startedAt = performance.now()
  const headers = uid === undefined ? {} : { Cookie: `strand_session=${tokenOf(uid)}` }
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
  await body.dump({ limit: 10_000_000 })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return performance.now() - startedAt
}

const environment = (world: ScaleWorld) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  STRAND_DATA_DIR: world.folder,
  STRAND_DEMO: '0',
  STRAND_RATE_LIMITS: '0',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
})
const start = (world: ScaleWorld): Started => startProcess(process.execPath, ['build/start.mjs'], environment(world))

async function stop({ process: child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

const rounds = 10
const perRound = 60

const ms = (value: number): string => value.toFixed(2).padStart(7)

async function measureReads(small: ScaleWorld, large: ScaleWorld): Promise<void> {
  const deepest = Math.floor(small.size.beads * 0.9)
  const worlds = [small, large]
  const reads = worlds.map((world) => readsOf(world, deepest))
  const started = worlds.map(start)
  const origins = await Promise.all(started.map((one) => ready(one)))
  const sides: Side[] = origins.map((origin, n) => ({
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
    console.log(
      `${name.padEnd(36)}  ${ms(quantile(before, 0.5))} ${ms(p95Before)}   ${ms(quantile(after, 0.5))} ${ms(p95)}   ${(p95 / p95Before).toFixed(2)}${missed ? '  missed' : ''}`,
    )
  }
  console.log(`\nRequired: p95 at full size below ${requirements.p95} ms and at most ${requirements.ratio} times that at a tenth`)
  await Promise.all(sides.map(({ pool }) => pool.close()))
  await Promise.all(started.map(stop))
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
  record({ title, what: 'first answer', unit: 'ms', value: quantile(answered, 0.5), floor: null, higherIsBetter: false })
  if (memory.length > 0)
    record({ title, what: 'idle memory', unit: 'MB', value: quantile(memory, 0.5), floor: null, higherIsBetter: false })
  console.log(`\n${title}`)
  console.log(`  first answer  ${quantile(answered, 0.5).toFixed(0)} ms (required: ${requirements.start})`)
  if (memory.length > 0) console.log(`  idle memory   ${quantile(memory, 0.5).toFixed(0)} MB (required: ${requirements.memory})`)
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkScale(factor = 1): Promise<void> {
  const small = await scaleWorld('a tenth', times(full, factor / 10))
  const large = await scaleWorld('full size', times(full, factor))
  await measureReads(small, large)
  await measureStart(large)
}
