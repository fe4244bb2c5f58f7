import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'

setUp()

test('O4 an earlier push subscription → assigned to the session last used in its browser, or deleted without one', async () => {
  await migrate(db)
  await revertFrom(1790000000091)

  const instant = (n: number) => `2026-01-0${n}T00:00:00.000Z`
  await transaction(db, async (manager) => {
    await insertMember(manager, 'ada', instant(1))
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
