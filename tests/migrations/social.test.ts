import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'

setUp()

test('W1 tags followed in several spellings → one tag with all followers', async () => {
  await migrate(db)
  await revertFrom(1790000000020)

  const instant = (n: number) => `2026-01-0${n}T00:00:00.000Z`
  await transaction(db, async (manager) => {
    for (const uid of ['ada', 'ben', 'cai']) await insertMember(manager, uid, instant(1))
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
