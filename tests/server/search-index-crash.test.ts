/** The server and a rebuild as separate processes, killed while they write. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataSource } from 'typeorm'
import { openEmbedded } from '#search/embedded/index.ts'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { newId } from '#db/ids.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { PostEntity, type PostRow } from '../../server/features/posts/entities.ts'
import { ready, startProduction, startScript, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'

let database: TestDatabase
const running = new Set<Started>()
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all([...running].map(kill))
  await database.remove()
})

function begin(started: Started): Started {
  running.add(started)
  return started
}

const beginServer = (): Started => begin(startProduction(database.env))

async function kill(started: Started): Promise<void> {
  started.process.kill('SIGKILL')
  await started.ended
  running.delete(started)
}

async function withDatabase<T>(work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await openDatabase(loadConfig(database.env))
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await closeDatabase(db)
  }
}

/** Ids of the posts that the index in the data directory finds for a word, including deleted posts. */
async function indexed(word: string): Promise<string[]> {
  const index = await openEmbedded({
    dir: join(database.env.STRAND_DATA_DIR, 'search'),
    log: { info: () => undefined, warn: () => undefined } as never,
  })
  try {
    const { hits } = await index.search({ text: word, types: ['post'], reader: null, unfinished: false, from: 0, limit: 1000 })
    return hits.map(({ id }) => id).sort()
  } finally {
    await index.close()
  }
}

const stored = (word: string): Promise<string[]> =>
  withDatabase(async (db) =>
    (await sql<{ id: string }>(db, 'SELECT "id" FROM "post" WHERE "title" LIKE :like ORDER BY "id"', { like: `%${word}%` }))
      .map(({ id }) => id)
      .sort(),
  )

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it never came about')
    await sleep(20)
  }
}

/** Null while the first index is built. */
async function total(url: string, word: string): Promise<number | null> {
  const { status, body } = await new Client(url).get(`/api/v2/search?type=post&limit=1&q=${word}`)
  return status === 503 ? null : body.counts.total
}

/** Adds posts, changes every third and removes every fifth of them, until the server is killed. */
async function keepWriting(url: string, name: string, wrote: () => void): Promise<void> {
  const client = new Client(url)
  const call = async (path: string, body: object = {}, method = 'POST') => {
    const reply = await client.request(method, path, body).catch(() => null)
    if (reply !== null) expect([path, reply.status]).toEqual([path, 200])
    return reply?.body
  }
  if (!(await call('/api/v0/auth/signup', { name, email: `${name}@example.org`, password: 'crash test' }))) return
  const bead = await call('/api/v0/beads', { title: name, category: 'music', invitees: [] })
  for (let n = 0; bead; n += 1) {
    const post = await call(`/api/v0/posts/${bead.bead}`, { title: `Alpha ${name} ${n}`, tags: ['Crash'] })
    if (!post) return
    wrote()
    if (n % 3 === 0 && !(await call(`/api/v0/posts/${post.id}`, { title: `Omega ${name} ${n}` }))) return
    if (n % 5 === 0 && !(await call(`/api/v0/posts/${post.id}`, undefined, 'DELETE'))) return
  }
}

test('X5 a server killed during writes finds exactly what was written after its restart', { timeout: 90_000 }, async () => {
  for (let round = 0; round < 3; round += 1) {
    const server = beginServer()
    const url = await ready(server)
    let written = 0
    const writing = ['a', 'b', 'c'].map((name) => keepWriting(url, `crash${round}${name}`, () => (written += 1)))
    await until(async () => written >= 10 + 7 * round, 10_000)
    await kill(server)
    await Promise.all(writing)
  }
  const server = beginServer()
  await ready(server)
  const [alpha, omega] = [await stored('Alpha'), await stored('Omega')]
  expect(alpha.length).toBeGreaterThan(20)
  expect(omega.length).toBeGreaterThan(5)
  const same = async (word: string, ids: string[]): Promise<boolean> => JSON.stringify(await indexed(word)) === JSON.stringify(ids)
  // First it processes the events that dead processes had written but not indexed.
  await until(async () => (await same('alpha', alpha)) && (await same('omega', omega)), 15_000)
})

/** Creates posts in one playlist without events; each hundred has a word of its own. */
async function fill(posts: number): Promise<void> {
  await withDatabase(async (db) => {
    const server = beginServer()
    const client = new Client(await ready(server))
    const { body: me } = await client.post('/api/v0/auth/signup', { name: 'Filler', email: 'filler@example.org', password: 'crash test' })
    const { body: bead } = await client.post('/api/v0/beads', { title: 'Full', category: 'music', invitees: [] })
    const { body: first } = await client.post(`/api/v0/posts/${bead.bead}`, { title: 'First' })
    await kill(server)
    const like = await db.getRepository(PostEntity).findOneByOrFail({ id: first.id })
    const rows = Array.from({ length: posts }, (_none, n): PostRow => ({
      ...like,
      id: newId('post'),
      title: `Batch word${Math.floor(n / 100)}`,
      description: 'Lorem ipsum dolor sit amet '.repeat(12),
      creatorUid: me.uid,
    }))
    await transaction(db, async (manager) => {
      for (let from = 0; from < posts; from += 400)
        await manager
          .createQueryBuilder()
          .insert()
          .into(PostEntity)
          .values(rows.slice(from, from + 400))
          .updateEntity(false)
          .execute()
      await manager.update(BeadEntity, { id: bead.bead }, { postCount: posts + 1 })
      // A gap in the change log causes a rebuild of the index.
      await sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')
    })
  })
}

const rebuilding = `
  import { loadConfig, rebuildSearch } from './server/rebuild.ts'
  const built = await rebuildSearch(loadConfig(), ({ done, finishing }) => console.log(finishing ? 'finishing' : 'read', done), new AbortController().signal)
  process.exit(built ? 0 : 1)`
const rebuild = (): Started => begin(startScript(rebuilding, database.env))

test('X5 an index build that is killed is restarted and completed, and so is a rebuild beside a server', { timeout: 90_000 }, async () => {
  await fill(5000)
  for (let round = 0; round < 2; round += 1) {
    const server = beginServer()
    await ready(server)
    await sleep(100 + 200 * round)
    await kill(server)
  }
  const server = beginServer()
  const url = await ready(server)
  await until(async () => (await total(url, 'word0')) === 100 && (await total(url, 'word49')) === 100, 30_000)

  for (const stage of [/read [2-4]\d{3}/, /finishing/]) {
    const killed = rebuild()
    await until(async () => stage.test(killed.output()), 20_000)
    await kill(killed)
    expect(await total(url, 'word17')).toBe(100)
  }
  // Rows without an event are found by a rebuild only.
  await withDatabase((db) =>
    transaction(db, (manager) => sql(manager, `UPDATE "post" SET "title" = 'Silent change' WHERE "title" = 'Batch word17'`)),
  )
  const whole = rebuild()
  expect([await whole.ended, whole.output()]).toEqual([0, expect.stringContaining('finishing')])
  await until(async () => (await total(url, 'silent')) === 100 && (await total(url, 'word17')) === 0, 1000)
  // No files of killed builds remain.
  const files = await readdir(join(database.env.STRAND_DATA_DIR, 'search'))
  expect(files.filter((name) => name.startsWith('building-'))).toEqual([])
})
