import { expect, test } from 'vitest'
import { migrate } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { db, insertMember, revertFrom, setUp } from '../support/migrations.ts'
import { startTestServer } from '../support/server.ts'

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

test('BY12 BY25 the upgrade moves what the deleted account wrote to its tombstone, and replaces its mentions', async () => {
  const server = await startTestServer()
  try {
    const [ada, ben] = [await server.signUp('Ada Gone'), await server.signUp('Ben Here')]
    const bead = await startBead(ben.client, { description: `With @${ada.me.uid}`, contributorPolicy: 'everyone' })
    const post = await addPost(ben.client, bead.id, { title: 'By Ben', description: `Found by @${ada.me.uid}.` })
    const theirs = await startBead(ada.client)
    const collected = await addPost(ada.client, theirs.id, { title: 'By Ada' })
    const { status } = await ada.client.post(`/api/v0/comments/${post.id}`, { text: `As @${ada.me.uid} I agree.` })
    expect(status).toBe(200)
    await server.services.outbox.drain()
    await revertFrom(1790000000143, server.db)
    // As an early version did.
    await updateMember(server.db, ada.me.uid, { removedDate: '2026-01-01T00:00:00.000Z', email: null })

    await migrate(server.db)
    const [{ uid: tombstone } = { uid: '' }] = await sql<{ uid: string }>(
      server.db,
      'SELECT "uid" FROM "member" WHERE "removedDate" IS NOT NULL',
    )
    expect(tombstone).toMatch(/^deleted\.[0-9a-f]{16}$/)
    expect(await sql(server.db, 'SELECT "creatorUid", "text" FROM "comment"')).toEqual([
      { creatorUid: tombstone, text: 'As @deleted I agree.' },
    ])
    expect(await sql(server.db, 'SELECT "creatorUid", "description" FROM "post" ORDER BY "title" DESC')).toEqual([
      { creatorUid: ben.me.uid, description: 'Found by @deleted.' },
      { creatorUid: tombstone, description: collected.description },
    ])
    expect(await sql(server.db, 'SELECT "creatorUid", "description" FROM "bead" ORDER BY "creationDate"')).toEqual([
      { creatorUid: ben.me.uid, description: 'With @deleted' },
      { creatorUid: tombstone, description: theirs.description },
    ])
    expect(await sql(server.db, 'SELECT 1 FROM "activity" WHERE "source" = :uid', { uid: ada.me.uid })).toEqual([])
  } finally {
    await server.close()
  }
})
