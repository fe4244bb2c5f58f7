import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'

setUp()

test('BY12 O1 earlier admin actions are indexed by the members in their details; publications no longer name the admin', async () => {
  await migrate(db)
  await revertFrom(1790000000212)
  const date = '2026-01-01T00:00:00.000Z'
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben', 'ida']) await insertMember(manager, uid, date)
    const details = [
      { from: 'ada', to: 'ben' },
      { title: 'A title', verdict: 'delete' },
      { creatorUid: 'ada', title: 'ada' },
      { from: { text: 'ben' }, fields: ['ida'] },
      { creator: 'someone.else' },
    ]
    for (const [n, detail] of details.entries())
      await sql(
        manager,
        `INSERT INTO "admin_action" ("id", "uid", "action", "targetKind", "targetId", "detail", "creationDate")
         VALUES (:id, 'ida', 'bead.curator', 'bead', 'b', :detail, :date)`,
        { id: `x${n}`, detail: JSON.stringify(detail), date },
      )
    for (const [verb, actor] of [
      ['publish', 'ida'],
      ['invite', 'ben'],
    ]) {
      await sql(
        manager,
        `INSERT INTO "notification" ("uid", "verb", "topic", "date", "actorCount", "actors", "isOwner") VALUES ('ada', :verb, 'b', :date, 1, :actors, TRUE)`,
        { verb, date, actors: JSON.stringify([{ uid: actor, date }]) },
      )
      await sql(
        manager,
        `INSERT INTO "notification_activity" ("uid", "verb", "topic", "actor", "source", "date") VALUES ('ada', :verb, 'b', :actor, '', :date)`,
        { verb, actor, date },
      )
    }
  })

  await migrate(db)
  expect(await sql(db, 'SELECT "uid", "actionId" FROM "admin_action_member" ORDER BY "uid", "actionId"')).toEqual([
    { uid: 'ada', actionId: 'x0' },
    { uid: 'ada', actionId: 'x2' },
    { uid: 'ben', actionId: 'x0' },
    { uid: 'ben', actionId: 'x3' },
    { uid: 'ida', actionId: 'x3' },
  ])
  expect(await sql(db, 'SELECT "verb", "actor" FROM "notification_activity" ORDER BY "verb"')).toEqual([
    { verb: 'invite', actor: 'ben' },
    { verb: 'publish', actor: 'ada' },
  ])
  const groups = await sql<{ actors: string }>(db, 'SELECT "actors" FROM "notification" ORDER BY "verb"')
  expect(groups.map(({ actors }) => JSON.parse(actors))).toEqual([[{ uid: 'ben', date }], [{ uid: 'ada', date }]])
})
