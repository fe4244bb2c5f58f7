import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages, type Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { AppendOnlyLog1790000000204 } from '#db/migrations/append-only-log.ts'
import { Tombstones1790000000143 } from '#db/migrations/tombstones.ts'
import { newId } from '#db/ids.ts'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { searchUidSweep } from '../../server/features/search/changes.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { lastingColumns, retiredKey } from '../../server/features/accounts/tombstone.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { wrongCounters } from '../support/counters.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ok = async <T>(reply: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const leave = (client: Client, password: string) => ok(client.post('/api/v0/me/delete', { password }))

/** The columns that contain a text, as `table.column`. */
async function tracesOf(db: DataSource, text: string): Promise<string[]> {
  const found: string[] = []
  for (const { tableName, columns } of db.entityMetadatas)
    for (const { databaseName, type } of columns) {
      if (!['varchar', 'text', 'simple-json'].includes(String(type))) continue
      const rows = await sql(db, `SELECT 1 AS "there" FROM "${tableName}" WHERE LOWER("${databaseName}") LIKE :text LIMIT 1`, {
        text: `%${text.toLowerCase()}%`,
      })
      if (rows.length > 0) found.push(`${tableName}.${databaseName}`)
    }
  return found.toSorted()
}

/** A member with contributions that remain after the deletion, mentioned in all kinds of texts. */
async function entangled() {
  const [gone, other, admin] = [await server.signUp('Wilhelmina Quux'), await server.signUp('Other'), await server.signUp('Admin')]
  await updateMember(server.db, admin.me.uid, { isAdmin: true })
  const { uid } = gone.me
  const shared = await startBead(other.client, { title: 'Shared', description: `By @${uid} and me`, invitees: [uid] })
  const theirs = await addPost(gone.client, shared.id, { title: 'Theirs', tags: ['Jazz'] })
  const mine = await addPost(other.client, shared.id, {
    title: 'Mine',
    description: `As @${uid}, @${uid}2 and <a href="/p/${uid}/collection">their collection</a> show`,
    media: { href: 'https://example.org/a.mp4' },
  })
  const comment = (await ok(other.client.post(`/api/v0/comments/${theirs.id}`, { text: `Thanks, @${uid.toUpperCase()}!` }))).id as string
  const answer = (await ok(gone.client.post(`/api/v0/comments/${mine.id}`, { text: 'Welcome' }))).id as string
  for (const path of [
    `posts/${mine.id}/collect`,
    `posts/${mine.id}/upvote`,
    `posts/${mine.id}/play`,
    `members/${other.me.uid}/follow`,
    `beads/${shared.id}/follow`,
    `comments/${comment}/reaction/like`,
  ])
    await ok(gone.client.post(`/api/v0/${path}`))
  await ok(other.client.post(`/api/v0/members/${uid}/follow`))
  const repost = await startBead(other.client)
  const again = await ok(other.client.post(`/api/v0/posts/${theirs.id}/repost/${repost.id}`))
  await ok(gone.client.post(`/api/v0/posts/${mine.id}/share`, { sharees: { emails: ['friend@example.org'], uids: [] }, msg: '' }))
  await ok(gone.client.get(`/api/v0/feedback/flag/${comment}?reason=Spam`))
  await ok(admin.client.post(`/api/v0/admin/members/${uid}/privileges`, { verified: true }))
  await ok(admin.client.post(`/api/v0/beads/${shared.id}/featuredcurator?uid=${uid}`))
  await server.services.outbox.drain()
  return { gone, other, admin, uid, shared, theirs, mine, comment, answer, again: again._id as string }
}

const mails = async (): Promise<string[]> => {
  const folder = join(server.config.dataDir, 'mail')
  return Promise.all((await readdir(folder)).filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')))
}

test('BY12 a deleted account leaves no trace of its name, uid or address in any table, text, mail or search index', async () => {
  const { gone, other, admin, uid, shared, theirs, mine, comment, answer, again } = await entangled()
  expect((await mails()).join()).toContain(gone.me.email)
  await leave(gone.client, gone.password)
  await server.services.outbox.drain()
  // Search indexes have an hour to follow the deletion.
  await searchUidSweep(server.db, () => Date.now() + 3_660_000).run(new AbortController().signal)

  // A longer uid with the same beginning, as of another member, is unchanged.
  const columns = await tracesOf(server.db, uid)
  expect(columns).toEqual(['post.description'])
  for (const trace of ['Wilhelmina Quux', gone.me.email]) expect(await tracesOf(server.db, trace)).toEqual([])
  const remaining = await ok(other.client.get(`/api/v0/posts/${mine.id}`))
  expect(remaining.description).toBe(`As @deleted, @${uid}2 and @deleted show`)
  expect((await ok(other.client.get(`/api/v0/beads/${shared.id}`))).description).toBe('By @deleted and me')
  const { results } = (await ok(other.client.get(`/api/v0/comments/${theirs.id}`))) as Page<{ id: string; text: string }>
  expect(results.find(({ id }) => id === comment)!.text).toBe('Thanks, @deleted!')

  const tombstone = (await ok(other.client.get(`/api/v0/posts/${theirs.id}`))).creator
  expect(tombstone).toEqual({
    uid: expect.stringMatching(/^deleted\.[0-9a-f]{16}$/),
    name: messages.deletedMember,
    verified: false,
    image: null,
  })
  expect(
    (await ok(other.client.get(`/api/v0/comments/${mine.id}`))).results.find(({ id }: { id: string }) => id === answer).creator,
  ).toEqual(tombstone)
  expect((await ok(other.client.get(`/api/v0/posts/${again}`))).originalPost.creator).toEqual(tombstone)
  expect((await other.client.get(`/api/v0/members/${tombstone.uid}`)).status).toBe(404)
  expect((await ok(admin.client.get(`/api/v0/admin/actions?target=${tombstone.uid}`))).results).toHaveLength(1)

  const left = await mails()
  for (const trace of [uid, 'Wilhelmina', gone.me.email]) expect(left.filter((mail) => mail.includes(trace))).toEqual([])
  expect(
    left.some((mail) => mail.includes(other.me.email)),
    'mails of others stay',
  ).toBe(true)
  for (const query of ['Wilhelmina', uid, '@' + uid]) {
    const found = await ok(other.client.get<Page<SearchItem>>(`/api/v2/search?q=${encodeURIComponent(query)}&type=member`))
    expect(found.results).toEqual([])
  }
  expect(await wrongCounters(server.db)).toEqual([])
  expect(
    (await ok(server.client().post('/api/v0/auth/signup', { name: 'Wilhelmina Quux', email: gone.me.email, password: 'another' }))).uid,
  ).not.toBe(uid)
})

test('BY12 a comment by the member during the deletion does not fail it, and belongs to the tombstone afterwards', async () => {
  const [gone, other] = [await server.signUp('Late Writer'), await server.signUp()]
  const bead = await startBead(other.client)
  const post = await addPost(other.client, bead.id)
  const { id } = (await ok(gone.client.post(`/api/v0/comments/${post.id}`, { text: 'First' }))) as { id: string }
  const comment = await server.db.getRepository(CommentEntity).findOneByOrFail({ id })
  let deleted: Promise<unknown> | undefined
  await transaction(server.db, async (manager) => {
    await manager.insert(CommentEntity, { ...comment, id: newId('comment'), text: 'Last' })
    deleted = leave(gone.client, gone.password)
    // Until then the deletion waits for this transaction.
    await sleep(500)
  })
  await deleted
  const { results } = (await ok(other.client.get(`/api/v0/comments/${post.id}`))) as Page<{ text: string; creator: { uid: string } }>
  expect(results.map(({ text, creator }) => [text, creator.uid.startsWith('deleted.')]).toSorted()).toEqual([
    ['First', true],
    ['Last', true],
  ])
})

test.each(['upvotes', 'takes back an upvote of'] as const)(
  'BY12 a member who %s a post while the account is being deleted is counted once',
  async (act) => {
    const [gone, other] = [await server.signUp(), await server.signUp()]
    const { id } = await addPost(other.client, (await startBead(other.client)).id)
    if (act !== 'upvotes') await ok(gone.client.post(`/api/v0/posts/${id}/upvote`))
    const relation = { uid: gone.me.uid, type: relationTypes.upvote, entity: id }
    const more = act === 'upvotes' ? 1 : -1
    let deleted: Promise<unknown> | undefined
    await transaction(server.db, async (manager) => {
      if (more > 0) await manager.insert(RelationEntity, { ...relation, creationDate: new Date().toISOString(), superfollow: false })
      else await manager.delete(RelationEntity, relation)
      deleted = leave(gone.client, gone.password)
      // Until then the deletion waits for this transaction.
      await sleep(500)
      await sql(manager, 'UPDATE "post" SET "upvoteCount" = "upvoteCount" + :more, "score" = "score" + :more WHERE "id" = :id', {
        id,
        more,
      })
    })
    await deleted
    expect(await wrongCounters(server.db)).toEqual([])
  },
)

test('BY12 a write that locks a post first and the member second does not fail during the deletion of the account', async () => {
  const [gone, other] = [await server.signUp(), await server.signUp()]
  const { id } = await addPost(other.client, (await startBead(other.client)).id)
  await ok(gone.client.post(`/api/v0/posts/${id}/upvote`))
  const comment = { postId: id, creatorUid: gone.me.uid, text: 'Hello', creationDate: new Date().toISOString() }
  let runs = 0
  let deleted: Promise<unknown> | undefined
  await transaction(server.db, async (manager) => {
    runs += 1
    await lockRow(manager, 'post', id)
    deleted ??= leave(gone.client, gone.password)
    // After this time PostgreSQL has looked for a deadlock of the deletion: the next one to wait would be the victim.
    await sleep(1300)
    await manager.insert(CommentEntity, { ...comment, id: newId('comment') })
  })
  await deleted
  expect(runs).toBe(1)
})

test('BY12 an account is deleted although its member makes 20 writes at that moment', { timeout: 60_000 }, async () => {
  const other = await server.signUp()
  const bead = await startBead(other.client)
  const posts = await Promise.all(Array.from({ length: 4 }, () => addPost(other.client, bead.id)))
  for (let round = 0; round < 3; round++) {
    const gone = await server.signUp()
    const acts = posts.flatMap(({ id }) => [
      `posts/${id}/collect`,
      `posts/${id}/upvote`,
      `members/${other.me.uid}/follow`,
      `beads/${bead.id}/follow`,
    ])
    const writes = acts.map((path) => gone.client.post(`/api/v0/${path}`))
    const comments = posts.map(({ id }) => gone.client.post(`/api/v0/comments/${id}`, { text: 'Hello' }))
    await leave(gone.client, gone.password)
    for (const { status } of await Promise.all([...writes, ...comments])) expect(status).toBeLessThan(500)
    expect(await sql(server.db, 'SELECT 1 FROM "member" WHERE "uid" = :uid', { uid: gone.me.uid })).toEqual([])
  }
  await server.services.outbox.drain()
  expect(await wrongCounters(server.db)).toEqual([])
})

test('BY12 every column that refers to a member is deleted with the account or moved to the tombstone', () => {
  const lasting = new Set(lastingColumns.map(([table, column]) => `${table}.${column}`))
  const rest = server.db.entityMetadatas.flatMap(({ tableName, foreignKeys }) =>
    foreignKeys
      .filter(({ referencedEntityMetadata, onDelete }) => referencedEntityMetadata.tableName === 'member' && onDelete !== 'CASCADE')
      .map(({ columnNames }) => `${tableName}.${columnNames[0]}`),
  )
  expect(rest.filter((column) => !lasting.has(column))).toEqual([])
})

test('BY12 the migration replaces the uids of accounts that were deleted before, and their mentions', async () => {
  const { gone, other, uid, shared, theirs, mine } = await entangled()
  // The state that an earlier version left.
  await updateMember(server.db, uid, {
    removedDate: new Date().toISOString(),
    name: messages.deletedMember,
    email: null,
    passwordHash: null,
    verified: false,
  })
  for (const table of ['relation', 'session', 'account_key'])
    await transaction(server.db, (manager) => sql(manager, `DELETE FROM "${table}" WHERE "uid" = :uid`, { uid }))
  const appendOnly = new AppendOnlyLog1790000000204()
  await transaction(server.db, (manager) => appendOnly.down(manager.queryRunner!))
  await transaction(server.db, (manager) => new Tombstones1790000000143().up(manager.queryRunner!))
  expect((await ok(other.client.get(`/api/v0/posts/${theirs.id}`))).creator.uid).toMatch(/^deleted\./)
  expect((await ok(other.client.get(`/api/v0/posts/${mine.id}`))).description).toContain('As @deleted, ')
  expect((await ok(other.client.get(`/api/v0/beads/${shared.id}`))).description).toBe('By @deleted and me')
  expect(await sql(server.db, 'SELECT "uid" FROM "member" WHERE "uid" = :uid', { uid })).toEqual([])
  expect(await sql(server.db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key', { key: retiredKey(uid) })).toHaveLength(1)
  // A second run changes nothing.
  const before = await sql(server.db, 'SELECT "uid" FROM "member" ORDER BY "uid"')
  await transaction(server.db, (manager) => new Tombstones1790000000143().up(manager.queryRunner!))
  expect(await sql(server.db, 'SELECT "uid" FROM "member" ORDER BY "uid"')).toEqual(before)
  await transaction(server.db, (manager) => appendOnly.up(manager.queryRunner!))
  expect((await gone.client.get('/api/v0/me')).status).toBe(401)
})
