/** What several servers on one PostgreSQL share, and what each has of its own (decision 57). */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { buildWorld } from '../../server/demo/world.ts'
import { guessLimitOfAll } from '../../server/features/accounts/proof.ts'
import { ready, startProduction } from '../support/built-server.ts'
import { addPost, startBead } from '../support/content.ts'
import { createTestDatabase, startTestServer, testDatabaseKind, type Client, type TestServer } from '../support/server.ts'

/** SQLite has one server. */
describe.runIf(testDatabaseKind === 'postgres')('two servers on PostgreSQL', () => {
  let first: TestServer
  let second: TestServer
  const env = { STRAND_SECRET: 'the secret of both servers', STRAND_METRICS_PORT: '0', STRAND_RATE_LIMITS: '1' }
  beforeAll(async () => {
    first = await startTestServer({ env })
    const { database } = first.config
    second = await startTestServer({ env, databaseUrl: () => (database.kind === 'postgres' ? database.url : '') })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  const lagOf = async (server: TestServer): Promise<number | null> => (await server.client().get('/readyz')).body.searchLag
  const measuredLag = async (server: TestServer): Promise<string | undefined> => {
    server.services.operations.figures.search.expire()
    return /^strand_search_lag\{index="embedded"\} (\d+)$/m.exec(await server.services.metrics!.read())?.[1]
  }
  const canSearch = async (client: Client): Promise<boolean> =>
    JSON.stringify((await client.get('/api/v2/search?q=zanzibar')).body.results).includes('Zanzibar')

  it('BY27 each has its own index and reports its lag, at /readyz and as a metric; it follows the changes of the other', async () => {
    expect(await lagOf(second), 'not built').toBeNull()
    for (const server of [first, second]) await server.services.search.catchUp()
    const { client, me, password } = await first.signUp()
    const { id } = await startBead(client, { title: 'Zanzibar' })
    for (let n = 0; n < 5; n += 1) await addPost(client, id, { title: `Zanzibar ${n}` })
    await first.services.outbox.drain()
    await first.services.search.catchUp()

    const other = second.client()
    await other.post('/api/v1/auth/login', { username: me.uid, password })
    await expect.poll(() => lagOf(first), { timeout: 3000 }).toBe(0)
    await expect.poll(() => lagOf(second), { timeout: 3000 }).toBeGreaterThanOrEqual(6)
    expect(Number(await measuredLag(second))).toBe(await lagOf(second))
    expect(await measuredLag(first)).toBe('0')
    expect(await canSearch(client)).toBe(true)
    expect(await canSearch(other), 'its index is older').toBe(false)

    second.services.search.start()
    await expect.poll(() => canSearch(other), { timeout: 3000 }).toBe(true)
    await expect.poll(() => lagOf(second), { timeout: 3000 }).toBe(0)
    expect(await measuredLag(second)).toBe('0')
  })

  it('BY27 with one secret, a visitor who plays a post at both is counted once', async () => {
    const { client } = await first.signUp()
    const { id } = await addPost(client, (await startBead(client)).id, { media: { href: 'https://example.org/film.mp4' } })
    const play = async (server: TestServer): Promise<number> => (await server.client().post(`/api/v0/posts/${id}/play`)).body.count
    expect([await play(first), await play(second), await play(first)]).toEqual([1, 1, 1])
  })

  it('BY7 BY27 a device that is known to one is known to the other', async () => {
    const { client, me, password } = await first.signUp()
    const credentials = { username: me.uid, password }
    for (let n = 0; n < guessLimitOfAll.requests; n += 1) await first.services.limits.consume(guessLimitOfAll, `account:${me.uid}`)
    expect((await second.client().post('/api/v1/auth/login', credentials)).status, 'another device').toBe(429)
    const known = second.client()
    for (const [name, value] of client.cookies) known.cookies.set(name, value)
    expect((await known.post('/api/v1/auth/login', credentials)).status).toBe(200)
  })
})

describe.runIf(testDatabaseKind === 'postgres')('five servers', () => {
  it('BY27 five processes start at once on an empty database: it is migrated and seeded once, and all are ready', async () => {
    const database = await createTestDatabase()
    const folders = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()))
    const env = { ...database.env, STRAND_DEMO: '1' }
    const started = [database, ...folders].map(({ env: { STRAND_DATA_DIR } }) => startProduction({ ...env, STRAND_DATA_DIR }))
    try {
      const origins = await Promise.all(started.map((server) => ready(server, 100_000)))
      for (const origin of origins) await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      const client = new pg.Client({ connectionString: database.env.DATABASE_URL })
      await client.connect()
      const counts = await client.query('SELECT (SELECT COUNT(*)::int FROM "migration"), (SELECT COUNT(*)::int FROM "member") AS members')
      await client.end()
      expect(counts.rows).toEqual([{ count: migrations.length, members: buildWorld(new Date(), 'hash').members.length }])
      // A server that is not ready yet logs its answer.
      const linesOf = (output: string) => output.split('\n').filter((line) => !/"route":"\/readyz","status":503/.test(line))
      for (const server of started) expect(linesOf(server.output()).join('\n')).not.toMatch(/"level":[56]0/)
    } finally {
      for (const { process } of started) process.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
      for (const each of [database, ...folders]) await each.remove()
    }
  }, 120_000)
})
