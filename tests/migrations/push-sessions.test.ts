import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataSource } from 'typeorm'
import { loadConfig } from '../../server/config.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { migrations } from '#db/migrations/index.ts'
import { sql } from '#db/sql.ts'
import { transaction, writerOf } from '#db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'

let database: TestDatabase
let db: DataSource
beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDatabase(loadConfig(database.env))
})
afterEach(async () => {
  await closeDatabase(db)
  await database.remove()
})

test('O4 an earlier push subscription → assigned to the session last used in its browser, or deleted without one', async () => {
  await migrate(db)
  const number = ({ name }: { name: string }) => Number(/\d+$/.exec(name)![0])
  for (let left = migrations.filter((one) => number(one) >= 1790000000091).length; left > 0; left -= 1)
    await writerOf(db).undoLastMigration()

  const instant = (n: number) => `2026-01-0${n}T00:00:00.000Z`
  await transaction(db, async (manager) => {
    await sql(
      manager,
      `INSERT INTO "member" ("uid", "uidKey", "name", "verified", "isAdmin", "description", "city", "country", "creationDate", "privileges", "followerCount",
         "followingCount", "collectedPostCount", "createdPostCount", "createdBeadCount", "collectedBeadCount")
       VALUES ('ada', 'ada', 'ada', FALSE, FALSE, '', '', '', :date, '{}', 0, 0, 0, 0, 0, 0)`,
      { date: instant(1) },
    )
    for (const [hash, agent, day] of [
      ['s1', 'Phone', 2],
      ['s2', 'Phone', 4],
      ['s3', 'Laptop', 3],
    ] as const)
      await sql(
        manager,
        `INSERT INTO "session" ("tokenHash", "uid", "userAgent", "device", "creationDate", "lastUsedDate", "expiryDate")
         VALUES (:hash, 'ada', :agent, NULL, :first, :used, :end)`,
        { hash, agent, first: instant(1), used: instant(day), end: '2036-01-01T00:00:00.000Z' },
      )
    for (const [id, agent] of [
      ['p1', 'Phone'],
      ['p2', 'Laptop'],
      ['p3', 'Lost'],
    ] as const)
      await sql(
        manager,
        `INSERT INTO "push_subscription" ("id", "uid", "endpoint", "p256dh", "auth", "userAgent", "creationDate")
         VALUES (:id, 'ada', :endpoint, 'k', 'a', :agent, :date)`,
        { id, agent, endpoint: `https://push.example.org/${id}`, date: instant(2) },
      )
  })

  await migrate(db)
  const held = () => sql<{ id: string }>(db, 'SELECT "id", "endpoint", "sessionHash" FROM "push_subscription" ORDER BY "id"')
  expect(await held()).toEqual([
    { id: 'p1', endpoint: 'https://push.example.org/p1', sessionHash: 's2' },
    { id: 'p2', endpoint: 'https://push.example.org/p2', sessionHash: 's3' },
  ])
  await transaction(db, (manager) => sql(manager, `DELETE FROM "session" WHERE "tokenHash" = 's2'`))
  expect((await held()).map(({ id }) => id)).toEqual(['p2'])
})
