/** Counts of lists of posts (BY24). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { createCounts } from '../../server/features/posts/counts.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await transaction(server.db, (manager) => sql(manager, 'CREATE TABLE "shelf" ("name" TEXT PRIMARY KEY, "total" INTEGER)'))
})
afterAll(() => server.close())

const store = (name: string, total: number): Promise<unknown> =>
  transaction(server.db, (manager) =>
    sql(manager, 'INSERT INTO "shelf" ("name", "total") VALUES (:name, :total) ON CONFLICT ("name") DO UPDATE SET "total" = :total', {
      name,
      total,
    }),
  )

const statement = 'SELECT "total" FROM "shelf" WHERE "name" = :name'

test.each([
  ['small', 1_999, 1_998],
  ['large', 2_000, 2_000],
])('BY24 a %s list of %i posts loses one → its count is %i within a minute, and right after it', async (name, total, within) => {
  let now = 0
  const { count } = createCounts(server.db, () => now)
  const read = (): Promise<number> => count(statement, { name, unused: now })
  await store(name, total)
  expect(await read()).toBe(total)
  await store(name, total - 1)
  now += 59_000
  expect(await read()).toBe(within)
  now += 2_000
  expect(await read()).toBe(total - 1)
})

test('BY24 a large list with a version is counted again when the version changes, and not before', async () => {
  const { count } = createCounts(server.db)
  const read = (): Promise<number> =>
    count(statement, { name: 'soul', other: 'version' }, 'SELECT "total" FROM "shelf" WHERE "name" = :other')
  await store('soul', 3_000)
  await store('version', 1)
  expect(await read()).toBe(3_000)
  await store('soul', 3_001)
  expect(await read()).toBe(3_000)
  await store('version', 2)
  expect(await read()).toBe(3_001)
})

test('BY24 the total of a large collection follows a collect at once', async () => {
  const { client } = await server.signUp('Collector')
  const bead = await startBead(client)
  const [first, second] = [await addPost(client, bead.id), await addPost(client, bead.id)]
  await client.post(`/api/v0/posts/${first.id}/collect`)
  // Copies of the post and of its collect.
  const numbers = (count: number, digits: number): string =>
    `(${Array.from({ length: count }, (_, n) => `SELECT '${String(n).padStart(digits, '0')}' AS "digits"`).join(' UNION ALL ')})`
  const ids = `(SELECT 'p' || a."digits" || b."digits" AS "copy" FROM ${numbers(50, 8)} a CROSS JOIN ${numbers(40, 9)} b)`
  await transaction(server.db, async (manager) => {
    for (const [table, column] of [
      ['post', 'id'],
      ['collected', 'postId'],
    ] as const) {
      const columns = server.db.getMetadata(table).columns.map(({ databaseName }) => databaseName)
      const values = columns.map((name) => (name === column ? '"copy"' : `t."${name}"`))
      await sql(
        manager,
        `INSERT INTO "${table}" ("${columns.join('", "')}") SELECT ${values.join(', ')} FROM "${table}" t CROSS JOIN ${ids} n WHERE t."${column}" = :id`,
        { id: first.id },
      )
    }
  })
  const total = async (): Promise<number> =>
    (await client.get<{ counts: { total: number } }>('/api/v0/posts?collectedby=self')).body.counts.total
  expect(await total()).toBe(2_001)
  await client.post(`/api/v0/posts/${second.id}/collect`)
  expect(await total()).toBe(2_002)
})

test('BY24 lists with other parameters have counts of their own', async () => {
  const { count } = createCounts(server.db)
  await store('jazz', 5_000)
  await store('rock', 6_000)
  const counts = ['jazz', 'rock', 'jazz'].map((name) => count(statement, { name }))
  expect(await Promise.all(counts)).toEqual([5_000, 6_000, 5_000])
})
