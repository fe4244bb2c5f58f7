import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'

setUp()

test('BY12 BY25 a database with a deleted account of an early version is upgraded, and its uid is replaced', async () => {
  await migrate(db)
  await revertFrom(1790000000143)
  const date = '2026-01-01T00:00:00.000Z'
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben']) await insertMember(manager, uid, date)
    await sql(manager, `UPDATE "member" SET "removedDate" = :date WHERE "uid" = 'ada'`, { date })
    await sql(
      manager,
      `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
       VALUES ('x1', 'ben', 'member.verify', 'member', 'ada', :detail, :date)`,
      { detail: JSON.stringify({ by: 'ben', of: 'ada' }), date },
    )
  })

  await migrate(db)
  const uids = await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" ORDER BY "uid"')
  expect(uids).toEqual([{ uid: 'ben' }, { uid: expect.stringMatching(/^deleted\.[0-9a-f]{16}$/) }])
  const tombstone = uids[1]!.uid
  const [action] = await sql<{ targetId: string; detail: string }>(db, 'SELECT "targetId", "detail" FROM "admin_action"')
  expect([action!.targetId, JSON.parse(action!.detail)]).toEqual([tombstone, { by: 'ben', of: tombstone }])
})
