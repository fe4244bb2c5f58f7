/** Taking one's account along, and deleting it (BY12). */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Me, messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { createExports, exportedTables } from '../../server/features/accounts/export.ts'
import { grantedPrivileges } from '../../server/features/accounts/members.ts'
import { ownedTables } from '../../server/features/accounts/removal.ts'
import { retiredKey } from '../../server/features/accounts/tombstone.ts'
import { addPost, member, startBead, updateMember } from '../support/content.ts'
import { wrongCounters } from '../support/counters.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import { unzip } from '../support/zip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

const done = async (reply: Promise<{ status: number; body: unknown }>): Promise<void> => {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
}
const comment = async (client: Client, post: string, text: string): Promise<string> =>
  (await client.post(`/api/v0/comments/${post}`, { text })).body.id
const picture = async (): Promise<string> =>
  (
    await sharp({ create: { width: 260, height: 260, channels: 3, background: '#aa3311' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

/** Everything two people can have to do with each other, both ways. */
async function entangle(one: Person, other: Person) {
  const shared = await startBead(one.client, { title: 'Shared' })
  await done(one.client.post(`/api/v0/beads/${shared.id}/invite`, { newInvitees: [other.me.uid] }))
  const alone = await startBead(one.client, { title: 'Alone' })
  const draft = await startBead(one.client, { title: 'Unborn', isDraft: true })
  const theirs = await startBead(other.client, { title: 'Theirs' })
  await done(other.client.post(`/api/v0/beads/${theirs.id}/invite`, { newInvitees: [one.me.uid] }))
  const posts = {
    mineShared: await addPost(one.client, shared.id, { title: 'Mine in shared' }),
    theirsShared: await addPost(other.client, shared.id, { title: 'Theirs in shared' }),
    mineAlone: await addPost(one.client, alone.id, { title: 'Mine alone' }),
    mineTheirs: await addPost(one.client, theirs.id, { title: 'Mine in theirs', tags: ['jazz'] }),
    theirs: await addPost(other.client, theirs.id, { title: 'Theirs alone' }),
  }
  for (const [{ client }, target] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const { id } of Object.values(posts)) {
      await done(client.post(`/api/v0/posts/${id}/collect`))
      await done(client.post(`/api/v0/posts/${id}/upvote`))
      const said = await comment(client, id, 'Well said')
      for (const liker of [one.client, other.client]) await done(liker.post(`/api/v0/comments/${said}/reaction/like`))
    }
    for (const { id } of [shared, alone, theirs]) await done(client.post(`/api/v0/beads/${id}/follow`))
    await done(client.post(`/api/v0/members/${target.me.uid}/superfollow`))
    await done(client.post('/api/v0/tags/jazz/follow'))
  }
  return { shared, alone, draft, theirs, posts }
}

describe('an account that is taken along', () => {
  const archiveOf = async (client: Client): Promise<{ files: Map<string, Buffer>; headers: Headers }> => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie } })
    expect(response.status).toBe(200)
    return { files: await unzip(Buffer.from(await response.arrayBuffer())), headers: response.headers }
  }
  const listIn = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
    JSON.parse(files.get(`${name}.json`)!.toString('utf8'))

  test('BY12 is a zip archive of everything that the member made and did', async () => {
    const [one, other] = [await server.signUp('Taker Along'), await server.signUp()]
    const { shared, alone, draft, theirs, posts } = await entangle(one, other)
    await done(one.client.post('/api/v0/me/preferences', { city: 'Bern', emailPrefs: { onDigest: false } }))
    await done(one.client.post('/api/v0/me/updateimage', { image: await picture() }))
    const { files, headers } = await archiveOf(one.client)
    expect([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      'application/zip',
      `attachment; filename="strand-${one.me.uid}.zip"`,
      'no-store',
    ])
    const account = JSON.parse(files.get('account.json')!.toString('utf8'))
    expect(Me.parse(account)).toMatchObject({
      uid: one.me.uid,
      city: 'Bern',
      email: one.me.email,
      emailPrefs: { onDigest: false, onFollow: true },
    })
    expect(
      listIn(files, 'playlists')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([shared.id, alone.id, draft.id].toSorted())
    expect(
      listIn(files, 'posts')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([posts.mineShared.id, posts.mineAlone.id, posts.mineTheirs.id].toSorted())
    expect(listIn(files, 'comments')).toHaveLength(5)
    expect(listIn(files, 'relations').filter(({ type }) => type === 1)).toHaveLength(5)
    expect(listIn(files, 'invitations').map(({ beadId }) => beadId)).toEqual([theirs.id])
    expect(listIn(files, 'sessions')).toHaveLength(1)
    const playlist = JSON.parse([...files].find(([name]) => name.startsWith('playlists/shared-'))![1].toString('utf8'))
    expect(JSON.stringify(playlist)).toContain('Theirs in shared')
    expect([...files.keys()].filter((name) => name.startsWith('playlists/'))).toHaveLength(3)
    expect((await sharp(files.get(`pictures/profile-${one.me.uid}.jpg`)).metadata()).format).toBe('jpeg')
  })

  test('BY12 BY7 holds no hash, no key, and nothing private of others', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await entangle(one, other)
    await done(other.client.post(`/api/v0/members/${one.me.uid}/block`))
    const { files } = await archiveOf(one.client)
    const everything = Buffer.concat([...files.values()]).toString('utf8')
    const { passwordHash } = await member(server.db, one.me.uid)
    const [session] = await server.db.getRepository(SessionEntity).findBy({ uid: one.me.uid })
    for (const secret of [passwordHash!, session!.tokenHash, other.me.email, 'passwordHash', 'tokenHash'])
      expect(everything).not.toContain(secret)
    expect(listIn(files, 'blocked-and-muted')).toEqual([])
  })

  test('BY12 lists that are longer than what is read at once are whole', async () => {
    const { client, me } = await server.signUp()
    const rows = Array.from({ length: 1201 }, (_, n) => ({
      uid: me.uid,
      type: 4,
      entity: `tag${String(n).padStart(5, '0')}`,
      creationDate: '2026-01-01T00:00:00.000Z',
      superfollow: false,
    }))
    await transaction(server.db, async (manager) => {
      for (let from = 0; from < rows.length; from += 100) await manager.insert('relation', rows.slice(from, from + 100))
    })
    const entities = listIn((await archiveOf(client)).files, 'relations').map(({ entity }) => entity)
    expect(entities).toEqual(rows.map(({ entity }) => entity))
  })

  test('BY12 a playlist deleted during the export is an empty playlist in the archive', async () => {
    const { client } = await server.signUp()
    const bead = await startBead(client, { title: 'Short-lived' })
    const { beads } = server.services
    const get = beads.get.bind(beads)
    vi.spyOn(beads, 'get').mockImplementationOnce(async (id, viewer) => {
      await done(client.delete(`/api/v0/beads/${bead.id}`))
      return get(id, viewer)
    })
    const { files } = await archiveOf(client)
    expect(JSON.parse(files.get(`playlists/short-lived-${bead.id}.jspf`)!.toString('utf8'))).toMatchObject({
      playlist: { title: 'Short-lived', track: [] },
    })
  })

  test('BY12 a read that fails during the export ends the download with an error, and the server keeps serving', async () => {
    const { client } = await server.signUp()
    const bead = await startBead(client, { title: 'Unreadable' })
    const write = vi.spyOn(server.services.transfer, 'write').mockImplementation(() => {
      throw new Error('disk failed')
    })
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const download = fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie } }).then((response) => response.arrayBuffer())
    await expect(download).rejects.toThrow()
    write.mockRestore()
    expect((await client.get(`/api/v0/beads/${bead.id}`)).status).toBe(200)
  })

  test('BY12 a read that fails before the download begins is an error of the archive, not of the process', async () => {
    const { client, me } = await server.signUp()
    await startBead(client, { title: 'Unreadable' })
    const { beads, images } = server.services
    const transfer = {
      write: (): never => {
        throw new Error('disk failed')
      },
    }
    const viewer = { uid: me.uid, isAdmin: false, privileges: grantedPrivileges({ privileges: {} }), hides: false }
    const archive = await createExports({ db: server.db, images, beads, transfer }).archive(viewer)
    await expect.poll(() => archive.errored?.message).toBe('disk failed')
    await expect(pipeline(archive, new PassThrough())).rejects.toThrow('disk failed')
  })

  test('BY12 a picture that is deleted during the export is empty in the archive', async () => {
    const { client, me } = await server.signUp()
    await done(client.post('/api/v0/me/updateimage', { image: await picture() }))
    await startBead(client, { title: 'First' })
    const { beads, images } = server.services
    const get = beads.get.bind(beads)
    const named = vi.spyOn(images, 'file')
    vi.spyOn(beads, 'get').mockImplementationOnce(async (id, viewer) => {
      await vi.waitFor(() => expect(named.mock.results).toHaveLength(1))
      // The archive has looked at the file by then.
      await sleep(100)
      await rm(join(images.root, named.mock.results[0]!.value as string))
      return get(id, viewer)
    })
    const { files } = await archiveOf(client)
    named.mockRestore()
    expect(files.get(`pictures/profile-${me.uid}.jpg`)).toHaveLength(0)
  })

  test('BY12 a download that is broken off ends the reading of what it would have held', async () => {
    const { client } = await server.signUp()
    await startBead(client, { title: 'Endless' })
    let isOpen = false
    const write = vi.spyOn(server.services.transfer, 'write').mockImplementation(async function* () {
      isOpen = true
      try {
        for (;;) yield randomBytes(50_000).toString('base64')
      } finally {
        isOpen = false
      }
    })
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const abort = new AbortController()
    const response = await fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie }, signal: abort.signal })
    await response.body!.getReader().read()
    await expect.poll(() => isOpen, { timeout: 5_000 }).toBe(true)
    abort.abort()
    await expect.poll(() => isOpen, { timeout: 5_000 }).toBe(false)
    write.mockRestore()
  })

  test('BY12 is for the member alone', async () => {
    expect((await server.client().get('/api/v0/me/export')).status).toBe(401)
  })

  test('BY12 leaves out no table by accident', () => {
    const exported = new Set(exportedTables.map(({ table }) => table))
    // Secrets, what is on its way, what is made from the rest, and what others did.
    const deliberately = ['account_key', 'cast_token', 'tv_pairing', 'network_attempt', 'collected', 'notification_activity']
    const telling = server.db.entityMetadatas
      .filter(({ foreignKeys }) => foreignKeys.some(({ referencedEntityMetadata }) => referencedEntityMetadata.tableName === 'member'))
      .map(({ tableName }) => tableName)
    expect(telling.filter((table) => !exported.has(table)).toSorted()).toEqual(deliberately.toSorted())
    for (const { table, column } of exportedTables) expect(server.db.getMetadata(table).findColumnWithPropertyName(column)).toBeTruthy()
  })
})

describe('an account that is deleted', () => {
  const leave = (client: Client, password?: string) => client.post('/api/v0/me/delete', { password })

  test('BY12 demands the password', async () => {
    const { client, me } = await server.signUp()
    for (const given of [undefined, '', 'not it']) {
      const { status, body } = await leave(client, given)
      expect([status, body.code]).toEqual([403, 'wrong_credentials'])
    }
    expect((await client.get('/api/v0/me')).body.uid).toBe(me.uid)
    expect((await leave(server.client(), 'x')).status).toBe(401)
  })

  test('BY12 where there is none, a recent log-in', async () => {
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { passwordHash: null })
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: '2026-01-01T00:00:00.000Z' }))
    expect((await leave(client)).body.message).toBe(messages.signInAgain)
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: new Date().toISOString() }))
    expect((await leave(client)).body).toEqual({ deleted: true })
  })

  test('BY12 is gone: no session, no log-in, no profile, nothing personal in its row', async () => {
    const { client, me, password } = await server.signUp('Gone Tomorrow')
    const elsewhere = server.client()
    await elsewhere.post('/api/v1/auth/login', { username: me.uid, password })
    await done(client.post('/api/v0/me/preferences', { city: 'Bern', description: 'Private', pushPrefs: { onFollow: false } }))
    await done(client.post('/api/v0/me/updateimage', { image: await picture() }))
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
    for (const told of ['Bern', 'Private', 'Gone', me.email]) expect(JSON.stringify(row)).not.toContain(told)
    for (const table of ['session', 'account_key', 'cast_token'])
      expect(await sql(server.db, `SELECT 1 FROM "${table}" WHERE "uid" = :uid`, { uid: me.uid })).toEqual([])
    await server.services.outbox.drain()
    expect((await fetch(server.url + image)).status).toBe(404)
  })

  test('BY12 its address is free again, its uid never', async () => {
    const { client, me, password } = await server.signUp('Only One Ever')
    await leave(client, password)
    const again = await server.client().post('/api/v0/auth/signup', { name: 'Only One Ever', email: me.email, password: 'somebody new' })
    expect([again.status, again.body.uid === me.uid]).toEqual([200, false])
  })

  test('BY12 what was the member’s alone goes, what others go on using stays under "Deleted member", and every counter is right', async () => {
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
    const kept = (await other.client.get(`/api/v0/posts/${posts.mineTheirs.id}`)).body
    expect([kept.title, kept.creator.name, kept.collectCount]).toEqual(['Mine in theirs', messages.deletedMember, 1])
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

  test('BY12 leaves no row behind in any table that is a member’s own', async () => {
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

  test('BY12 goes on after a crash: what was not deleted yet is deleted by the next process', async () => {
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

  test('BY12 nobody can follow, invite or mention whoever is gone', async () => {
    const [gone, other] = [await server.signUp(), await server.signUp()]
    const bead = await startBead(other.client)
    await leave(gone.client, gone.password)
    expect((await other.client.post(`/api/v0/members/${gone.me.uid}/follow`)).status).toBe(404)
    await other.client.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [gone.me.uid] })
    expect((await other.client.get(`/api/v0/beads/${bead.id}`)).body.invitees).toEqual([])
    const post = await addPost(other.client, bead.id, { title: 'Hello', description: `Are you there, @${gone.me.uid}?` })
    expect(post.description).not.toContain('href')
  })

  test('M1 the last admin stays', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await updateMember(server.db, one.me.uid, { isAdmin: true })
    const refused = await leave(one.client, one.password)
    expect([refused.status, refused.body.message]).toEqual([409, messages.lastAdmin])
    await updateMember(server.db, other.me.uid, { isAdmin: true })
    expect((await leave(one.client, one.password)).status).toBe(200)
    expect((await leave(other.client, other.password)).status).toBe(409)
    await updateMember(server.db, other.me.uid, { isAdmin: false })
  })
})

describe('the profile picture', () => {
  test('P5 AP1 is changed, has an address of its own, and says when', async () => {
    const { client, me } = await server.signUp()
    const { status, body } = await client.post('/api/v0/me/updateimage', {
      image: await picture(),
      crop: { xCoord: 0, yCoord: 0, xDimen: 220, yDimen: 220 },
      resize: { type: 'square' },
    })
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['image', 'timestamp']])
    expect(await (await fetch(server.url + body.image)).arrayBuffer()).toBeTruthy()
    expect((await client.get('/api/v0/me')).body).toMatchObject({ image: body.image, imageLastModified: body.timestamp })
    expect(body.image).toMatch(new RegExp(`^/people/square/${me.uid}\\.jpg\\?v=`))
    const second = (await client.post('/api/v0/me/updateimage', { image: await picture() })).body
    expect(second.image).not.toBe(body.image)
    expect((await fetch(server.url + second.image)).status).toBe(200)
  })

  test.each([
    [{}, 400, messages.imageMissing],
    [{ image: Buffer.from('GIF89a').toString('base64') }, 415, messages.imageType],
  ])('P5 AP10 %j is refused in the documented text', async (upload, status, message) => {
    const { client, me } = await server.signUp()
    const reply = await client.post('/api/v0/me/updateimage', upload)
    expect([reply.status, reply.body.message]).toEqual([status, message])
    expect((await member(server.db, me.uid)).image).toBeNull()
  })

  test('P5 AP10 one that is too large, or too small', async () => {
    const { client } = await server.signUp()
    const huge = await client.post('/api/v0/me/updateimage', { image: Buffer.alloc(5_000_001, 0xff).toString('base64') })
    expect([huge.status, huge.body.message]).toEqual([413, messages.profileImageTooLarge])
    const beyond = await client.post('/api/v0/me/updateimage', { image: 'A'.repeat(8_000_000) })
    expect([beyond.status, beyond.body.message]).toEqual([413, messages.profileImageTooLarge])
    const tiny = (
      await sharp({ create: { width: 199, height: 260, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const small = await client.post('/api/v0/me/updateimage', { image: tiny })
    expect([small.status, small.body.message]).toEqual([400, messages.profileImageTooSmall])
  })
})
