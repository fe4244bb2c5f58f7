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

test('W1 tags followed in several spellings → one tag with all followers', async () => {
  await migrate(db)
  const number = ({ name }: { name: string }) => Number(/\d+$/.exec(name)![0])
  const after = migrations.filter((migration) => number(migration) >= 1790000000020)
  for (let left = after.length; left > 0; left -= 1) await writerOf(db).undoLastMigration()

  const instant = (n: number) => `2026-01-0${n}T00:00:00.000Z`
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben', 'cai'])
      await sql(
        manager,
        `INSERT INTO "member" ("uid", "uidKey", "name", "verified", "isAdmin", "description", "city", "country", "creationDate", "privileges", "followerCount",
           "followingCount", "collectedPostCount", "createdPostCount", "createdBeadCount", "collectedBeadCount")
         VALUES (:uid, :uid, :uid, FALSE, FALSE, '', '', '', :date, '{}', 0, 0, 0, 0, 0, 0)`,
        { uid, date: instant(1) },
      )
    for (const [uid, entity, day] of [
      ['ada', 'Jazz', 2],
      ['ada', 'jazz', 3],
      ['ben', 'JAZZ', 1],
      ['cai', 'dub', 4],
    ] as const)
      await sql(manager, 'INSERT INTO "relation" ("uid", "type", "entity", "creationDate") VALUES (:uid, 4, :entity, :date)', {
        uid,
        entity,
        date: instant(day),
      })
    await sql(manager, 'INSERT INTO "relation" ("uid", "type", "entity", "creationDate") VALUES (\'ada\', 3, \'Ben\', :date)', {
      date: instant(1),
    })
  })

  await migrate(db)
  expect(await sql(db, 'SELECT "uid", "type", "entity" FROM "relation" ORDER BY "type", "entity", "uid"')).toEqual([
    { uid: 'ada', type: 3, entity: 'Ben' },
    { uid: 'cai', type: 4, entity: 'dub' },
    { uid: 'ada', type: 4, entity: 'jazz' },
    { uid: 'ben', type: 4, entity: 'jazz' },
  ])
  const tags = await sql<{ key: string; name: string; followerCount: number }>(
    db,
    'SELECT "key", "name", "followerCount" FROM "tag" ORDER BY "key"',
  )
  expect(tags).toEqual([
    { key: 'dub', name: 'dub', followerCount: 1 },
    { key: 'jazz', name: expect.stringMatching(/^jazz$/i), followerCount: 2 },
  ])
})
