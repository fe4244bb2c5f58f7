/** Hand-written SQL outside of transactions (BY24): lists, prepared statements and errors. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'better-sqlite3'
import pg from 'pg'
import { QueryFailedError } from 'typeorm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { outageOf } from '#db/outage.ts'
import { slowQueriesOf } from '#db/slowQueries.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { closeSockets, connectDevice } from '../support/connect-device.ts'
import { startTestServer, testDatabaseKind, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await transaction(server.db, async (manager) => {
    await sql(manager, 'CREATE TABLE "shelf" ("id" INTEGER PRIMARY KEY, "name" TEXT)')
    await sql(manager, `INSERT INTO "shelf" ("id", "name") VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e')`)
  })
})
afterAll(() => server.close())

test.each([1, 2, 3, 4, 5, 300])('a list of %i values finds each row once', async (length) => {
  const ids = Array.from({ length }, (_, n) => n + 1)
  const rows = await sql<{ name: string }>(server.db, 'SELECT "name" FROM "shelf" WHERE "id" IN (:...ids) ORDER BY "id"', { ids })
  expect(rows.map(({ name }) => name).join('')).toBe('abcde'.slice(0, length))
})

test('a list finds texts that are written like lists, quotes, escapes and null', async () => {
  const texts = ['', 'NULL', 'null', '{a,b}', 'a,b', ' a ', '"', '\\', '\\"', "o'clock", '$1', ':name', 'é\u{1F3B5}', '\n']
  await transaction(server.db, async (manager) => {
    await sql(manager, 'CREATE TABLE "label" ("text" TEXT)')
    for (const text of texts) await sql(manager, 'INSERT INTO "label" ("text") VALUES (:text)', { text })
  })
  const read = async (requested: string[]) =>
    (await sql<{ text: string }>(server.db, 'SELECT "text" FROM "label" WHERE "text" IN (:...requested)', { requested })).map(
      ({ text }) => text,
    )
  for (const text of texts) expect(await read([text, 'other'])).toEqual([text])
  expect((await read(texts)).toSorted()).toEqual(texts.toSorted())
})

test('an error is that of TypeORM, and the next statement succeeds', async () => {
  const failing = sql(server.db, 'SELECT "colour" FROM "shelf"')
  await expect(failing).rejects.toBeInstanceOf(QueryFailedError)
  expect(outageOf(await failing.catch((error: unknown) => error))).toBeNull()
  expect(await sql(server.db, 'SELECT "id" FROM "shelf" WHERE "name" = :name', { name: 'e' })).toEqual([{ id: 5 }])
})

test('the stack of an error names the callers of the statement', async () => {
  async function readShelf(): Promise<unknown> {
    const rows = await sql(server.db, 'SELECT "colour" FROM "shelf"')
    return rows[0]
  }
  const error = (await readShelf().catch((reason: unknown) => reason)) as Error
  expect(error.stack).toContain('readShelf')
})

test('BY7 BY24 texts that are run once take little memory', { timeout: 60_000 }, async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const used = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  }
  const before = used()
  for (let n = 0; n < 2000; n += 1) await sql(server.db, `SELECT 1 AS "one" /* ${n}${'x'.repeat(50_000)} */`)
  // They have 100 MB.
  expect(used() - before).toBeLessThan(70)
})

describe('BZ10 BY24 sessions of connected devices', () => {
  afterEach(async () => {
    vi.restoreAllMocks()
    await closeSockets()
  })

  test('one to five sessions are checked with a text per length of lists, on PostgreSQL with one', async () => {
    const onPostgres = vi.spyOn(pg.Client.prototype, 'query')
    const onSqlite = vi.spyOn(Database.prototype, 'prepare')
    const ran = (): string[] =>
      [...onPostgres.mock.calls.map(([query]) => (query as unknown as pg.QueryConfig).text), ...onSqlite.mock.calls.map(([text]) => text)]
        // Other callers of `pg` pass a string.
        .filter((text) => /"tokenHash" (IN|=) \(|"tokenHash" = ANY/.test(text ?? ''))
    const { client, me, password } = await server.signUp()
    for (let sessions = 1; sessions <= 5; sessions += 1) {
      const visitor = sessions === 1 ? client : server.client()
      if (sessions > 1) await visitor.post('/api/v1/auth/login', { username: me.uid, password })
      await connectDevice(server.url, visitor)
      const before = ran().length
      server.services.connect.disconnect(me.uid)
      if (testDatabaseKind === 'postgres') await expect.poll(() => ran().length).toBeGreaterThan(before)
    }
    expect(new Set(ran()).size).toBe(testDatabaseKind === 'postgres' ? 1 : 3)
  })
})

describe.runIf(testDatabaseKind === 'postgres')('PostgreSQL', () => {
  const prepared = (): Promise<unknown[]> =>
    sql(server.db, `SELECT "name" FROM pg_prepared_statements WHERE "statement" LIKE 'SELECT * FROM "shelf"%'`)

  test('a frequent statement is prepared, and is prepared again after another server has migrated its columns', async () => {
    const read = () => sql(server.db, 'SELECT * FROM "shelf" WHERE "id" = :id', { id: 1 })
    await read()
    expect(await prepared()).toEqual([])
    for (let n = 0; n < 10; n += 1) expect(await read()).toEqual([{ id: 1, name: 'a' }])
    expect(await prepared()).toHaveLength(1)
    await server.db.query('ALTER TABLE "shelf" ADD COLUMN "colour" TEXT')
    for (let n = 0; n < 3; n += 1) expect(await read()).toEqual([{ id: 1, name: 'a', colour: null }])
    expect(await prepared()).toHaveLength(2)
  })

  test('BY7 BY24 many frequent texts → those beyond 150,000 characters are not prepared, and still run', async () => {
    // A server of its own: the other tests have prepared statements too.
    const other = await startTestServer()
    const padding = ' '.repeat(1000)
    for (let n = 0; n < 200; n += 1)
      for (let run = 0; run < 6; run += 1) expect(await sql(other.db, `SELECT ${n} AS "shelf"${padding}`)).toEqual([{ shelf: n }])
    const texts = await sql<{ statement: string }>(other.db, 'SELECT "statement" FROM pg_prepared_statements')
    const length = texts.reduce((sum, { statement }) => sum + statement.length, 0)
    expect(length).toBeGreaterThan(100_000)
    expect(length).toBeLessThanOrEqual(150_000)
    await other.close()
  })

  test('a connection that breaks during a statement is an outage, and the next statement has another one', async () => {
    const sleeping = sql(server.db, 'SELECT pg_sleep(20) AS "shelf sleeps"').catch((error: unknown) => error)
    const find = `SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "query" LIKE '%shelf sleeps%' AND "pid" <> pg_backend_pid()`
    await expect.poll(async () => (await server.db.query<unknown[]>(find)).length).toBe(1)
    expect(outageOf(await sleeping)).toBe('the database does not answer')
    for (let n = 0; n < 20; n += 1) expect(await sql(server.db, 'SELECT 1 AS "one"')).toEqual([{ one: 1 }])
  })

  const backend = async (): Promise<number> => (await sql<{ pid: number }>(server.db, 'SELECT pg_backend_pid() AS "pid"'))[0]!.pid

  test('BY24 statements that begin together share a connection, up to 16 of them', async () => {
    const few = await Promise.all(Array.from({ length: 16 }, backend))
    expect(new Set(few).size).toBe(1)
    const many = await Promise.all(Array.from({ length: 17 }, backend))
    expect(new Set(many).size).toBe(2)
  })

  test('BY24 one of them that fails does not affect the others', async () => {
    const square = (n: number) => sql(server.db, `SELECT ${n} * ${n} AS "square"`)
    const results = await Promise.allSettled([square(2), sql(server.db, 'SELECT "size" FROM "shelf"'), square(3), square(4)])
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      [{ square: 4 }],
      'failed',
      [{ square: 9 }],
      [{ square: 16 }],
    ])
  })

  test('BY24 each run of a statement, prepared or not, returns values of the same types', async () => {
    const statement = `SELECT CAST(:n AS INTEGER) AS "whole", CAST(9007199254740993 AS BIGINT) AS "large", CAST(0.5 AS DOUBLE PRECISION) AS "half",
      NULL AS "none", TRUE AS "yes", CAST(:ns AS INTEGER[]) AS "list", CAST(:yes AS BOOLEAN) AS "given" FROM generate_series(1, :n)`
    const read = (n: number) => sql(server.db, statement, { n, ns: [n, -1], yes: n > 1 })
    const row = (n: number) => ({ whole: n, large: '9007199254740993', half: 0.5, none: null, yes: true, list: [n, -1], given: n > 1 })
    for (let n = 0; n < 10; n += 1) expect(await read(n)).toEqual(Array.from({ length: n }, () => row(n)))
    const together = await Promise.all([1, 2, 3].map(read))
    expect(together.map((rows) => rows[0])).toEqual([1, 2, 3].map(row))
  })

  test('BY24 a text that is prepared for several statements of a turn', async () => {
    const read = (n: number) => sql(server.db, 'SELECT CAST(:n AS INTEGER) + 1 AS "next shelf"', { n })
    // The first runs are not prepared, the others of this turn are, and they wait for each other.
    expect(await Promise.all(Array.from({ length: 12 }, (_, n) => read(n)))).toEqual(
      Array.from({ length: 12 }, (_, n) => [{ 'next shelf': n + 1 }]),
    )
    expect(await Promise.all([read(1), read(2)])).toEqual([[{ 'next shelf': 2 }], [{ 'next shelf': 3 }]])
  })

  test('BY24 a prepared statement that fails with one value is run with the next ones', async () => {
    const divide = (n: number) => sql(server.db, 'SELECT 12 / CAST(:n AS INTEGER) AS "shelves"', { n })
    for (let n = 1; n <= 10; n += 1) await divide(n)
    const results = await Promise.allSettled([divide(1), divide(0), divide(2), divide(0), divide(3)])
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      [{ shelves: 12 }],
      'failed',
      [{ shelves: 6 }],
      'failed',
      [{ shelves: 4 }],
    ])
    for (let n = 1; n <= 10; n += 1) expect(await divide(4)).toEqual([{ shelves: 3 }])
  })

  test('BY25 a slow statement does not count for those that wait for it', async () => {
    await Promise.all([sql(server.db, 'SELECT pg_sleep(0.3) AS "slow shelf"'), sql(server.db, 'SELECT 1 AS "quick shelf"')])
    const slow = slowQueriesOf(server.db)!.list()
    expect(slow.filter(({ statement }) => statement.includes('slow shelf'))).toHaveLength(1)
    expect(slow.filter(({ statement }) => statement.includes('quick shelf'))).toEqual([])
  })

  test('a text that cannot be prepared fails with the same error each time it is in a turn', async () => {
    const read = () => sql(server.db, 'SELECT "id" FROM "shelf" /* twice */')
    for (let n = 0; n < 10; n += 1) await read()
    await server.db.query('ALTER TABLE "shelf" RENAME TO "bookcase"')
    // New connections have prepared nothing.
    const other = new pg.Client({ connectionString: (server.db.options as { url: string }).url })
    await other.connect()
    await other.query(
      'SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "datname" = current_database() AND "pid" <> pg_backend_pid()',
    )
    await other.end()
    await expect.poll(backend).toBeGreaterThan(0)
    const codeOf = (error: unknown) => (error as QueryFailedError<Error & { code: string }>).driverError.code
    const undefinedTable = '42P01'
    for (const count of [2, 3, 8]) {
      const codes = await Promise.all(Array.from({ length: count }, () => read().catch(codeOf)))
      expect(codes).toEqual(Array(count).fill(undefinedTable))
    }
    await server.db.query('ALTER TABLE "bookcase" RENAME TO "shelf"')
  })

  test('a connection that breaks fails all of its statements as an outage, and the next ones succeed', async () => {
    const sleeping = Promise.all(
      [1, 2, 3].map((n) => sql(server.db, `SELECT pg_sleep(20) AS "bed ${n} sleeps"`).catch((error: unknown) => outageOf(error))),
    )
    const find = `SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "query" LIKE '%bed 1 sleeps%' AND "pid" <> pg_backend_pid()`
    await expect.poll(async () => (await server.db.query<unknown[]>(find)).length).toBe(1)
    expect(await sleeping).toEqual(Array.from({ length: 3 }, () => 'the database does not answer'))
    expect(await Promise.all(Array.from({ length: 20 }, backend))).toHaveLength(20)
  })
})
