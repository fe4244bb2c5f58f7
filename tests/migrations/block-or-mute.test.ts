import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'

setUp()

const creationDate = '2026-01-01T00:00:00.000Z'
const rows = [
  { uid: 'ada', kind: 'block', otherUid: 'ben', creationDate },
  { uid: 'ada', kind: 'mute', otherUid: 'ben', creationDate },
  { uid: 'ben', kind: 'mute', otherUid: 'cai', creationDate },
]

test('BY14 blocks and mutes of the table aversion → the same rows in block_or_mute, and back; a deleted member cascades', async () => {
  await migrate(db)
  const read = (table: string) => sql(db, `SELECT "uid", "kind", "otherUid", "creationDate" FROM "${table}" ORDER BY "uid", "kind"`)
  await revertFrom(1790000000190)
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben', 'cai']) await insertMember(manager, uid, creationDate)
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
  await revertFrom(1790000000190)
  expect(await read('aversion')).toEqual(rows)
  await migrate(db)
  await transaction(db, (manager) => sql(manager, `DELETE FROM "member" WHERE "uid" = 'cai'`))
  expect(await read('block_or_mute')).toEqual(rows.slice(0, 2))
})
