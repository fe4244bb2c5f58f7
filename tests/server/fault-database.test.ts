/** An unavailable database → 503 with the reason in the log, and recovery without a restart. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Failure, messages } from '#contract/index.ts'
import { connectionsOf } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { writerOf } from '#db/transaction.ts'
import { createLog } from '#http/log.ts'
import { startProxy, type Proxy } from '../support/proxy.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, testDatabaseKind, type Client, type TestServer, type TestServerOptions } from '../support/server.ts'

let server: TestServer
let lines: string[]
let member: Client
let bead: string

async function start(options: TestServerOptions = {}): Promise<void> {
  lines = []
  const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) })
  server = await startTestServer({ ...options, services: (services) => ({ ...services, log }) })
  member = (await server.signUp()).client
  bead = (await startBead(member)).id
}
afterEach(() => server.close())

const logged = (): string[] => lines.map((line) => JSON.parse(line).msg as string).filter((text) => text !== 'request')

async function expectUnavailable(reply: { status: number; headers: Headers; body: unknown }, reason: string): Promise<void> {
  expect([reply.status, (reply.body as Failure).code, (reply.body as Failure).message]).toEqual([503, 'unavailable', messages.serverError])
  expect(Failure.parse(reply.body)).toEqual(reply.body)
  expect(reply.headers.get('retry-after')).toBe('5')
  expect(logged()).toContain(`unavailable: ${reason}`)
}

describe.runIf(testDatabaseKind === 'sqlite')('on SQLite', () => {
  const file = () => join(server.config.dataDir, 'strand.sqlite')
  beforeEach(() => start())

  test('a database locked by another process: writes → 503, reads are not delayed', async () => {
    const other = new Database(file())
    other.exec('BEGIN IMMEDIATE')
    try {
      const startedAt = performance.now()
      const writes = Promise.all(Array.from({ length: 8 }, () => member.post(`/api/v0/posts/${bead}`, { title: 'Waiting' })))
      let slowest = 0
      for (let n = 0; n < 30; n += 1) {
        const sentAt = performance.now()
        expect((await member.get(`/api/v0/posts?bead=${bead}`)).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - sentAt)
      }
      expect(slowest).toBeLessThan(1000)
      for (const reply of await writes) await expectUnavailable(reply, 'another process keeps the database locked')
      // The eight writes wait concurrently.
      expect(performance.now() - startedAt).toBeLessThan(8000)
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
    expect((await addPost(member, bead)).id).toBeTruthy()
    expect((await member.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(1)
  })

  test('a lock released in time: the write waits and succeeds', async () => {
    const other = new Database(file())
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('ROLLBACK'), 700)
    expect((await member.post(`/api/v0/posts/${bead}`, { title: 'Patient' })).status).toBe(200)
    other.close()
  })

  test('a full disk → 503 without loss of acknowledged writes; later writes succeed when there is space', async () => {
    const handle = (writerOf(server.db).driver as unknown as { databaseConnection: Database.Database }).databaseConnection
    const pages = Number(handle.pragma('page_count', { simple: true }))
    handle.pragma(`max_page_count = ${pages + 20}`)
    const acknowledged: string[] = []
    let refused
    for (let n = 0; n < 100 && !refused; n += 1) {
      const reply = await member.post(`/api/v0/posts/${bead}`, { title: `Post ${n}`, description: 'x'.repeat(9000) })
      if (reply.status === 200) acknowledged.push(reply.body.id)
      else refused = reply
    }
    await expectUnavailable(refused!, 'the disk is full')
    expect((await member.get(`/api/v0/posts?bead=${bead}&limit=100`)).body.counts.total).toBe(acknowledged.length)

    handle.pragma('max_page_count = 1000000')
    acknowledged.push((await addPost(member, bead)).id)
    // A transaction that is rolled back (409) does not affect the next one.
    expect((await member.post(`/api/v0/posts/${bead}`, { media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })).status).toBe(200)
    expect((await member.post(`/api/v0/posts/${bead}`, { media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })).status).toBe(409)
    acknowledged.push((await addPost(member, bead)).id)
    const other = new Database(file(), { readonly: true })
    const stored = new Set(other.prepare<[], string>('SELECT "id" FROM "post"').pluck().all())
    const counted = other.prepare<[string], number>('SELECT "postCount" FROM "bead" WHERE "id" = ?').pluck().get(bead)
    other.close()
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect([stored.size, counted]).toEqual([acknowledged.length + 1, acknowledged.length + 1])
  })
})

describe.runIf(testDatabaseKind === 'postgres')('on PostgreSQL', () => {
  let proxy: Proxy
  let direct: string
  beforeEach(async () => {
    const { hostname, port } = new URL(process.env.STRAND_TEST_DATABASE_URL!)
    proxy = await startProxy({ host: hostname, port: Number(port) || 5432 })
    await start({
      databaseUrl: (url) => {
        direct = url
        return url.replace(/@[^/]+/, `@127.0.0.1:${proxy.port}`)
      },
    })
  })
  afterEach(() => proxy.close())

  test('a lost database connection → 503 until it returns', async () => {
    await proxy.close()
    for (const reply of [
      await member.get(`/api/v0/beads/${bead}`),
      await member.post(`/api/v0/posts/${bead}`, { title: 'Lost' }),
      await member.get('/api/v0/me'),
    ])
      await expectUnavailable(reply, 'the database does not answer')
    expect((await server.client().get('/readyz')).status).toBe(503)
    expect((await server.client().get('/healthz')).status, 'it is alive, and must not be killed').toBe(200)
    await proxy.open()
    await expect.poll(async () => (await member.get(`/api/v0/beads/${bead}`)).status, { timeout: 10_000 }).toBe(200)
    expect((await addPost(member, bead)).id).toBeTruthy()
  })

  test('BY27 the network to the database falls silent → not ready within a second, but alive', async () => {
    expect((await server.client().get('/readyz')).status).toBe(200)
    proxy.silence()
    const startedAt = performance.now()
    expect((await server.client().get('/readyz')).status).toBe(503)
    expect((await server.client().get('/healthz')).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(2500)
    await proxy.close()
  })

  test('BY27 slow statements use all common connections → the server stays ready', async () => {
    const sleeping: Promise<unknown>[] = []
    for (let n = 0; n < 16; n += 1) {
      sleeping.push(sql(server.db, 'SELECT pg_sleep(3)'))
      // Those of one turn would share a connection.
      await nextTurn()
    }
    await expect.poll(() => connectionsOf(server.db)).toMatchObject({ active: 16 })
    const startedAt = performance.now()
    expect((await server.client().get('/readyz')).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    await Promise.all(sleeping)
  })

  test('a table locked by another session → 503 after the timeout', async () => {
    const other = new pg.Client({ connectionString: direct })
    await other.connect()
    await other.query('BEGIN')
    await other.query('LOCK TABLE "bead" IN ACCESS EXCLUSIVE MODE')
    try {
      await expectUnavailable(await member.post(`/api/v0/posts/${bead}`, { title: 'Waiting' }), 'rows of the database are locked')
      expect((await member.get('/api/v0/me/sessions')).status).toBe(200)
    } finally {
      await other.query('ROLLBACK')
      await other.end()
    }
    expect((await addPost(member, bead)).id).toBeTruthy()
  })
})
