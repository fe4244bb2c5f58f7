/** Measures the reads of playlist health by an admin, with 100,000 playlists, a tenth of whose links are dead (BZ6). */
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { createChance } from './chance.ts'
import { quantile, record } from './figures.ts'
import { addHealthRows } from './health-rows.ts'
import { scaleWorld, type SqliteWorld } from './scale-world.ts'
import { ask, startWithSearch, stop, withDatabase, type NamedReads, type Read } from './scale.ts'

/** Required: p95 (ms). */
const maxP95 = 10
const repetitions = 400
/** A read without work: what a request costs on this machine at that moment. */
const floorRead: Read = { path: '/healthz' }

/** The addresses of each read: first and deep pages, and single playlists. */
async function readsOf(world: SqliteWorld, admin: string): Promise<NamedReads[]> {
  await withDatabase(world, ({ signIn }) => signIn([admin]))
  const db = new Database(world.database.path)
  addHealthRows(db, admin)
  const chance = createChance(11)
  const total = db.prepare<[], number>(`SELECT COUNT(*) FROM "bead_health" WHERE "provider" = 'all'`).pluck().get()!
  const places = db.prepare<[number], { share: number; dead: number; id: string }>(
    `SELECT "deadShare" AS "share", "dead", "beadId" AS "id" FROM "bead_health" WHERE "provider" = 'all'
     ORDER BY "deadShare" DESC, "dead" DESC, "beadId" DESC LIMIT 1 OFFSET ?`,
  )
  const some = Array.from({ length: 60 }, () => places.get(chance.below(total))!)
  const [largest] = db.prepare<[], string>('SELECT "id" FROM "bead" ORDER BY "postCount" DESC LIMIT 1').pluck().all()
  const host = db.prepare<[], string>(`SELECT "failureDate" || '~' || "host" FROM "link_host" ORDER BY "failureDate" LIMIT 1 OFFSET 500`)
  const after = host.pluck().get()!
  console.log(`\nPlaylist health: ${total.toLocaleString('en-US')} playlists with links`)
  db.close()
  const reads = (paths: readonly string[]): Read[] => paths.map((path) => ({ path: `/api/v0/${path}`, uid: admin }))
  return [
    ['overview', reads(['admin/health'])],
    ['playlists, worst first', reads(['admin/health/beads', 'admin/health/beads?provider=youtube'])],
    ['playlists, any page', reads(some.map(({ share, dead, id }) => `admin/health/beads?after=${share}~${dead}~${id}`))],
    ['numbers of a playlist', reads(some.map(({ id }) => `admin/health/beads/${id}`))],
    ['dead posts of a playlist', reads([...some.map(({ id }) => `admin/health/beads/${id}/posts`), `admin/health/beads/${largest}/posts`])],
    ['share of a playlist', reads(some.map(({ id }) => `beads/${id}/health`))],
    ['link checker', reads(['admin/health/checker'])],
    ['failing hosts', reads(['admin/health/hosts', `admin/health/hosts?after=${encodeURIComponent(after)}`])],
  ]
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkHealth(factor = 1): Promise<void> {
  const world = await scaleWorld('health', {
    members: 2000,
    beads: Math.round(100_000 * factor),
    posts: Math.round(200_000 * factor),
    relations: 10_000,
  })
  const admin = world.rows.uid(0)
  const reads = await readsOf(world, admin)
  // The jobs would check the links.
  const { started, origin } = await startWithSearch(world, { STRAND_READ_ONLY: '1' })
  const pool = new Pool(origin, { connections: 1, pipelining: 1 })
  try {
    for (const [name, some] of reads) {
      for (const read of some) await ask({ pool }, read)
      const [taken, least]: [number[], number[]] = [[], []]
      for (let n = 0; n < repetitions; n += 1) {
        least.push(await ask({ pool }, floorRead))
        taken.push(await ask({ pool }, some[n % some.length]!))
      }
      const [p50, p95, floor] = [quantile(taken, 0.5), quantile(taken, 0.95), quantile(least, 0.95)]
      if (p95 >= maxP95) process.exitCode = 1
      record({ title: 'Playlist health', what: `${name}, p95`, unit: 'ms', value: p95, floor, higherIsBetter: false })
      console.log(
        `${name.padEnd(26)} p50 ${p50.toFixed(2).padStart(6)}  p95 ${p95.toFixed(2).padStart(6)}  floor ${floor.toFixed(2).padStart(6)}${p95 >= maxP95 ? '  missed' : ''}`,
      )
    }
    console.log(`Required: p95 below ${maxP95} ms`)
  } finally {
    await pool.close()
    await stop(started)
  }
}
