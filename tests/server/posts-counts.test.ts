/** Counts of lists of posts (BY24). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { createCounts } from '../../server/features/posts/counts.ts'
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

test.each([
  ['small', 1_999, 1_998],
  ['large', 2_000, 2_000],
])('BY24 a %s list is counted again: %i and one less → %i within a minute', async (name, total, within) => {
  let now = 0
  const { count } = createCounts(server.db, () => now)
  const read = (): Promise<number> => count('SELECT "total" FROM "shelf" WHERE "name" = :name', { name, unused: now })
  await store(name, total)
  expect(await read()).toBe(total)
  await store(name, total - 1)
  now += 59_000
  expect(await read()).toBe(within)
  now += 2_000
  expect(await read()).toBe(total - 1)
})

test('BY24 lists with other parameters have counts of their own', async () => {
  const { count } = createCounts(server.db)
  await store('jazz', 5_000)
  await store('rock', 6_000)
  const counts = ['jazz', 'rock', 'jazz'].map((name) => count('SELECT "total" FROM "shelf" WHERE "name" = :name', { name }))
  expect(await Promise.all(counts)).toEqual([5_000, 6_000, 5_000])
})
