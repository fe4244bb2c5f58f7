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

const creationDate = '2026-01-01T00:00:00.000Z'
const rows = [
  { uid: 'ada', kind: 'block', otherUid: 'ben', creationDate },
  { uid: 'ada', kind: 'mute', otherUid: 'ben', creationDate },
  { uid: 'ben', kind: 'mute', otherUid: 'cai', creationDate },
]

test('BY14 blocks and mutes of the table aversion → the same rows in block_or_mute, and back; a deleted member cascades', async () => {
  await migrate(db)
  const number = ({ name }: { name: string }) => Number(/\d+$/.exec(name)![0])
  const undo = async () => {
    for (let left = migrations.filter((migration) => number(migration) >= 1790000000190).length; left > 0; left -= 1)
      await writerOf(db).undoLastMigration()
  }
  const read = (table: string) => sql(db, `SELECT "uid", "kind", "otherUid", "creationDate" FROM "${table}" ORDER BY "uid", "kind"`)
  await undo()
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben', 'cai'])
      await sql(
        manager,
        `INSERT INTO "member" ("uid", "uidKey", "name", "verified", "isAdmin", "description", "city", "country", "creationDate", "privileges", "followerCount",
           "followingCount", "collectedPostCount", "createdPostCount", "createdBeadCount", "collectedBeadCount")
         VALUES (:uid, :uid, :uid, FALSE, FALSE, '', '', '', :creationDate, '{}', 0, 0, 0, 0, 0, 0)`,
        { uid, creationDate },
      )
    for (const row of rows)
      await sql(
        manager,
        'INSERT INTO "aversion" ("uid", "kind", "otherUid", "creationDate") VALUES (:uid, :kind, :otherUid, :creationDate)',
        row,
      )
  })

  await migrate(db)
  expect(await read('block_or_mute')).toEqual(rows)
  await expect(read('aversion')).rejects.toThrow()
  await undo()
  expect(await read('aversion')).toEqual(rows)
  await migrate(db)
  await transaction(db, (manager) => sql(manager, `DELETE FROM "member" WHERE "uid" = 'cai'`))
  expect(await read('block_or_mute')).toEqual(rows.slice(0, 2))
})
