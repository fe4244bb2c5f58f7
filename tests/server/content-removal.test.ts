/** The removal of a member's content (M1), and what the member sees of it (BY14). */
import { beforeEach, describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import type { ContentRemoval, HistoryEntry, RemovalPreview } from '#contract/schemas/adminMembers.ts'
import { emit } from '#outbox/outbox.ts'
import { sql } from '#db/sql.ts'
import { createContentRemovals } from '../../server/features/members/contentRemoval.ts'
import { transaction } from '#db/transaction.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { ada, admin, ben, join, ok, refused, server, setUpPeople, visitor, type Person } from '../support/people.ts'
import { wrongCounters } from '../support/counters.ts'

setUpPeople()

let spammer: Person
/** Ada's open playlist with a post. */
let open: string
let post: string

beforeEach(async () => {
  spammer = await join(server, 'Sam Spam')
  open = (await startBead(ada.client, { invitees: undefined, title: 'Is it open', description: 'Of all.' })).id
  await ok(admin.client.post(`/api/v0/beads/${open}/publish`))
  post = (await addPost(ada.client, open)).id
})

const path = (uid: string): string => `/api/v0/admin/members/${uid}/removal`
const preview = (uid: string, query = ''): Promise<RemovalPreview> => ok(admin.client.get(`${path(uid)}${query}`))
const remove = (uid: string, { before, since }: Pick<RemovalPreview, 'before' | 'since'>, by: Person = admin) =>
  by.client.post(path(uid), { before, ...(since !== null && { since }), reason: 'Spam' })
const latest = async (uid: string): Promise<ContentRemoval> => (await ok(admin.client.get(`/api/v0/admin/members/${uid}`))).removal
const history = async (who: Person): Promise<HistoryEntry[]> => (await ok(who.client.get('/api/v0/me/history'))).results
/** Ids are ordered by millisecond: the preview excludes what has the same one. */
const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 5))

async function spam(posts = 3): Promise<{ posts: string[]; comment: string; own: string }> {
  const ids: string[] = []
  for (let n = 0; n < posts; n++) ids.push((await addPost(spammer.client, open, { title: `Offer ${n}`, tags: ['cheap'] })).id)
  const comment = (await ok(spammer.client.post(`/api/v0/comments/${post}`, { text: 'Look at my offer' }))).id
  const own = (await startBead(spammer.client, { title: 'My offers' })).id
  await addPost(spammer.client, own, { title: 'An offer' })
  await nextMillisecond()
  return { posts: ids, comment, own }
}

describe('M1 the removal of a member’s content', () => {
  it('M1 the preview counts posts, comments and playlists, with a sample; it changes nothing', async () => {
    const { posts, own } = await spam()
    const shown = await preview(spammer.uid)
    expect(shown).toMatchObject({ posts: 4, comments: 1, beads: 1, othersBeads: 0, since: null })
    expect(shown.sample.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'post An offer',
      'post Offer 2',
      'post Offer 1',
      'post Offer 0',
      'comment Look at my offer',
      'bead My offers',
    ])
    for (const id of posts) await ok(visitor.get(`/api/v0/posts/${id}`))
    expect(await preview(spammer.uid, `?since=${new Date().toISOString()}`)).toMatchObject({ posts: 0, comments: 0, beads: 0, sample: [] })
    await ok(spammer.client.get(`/api/v0/beads/${own}`))
  })

  it('M1 removes them, logs each with the reason, and keeps counters, search and feeds right', async () => {
    const { posts, comment, own } = await spam(25)
    await ok(ben.client.post(`/api/v0/posts/${posts[0]}/collect`))
    await ok(ben.client.post(`/api/v0/comments/${posts[1]}`, { text: 'Really?' }))
    const before = await ok(visitor.get(`/api/v0/beads/${open}`))
    const started: ContentRemoval = await ok(remove(spammer.uid, await preview(spammer.uid)))
    expect(started).toMatchObject({ status: 'running', posts: 26, comments: 1, beads: 1, reason: 'Spam' })
    await server.services.outbox.drain()
    expect(await latest(spammer.uid)).toMatchObject({ status: 'done', posts: 26, left: { posts: 0, comments: 0, beads: 0 } })
    for (const id of posts) expect((await visitor.get(`/api/v0/posts/${id}`)).status).toBe(404)
    expect((await visitor.get(`/api/v0/beads/${own}`)).status).toBe(404)
    const comments = await ok(visitor.get(`/api/v0/comments/${post}`))
    expect(comments.results.find(({ id }: { id: string }) => id === comment)?.deleted ?? true).toBe(true)
    expect((await ok(visitor.get(`/api/v0/beads/${open}`))).postCount).toBe(before.postCount - 25)
    expect(await wrongCounters(server.db)).toEqual([])
    const found: { id: string }[] = (await ok(visitor.get('/api/v2/search?q=Offer&type=post&limit=100'))).results
    expect(found.filter(({ id }) => posts.includes(id))).toEqual([])
    const logged = (await ok(admin.client.get(`/api/v0/admin/actions?by=${admin.uid}&action=post.delete`))).results
    expect(logged.filter(({ detail }: { detail: { creatorUid: string } }) => detail.creatorUid === spammer.uid)).toHaveLength(26)
    expect(logged[0].detail.reason).toBe('Spam')
    await ok(visitor.get(`/api/v0/posts/${post}`))
  })

  it('M1 leaves playlists in which others have posted, and what was made after the preview', async () => {
    const theirs = (await startBead(spammer.client, { invitees: undefined, title: 'Is it mine', description: 'Mine.' })).id
    await ok(admin.client.post(`/api/v0/beads/${theirs}/publish`))
    await addPost(ben.client, theirs, { title: 'Of another' })
    await nextMillisecond()
    const shown = await preview(spammer.uid)
    expect(shown).toMatchObject({ beads: 0, othersBeads: 1 })
    const later = await addPost(spammer.client, open, { title: 'Later' })
    await ok(remove(spammer.uid, shown))
    await server.services.outbox.drain()
    await ok(visitor.get(`/api/v0/beads/${theirs}`))
    await ok(visitor.get(`/api/v0/posts/${later.id}`))
  })

  it('M1 a double submission and a second admin → 409 while it runs; a repeated batch changes nothing', async () => {
    await spam()
    const second = await join(server, 'Second Admin', { isAdmin: true })
    const shown = await preview(spammer.uid)
    const replies = await Promise.all([remove(spammer.uid, shown), remove(spammer.uid, shown), remove(spammer.uid, shown, second)])
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect(statuses.slice(1).every((status) => status === 409 || status === 200)).toBe(true)
    await server.services.outbox.drain()
    const { id } = await latest(spammer.uid)
    const logged = () => sql(server.db, 'SELECT "id" FROM "admin_action" WHERE "subjectUid" = :uid', { uid: spammer.uid })
    const entries = (await logged()).length
    await transaction(server.db, (manager) => emit(manager, { kind: 'contentRemovalDue', removal: id, what: 'comment', after: '' }))
    await server.services.outbox.drain()
    expect(await logged()).toHaveLength(entries)
    await updateMember(server.db, second.uid, { isAdmin: false })
  })

  it('M1 only one removal per member runs at a time', async () => {
    await transaction(server.db, (manager) =>
      sql(
        manager,
        `INSERT INTO "content_removal" ("id", "uid", "adminUid", "reason", "since", "before", "posts", "comments", "beads", "status", "creationDate")
         VALUES (:id, :uid, :uid, 'x', '', '', 0, 0, 0, 'running', '')`,
        { id: `x${spammer.uid.padEnd(17, '0').slice(0, 17)}`, uid: spammer.uid },
      ),
    )
    const shown = await preview(spammer.uid)
    expect(await refused(remove(spammer.uid, shown))).toEqual([409, messages.removalRuns])
  })

  it('M1 stops if the admin who started it has lost the role', async () => {
    const { posts } = await spam()
    const second = await join(server, 'Second Admin', { isAdmin: true })
    const { id } = await ok(remove(spammer.uid, await preview(spammer.uid)))
    await server.services.outbox.drain()
    expect((await latest(spammer.uid)).status).toBe('done')
    await transaction(server.db, (manager) =>
      sql(manager, `UPDATE "content_removal" SET "status" = 'running', "adminUid" = :uid WHERE "id" = :id`, { id, uid: second.uid }),
    )
    const { id: next } = await addPost(spammer.client, open, { title: 'Another' })
    await updateMember(server.db, second.uid, { isAdmin: false })
    await transaction(server.db, (manager) => emit(manager, { kind: 'contentRemovalDue', removal: id, what: 'post', after: '' }))
    await server.services.outbox.drain()
    expect((await latest(spammer.uid)).status).toBe('stopped')
    await ok(visitor.get(`/api/v0/posts/${next}`))
    expect(posts).toHaveLength(3)
  })

  it('M1 goes on after an interruption in the middle of a batch, and removes and logs nothing twice', async () => {
    const { posts } = await spam(5)
    const { id } = await ok(remove(spammer.uid, await preview(spammer.uid)))
    const { services } = server
    let calls = 0
    const { consumer } = createContentRemovals({
      ...services,
      now: Date.now,
      posts: {
        remove: (...given) => ((calls += 1) === 3 ? Promise.reject(new Error('The process ends')) : services.posts.remove(...given)),
      },
    })
    const due = { kind: 'contentRemovalDue', removal: id, what: 'post', after: '' } as const
    await expect(consumer.send!(due)).rejects.toThrow('The process ends')
    expect((await latest(spammer.uid)).left.posts).toBe(4)
    await services.outbox.drain()
    expect(await latest(spammer.uid)).toMatchObject({ status: 'done', left: { posts: 0, comments: 0, beads: 0 } })
    const logged = await sql<{ targetId: string }>(
      server.db,
      `SELECT "targetId" FROM "admin_action" WHERE "subjectUid" = :uid AND "action" = 'post.delete'`,
      { uid: spammer.uid },
    )
    expect(logged.map(({ targetId }) => targetId)).toHaveLength(6)
    expect(new Set(logged.map(({ targetId }) => targetId)).size).toBe(6)
    expect(logged.map(({ targetId }) => targetId)).toEqual(expect.arrayContaining(posts))
  })

  it('M1 goes on if the member deletes the account before it ends', async () => {
    const { client, me, password } = await server.signUp('Lee Leaves')
    const { id } = await addPost(client, open, { title: 'Offer of one who leaves' })
    await nextMillisecond()
    await ok(remove(me.uid, await preview(me.uid)))
    await ok(client.post('/api/v0/me/delete', { password }))
    await server.services.outbox.drain()
    expect((await visitor.get(`/api/v0/posts/${id}`)).status).toBe(404)
  })

  it('M1 refuses a period that ends in the future, an unknown member and a missing reason', async () => {
    const { before } = await preview(spammer.uid)
    const send = async (uid: string, body: Record<string, unknown>) => (await admin.client.post(path(uid), body)).status
    expect(await send(spammer.uid, { before: '2999-01-01T00:00:00.000Z', reason: 'Spam' })).toBe(400)
    expect(await send(spammer.uid, { before, since: '2999-01-01T00:00:00.000Z', reason: 'Spam' })).toBe(400)
    expect(await send(spammer.uid, { before, reason: ' ' })).toBe(400)
    expect(await send(spammer.uid, { reason: 'Spam' })).toBe(400)
    expect(await send('unknown.member', { before, reason: 'Spam' })).toBe(404)
  })

  it('M1 compares instants with and without milliseconds by time', async () => {
    const period = { since: '2026-01-01T00:00:00Z', before: '2026-01-01T00:00:00.500Z' }
    await ok(remove(spammer.uid, period))
    await server.services.outbox.drain()
  })
})

describe('BY14 the account history', () => {
  it('BY14 members see what admins did, when and why, by title, and not which admin', async () => {
    const { id } = await addPost(spammer.client, open, { title: 'Cheap watches' })
    const { id: comment } = await ok(spammer.client.post(`/api/v0/comments/${post}`, { text: 'Buy <b>now</b>' }))
    await ok(
      admin.client.post(`/api/v0/admin/members/${spammer.uid}/privileges`, { privileges: { canPost: false }, reason: 'Too many offers' }),
    )
    await ok(admin.client.delete(`/api/v0/comments/${comment}`))
    await ok(ben.client.post(`/api/v0/feedback/flag/${id}`, { reason: 'Spam' }))
    await ok(admin.client.delete(`/api/v0/posts/${id}`))
    await ok(admin.client.post(`/api/v0/admin/members/${spammer.uid}/suspension`, { until: null, reason: 'Spam' }))
    const entries = await history(spammer)
    expect(entries.map(({ action, title, reason, changes, until }) => ({ action, title, reason, changes, until }))).toEqual([
      { action: 'member.suspend', title: null, reason: 'Spam', changes: {}, until: null },
      { action: 'post.delete', title: 'Cheap watches', reason: null, changes: {}, until: null },
      { action: 'comment.delete', title: 'Buy now', reason: null, changes: {}, until: null },
      { action: 'member.privileges', title: null, reason: 'Too many offers', changes: { canPost: false }, until: null },
    ])
    expect(JSON.stringify(entries)).not.toContain(admin.uid)
    expect(await history(ben)).toEqual([])
    expect((await visitor.get('/api/v0/me/history')).status).toBe(401)
  })

  it('BY14 pages of the history are complete; foreign entries are in none', async () => {
    for (const canPost of [false, true, false, true, false])
      await ok(admin.client.post(`/api/v0/admin/members/${spammer.uid}/privileges`, { privileges: { canPost } }))
    const first = await ok(spammer.client.get('/api/v0/me/history?limit=3'))
    const second = await ok(spammer.client.get(`/api/v0/me/history?limit=3&before=${first.next}`))
    expect([first.results.length, second.results.length, second.next]).toEqual([3, 2, null])
    expect((await spammer.client.get('/api/v0/me/history?before=x')).status).toBe(400)
  })

  it('BY14 a member is notified, without the name of the admin; the notification links the history', async () => {
    await ok(admin.client.post(`/api/v0/admin/members/${spammer.uid}/suspension`, { until: null, reason: 'Spam' }))
    await server.services.outbox.drain()
    const page = await ok(spammer.client.get('/api/v1/me/notifications'))
    expect(page.results).toMatchObject([{ verb: 'moderation', count: 1, topicHref: '/preferences?tab=history' }])
    expect(JSON.stringify(page)).not.toContain(admin.uid)
    expect(page.items[page.activities[0].topic].href).toBe('/preferences?tab=history')
  })

  it('BY14 actions of an admin on own content are not in the own history', async () => {
    const { id } = await addPost(admin.client, open, { title: 'Mine' })
    await ok(admin.client.delete(`/api/v0/posts/${id}`))
    expect(await history(admin)).toEqual([])
  })
})
