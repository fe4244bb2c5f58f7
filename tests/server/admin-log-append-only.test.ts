/** The database rejects changes of the admin log (BY14). */
import { describe, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { logAdminAction } from '../../server/features/moderation/log.ts'
import { toTombstone } from '../../server/features/accounts/tombstone.ts'
import { admin, join, server, setUpPeople } from '../support/people.ts'
import { testDatabaseKind } from '../support/server.ts'

setUpPeople()

interface Row {
  id: string
  uid: string
  targetId: string
  subjectUid: string | null
  detail: string
}
const rows = (): Promise<Row[]> => sql(server.db, 'SELECT * FROM "admin_action" ORDER BY "id"')
const run = (statement: string): Promise<unknown> => transaction(server.db, (manager) => sql(manager, statement))
const log = (by: string, targetId: string, detail: Record<string, unknown>): Promise<void> =>
  transaction(server.db, (manager) =>
    logAdminAction(manager, { by, action: 'member.privileges', target: { kind: 'member', id: targetId }, detail }),
  )

const columns = '"id", "uid", "action", "targetKind", "targetId", "detail", "creationDate"'
const attacks = [
  'DELETE FROM "admin_action"',
  `UPDATE "admin_action" SET "uid" = 'other'`,
  `UPDATE "admin_action" SET "detail" = '{}'`,
  `UPDATE "admin_action" SET "subjectUid" = 'other'`,
  `UPDATE "admin_action" SET "creationDate" = '2020-01-01T00:00:00.000Z'`,
  `UPDATE "admin_action" SET "id" = 'x00000000000000000'`,
  ...(testDatabaseKind === 'sqlite'
    ? [
        `INSERT OR REPLACE INTO "admin_action" (${columns}) SELECT "id", 'other', "action", "targetKind", "targetId", "detail", "creationDate" FROM "admin_action"`,
        `UPDATE OR REPLACE "admin_action" SET "action" = 'post.edit'`,
      ]
    : ['TRUNCATE "admin_action"', 'TRUNCATE "admin_action" CASCADE']),
  `INSERT INTO "admin_action" (${columns}) SELECT ${columns} FROM "admin_action" WHERE TRUE ON CONFLICT ("id") DO UPDATE SET "detail" = '{}'`,
]

describe('BY14 the admin log is append-only', () => {
  it.each(attacks)('BY14 %s → rejected by the database', async (statement) => {
    await log(admin.uid, 'someone', { verified: true })
    const before = await rows()
    await expect(run(statement)).rejects.toThrow('the admin log is append-only')
    expect(await rows()).toEqual(before)
  })

  it('BY14 decision 51: a deleted account is replaced by its tombstone in the log, and nothing else changes', async () => {
    const leaving = await join(server, 'Leaving Admin', { isAdmin: true })
    await log(leaving.uid, leaving.uid, { verified: true, title: leaving.uid, note: `about ${leaving.uid}` })
    await log(admin.uid, 'someone', { from: leaving.uid, to: admin.uid })
    await log(admin.uid, leaving.uid, { verified: false })
    const before = await rows()
    const tombstone = await transaction(server.db, (manager) => toTombstone(manager, leaving.uid))
    const after = await rows()
    const replaced = (value: string): string => (value === leaving.uid ? tombstone : value)
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        uid: replaced(row.uid),
        targetId: replaced(row.targetId),
        subjectUid: row.subjectUid && replaced(row.subjectUid),
        detail: row.detail.replaceAll(`"${leaving.uid}"`, `"${tombstone}"`),
      })),
    )
    expect(after.filter(({ uid, targetId }) => uid === tombstone && targetId === tombstone)).toHaveLength(1)
    expect(after.filter(({ subjectUid }) => subjectUid === tombstone)).toHaveLength(1)
    expect(await sql(server.db, 'SELECT * FROM "erasure"')).toEqual([])
  })

  it('BY14 an erasure permits the replacement of its uid only', async () => {
    await log(admin.uid, 'someone', { verified: true })
    const before = await rows()
    const withErasure = (statement: string): Promise<unknown> =>
      transaction(server.db, async (manager) => {
        await sql(manager, 'INSERT INTO "erasure" ("uid", "tombstone") VALUES (:uid, \'deleted.x\')', { uid: admin.uid })
        await sql(manager, statement)
      })
    for (const statement of attacks) await expect(withErasure(statement), statement).rejects.toThrow('the admin log is append-only')
    expect(await rows()).toEqual(before)
  })
})
