/** Deleting the own account (BY12). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { ownedTables } from '../../server/features/accounts/removal.ts'
import { retiredKey } from '../../server/features/accounts/tombstone.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { wrongCounters } from '../support/counters.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import { done, entangle, profilePicture } from './accounts-leaving.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('deletion of an account', () => {
  const leave = (client: Client, password?: string) => client.post('/api/v0/me/delete', { password })

  test('BY12 deletion without the right password → 403; by a visitor → 401', async () => {
    const { client, me } = await server.signUp()
    for (const given of [undefined, '', 'not it']) {
      const { status, body } = await leave(client, given)
      expect([status, body.code]).toEqual([403, 'wrong_credentials'])
    }
    expect((await client.get('/api/v0/me')).body.uid).toBe(me.uid)
    expect((await leave(server.client(), 'x')).status).toBe(401)
  })

  test('BY12 an account without a password is deleted only after a recent log-in', async () => {
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { passwordHash: null })
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: '2026-01-01T00:00:00.000Z' }))
    expect((await leave(client)).body.message).toBe(messages.signInAgain)
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: new Date().toISOString() }))
    expect((await leave(client)).body).toEqual({ deleted: true })
  })

  test('BY12 deletion ends all sessions, log-ins and keys, and clears the personal columns', async () => {
    const { client, me, password } = await server.signUp('Gone Tomorrow')
    const elsewhere = server.client()
    await elsewhere.post('/api/v1/auth/login', { username: me.uid, password })
    await done(client.post('/api/v0/me/preferences', { city: 'Bern', description: 'Private', pushPrefs: { onFollow: false } }))
    await done(client.post('/api/v0/me/updateimage', { image: await profilePicture() }))
    const { image } = (await client.get('/api/v0/me')).body
    const token = (await client.get('/api/v1/me/token')).body.token as string
    await client.post('/api/v0/auth/sendpasswordreset', { email: me.email })
    await server.services.outbox.drain()

    expect((await leave(client, password)).body).toEqual({ deleted: true })
    expect(client.cookies.has('strand_session')).toBe(false)
    expect((await elsewhere.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
    expect((await server.client().get('/api/v0/posts', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401)
    for (const username of [me.uid, me.email]) {
      const { status, body } = await server.client().post('/api/v1/auth/login', { username, password })
      expect([status, body.code]).toEqual([403, 'account_does_not_exist'])
    }
    expect((await server.client().get(`/api/v0/members/${me.uid}`)).status).toBe(404)
    const [row] = await server.db.getRepository(MemberEntity).findBy({ uidKey: retiredKey(me.uid) })
    expect(row!.uid).toMatch(/^deleted\.[0-9a-f]{16}$/)
    expect(row).toMatchObject({
      name: messages.deletedMember,
      email: null,
      passwordHash: null,
      image: null,
      isAdmin: false,
      verified: false,
      emailPrefs: null,
      pushPrefs: null,
    })
    for (const secret of ['Bern', 'Private', 'Gone', me.email]) expect(JSON.stringify(row)).not.toContain(secret)
    for (const table of ['session', 'account_key', 'cast_token'])
      expect(await sql(server.db, `SELECT 1 FROM "${table}" WHERE "uid" = :uid`, { uid: me.uid })).toEqual([])
    await server.services.outbox.drain()
    expect((await fetch(server.url + image)).status).toBe(404)
  })

  test('BY12 the email address of a deleted account is free again, its uid is not', async () => {
    const { client, me, password } = await server.signUp('Only One Ever')
    await leave(client, password)
    const again = await server.client().post('/api/v0/auth/signup', { name: 'Only One Ever', email: me.email, password: 'somebody new' })
    expect([again.status, again.body.uid === me.uid]).toEqual([200, false])
  })

  test('BY12 own playlists are deleted, contributions to others belong to "Deleted member", and all counters are right', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    const { shared, alone, draft, theirs, posts } = await entangle(one, other)
    const third = await server.signUp()
    await done(third.client.post(`/api/v0/members/${one.me.uid}/block`))
    await done(third.client.post(`/api/v0/members/${other.me.uid}/mute`))
    expect(await wrongCounters(server.db)).toEqual([])

    await leave(one.client, one.password)
    expect(await wrongCounters(server.db)).toEqual([])
    await server.services.outbox.drain()
    expect(await wrongCounters(server.db)).toEqual([])

    for (const { id } of [alone, draft]) expect((await other.client.get(`/api/v0/beads/${id}`)).status).toBe(404)
    const { body: bead } = await other.client.get(`/api/v0/beads/${shared.id}`)
    expect([bead.creator, bead.postCount, bead.can.post]).toEqual([
      { uid: expect.stringMatching(/^deleted\./), name: messages.deletedMember, verified: false, image: null },
      2,
      true,
    ])
    const remaining = (await other.client.get(`/api/v0/posts/${posts.mineTheirs.id}`)).body
    expect([remaining.title, remaining.creator.name, remaining.collectCount]).toEqual(['Mine in theirs', messages.deletedMember, 1])
    expect((await other.client.get(`/api/v0/posts/${posts.theirs.id}`)).body).toMatchObject({
      collectCount: 0,
      upvoteCount: 0,
      commentCount: 1,
    })
    expect((await other.client.get(`/api/v0/posts/${posts.mineAlone.id}`)).status).toBe(404)
    expect((await other.client.get(`/api/v0/beads/${theirs.id}`)).body).toMatchObject({ followerCount: 0, postCount: 2 })
    expect((await other.client.get('/api/v0/me')).body).toMatchObject({ followerCount: 0, followingCount: 0 })
    for (const list of ['followers', 'following'])
      expect((await other.client.get(`/api/v0/members/${other.me.uid}/${list}`)).body.results).toEqual([])
    expect((await third.client.get('/api/v0/me')).status).toBe(200)
  })

  test('BY12 deletion leaves no row in any table that the member owns', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await entangle(one, other)
    await server.services.outbox.drain()
    const tables = ownedTables(server.db)
    expect(tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['session', 'relation', 'invitee', 'block_or_mute', 'account_key', 'network_link', 'notification']),
    )
    await leave(one.client, one.password)
    await server.services.outbox.drain()
    for (const { table, column } of [...tables, { table: 'notification_activity', column: 'actor' }]) {
      const left = await sql(server.db, `SELECT 1 FROM "${table}" WHERE "${column}" = :uid`, { uid: one.me.uid })
      expect([table, column, left]).toEqual([table, column, []])
    }
  })

  test('BY12 a deletion that fails midway is completed when the event is processed again', async () => {
    const { client, password } = await server.signUp()
    const beads = await Promise.all(['a', 'b', 'c'].map((title) => startBead(client, { title: `Mine ${title}` })))
    await leave(client, password)
    const { remove } = server.services.images
    server.services.images.remove = () => Promise.reject(new Error('the disk is away'))
    await server.services.outbox.drain()
    const left = () => sql(server.db, 'SELECT "id" FROM "bead" WHERE "id" IN (:...ids)', { ids: beads.map(({ id }) => id) })
    expect(await left()).toHaveLength(beads.length)
    server.services.images.remove = remove
    await transaction(server.db, (manager) => manager.query(`UPDATE "outbox" SET "dueDate" = '2020-01-01T00:00:00.000Z'`))
    await server.services.outbox.drain()
    expect(await left()).toEqual([])
    expect(await wrongCounters(server.db)).toEqual([])
  })

  test('BY12 a deleted member cannot be followed, invited or mentioned', async () => {
    const [gone, other] = [await server.signUp(), await server.signUp()]
    const bead = await startBead(other.client)
    await leave(gone.client, gone.password)
    expect((await other.client.post(`/api/v0/members/${gone.me.uid}/follow`)).status).toBe(404)
    await other.client.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [gone.me.uid] })
    expect((await other.client.get(`/api/v0/beads/${bead.id}`)).body.invitees).toEqual([])
    const post = await addPost(other.client, bead.id, { title: 'Hello', description: `Are you there, @${gone.me.uid}?` })
    expect(post.description).not.toContain('href')
  })

  test('M1 deletion of the last admin → 409', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await updateMember(server.db, one.me.uid, { isAdmin: true })
    const refused = await leave(one.client, one.password)
    expect([refused.status, refused.body.message]).toEqual([409, messages.lastAdmin])
    await updateMember(server.db, other.me.uid, { isAdmin: true })
    expect((await leave(one.client, one.password)).status).toBe(200)
    expect((await leave(other.client, other.password)).status).toBe(409)
    await updateMember(server.db, other.me.uid, { isAdmin: false })
  })

  test('M1 BY12 concurrent deletions of the last two admins: one → 409, and one admin remains', async () => {
    const admins = [await server.signUp(), await server.signUp()]
    for (const { me } of admins) await updateMember(server.db, me.uid, { isAdmin: true })
    const replies = await Promise.all(admins.map(({ client, password }) => leave(client, password)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const left = await server.db.getRepository(MemberEntity).findBy({ isAdmin: true })
    expect(left.map(({ uid }) => admins.some(({ me }) => me.uid === uid))).toEqual([true])
    await updateMember(server.db, left[0]!.uid, { isAdmin: false })
  })
})
