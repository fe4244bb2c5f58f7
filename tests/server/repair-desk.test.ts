/** The repair desk: admins repair dead posts of others, with a reason (BZ6). */
import { expect, test } from 'vitest'
import type { BeadHealth } from '#contract/endpoints/health.ts'
import type { RepairState } from '#contract/endpoints/repair.ts'
import type { HistoryEntry } from '#contract/schemas/adminMembers.ts'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { messages, type Post } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { updateLinkStates } from '../../server/features/repair/post-links.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { ada, admin, ben, ok, server, setUpPeople, visitor } from '../support/people.ts'
import { createProviders } from '../support/providers-by-status.ts'

setUpPeople({ fetcher: createProviders() })

let made = 0
const video = (): string => `https://www.youtube.com/watch?v=${String((made += 1)).padStart(11, 'w')}`
const reason = 'The video was private.'
const path = (id: string, what = ''): string => `/api/v0/admin/health/posts/${id}/repair${what}`

async function markDead(id: string): Promise<void> {
  await server.services.outbox.drain()
  await transaction(server.db, async (manager) => {
    const links = 'SELECT "linkId" FROM "post_link" WHERE "postId" = :id'
    await sql(manager, `UPDATE "link_check" SET "state" = 'dead' WHERE "id" IN (${links})`, { id })
    await updateLinkStates(manager, [id], server.services.media)
  })
}

async function addDead(bead: string, title = 'Slow river'): Promise<Post> {
  const post = await addPost(ada.client, bead, { title, media: { href: video() } })
  await markDead(post.id)
  return post
}

const startAdas = async (): Promise<string> => (await startBead(ada.client)).id
const stateOf = (id: string, client = admin.client): Promise<RepairState> => ok(client.get<RepairState>(`/api/v0/posts/${id}/repair`))
const actionsOn = async (id: string): Promise<AdminAction[]> =>
  (await ok(admin.client.get<{ results: AdminAction[] }>(`/api/v0/admin/actions?target=${id}`))).results
const historyOf = async (client = ada.client): Promise<HistoryEntry[]> =>
  (await ok(client.get<{ results: HistoryEntry[] }>('/api/v0/me/history'))).results

test('BZ6 an admin replaces a dead link of a member and undoes it: logged with the reason; the author sees both, without the admin', async () => {
  const post = await addDead(await startAdas())
  const { version } = await stateOf(post.id)
  const href = 'https://vimeo.com/1234'
  const repaired = await ok(admin.client.post<RepairState>(path(post.id), { href, version, reason: ` ${reason} ` }))
  expect(repaired).toMatchObject({ dead: false, history: [{ by: { uid: admin.uid }, byAdmin: true, canUndo: true }] })
  expect(await actionsOn(post.id)).toMatchObject([
    {
      uid: admin.uid,
      action: 'repair.accept',
      target: { kind: 'post', id: post.id },
      detail: { title: 'Slow river', from: post.media!.href, to: href, reason },
    },
  ])
  await ok(admin.client.post(path(post.id, '/undo'), { repair: repaired.history[0]!.id, reason: 'Another recording.' }))
  expect((await actionsOn(post.id)).map(({ action, detail }) => [action, detail['reason']])).toEqual([
    ['repair.undo', 'Another recording.'],
    ['repair.accept', reason],
  ])

  await server.services.outbox.drain()
  const history = (await historyOf()).filter(({ target }) => target.id === post.id)
  expect(history.map(({ action, title, reason: why }) => [action, title, why])).toEqual([
    ['repair.undo', 'Slow river', 'Another recording.'],
    ['repair.accept', 'Slow river', reason],
  ])
  const theirs = await stateOf(post.id, ada.client)
  expect(theirs.history).toMatchObject([{ by: null, byAdmin: true, undone: { by: null, byAdmin: true } }])
  const { results } = await ok(ada.client.get<{ results: { verb: string }[] }>('/api/v1/me/notifications'))
  expect(results.map(({ verb }) => verb)).toContain('moderation')
  expect(JSON.stringify([history, theirs, results])).not.toMatch(new RegExp(`${admin.uid}|${admin.name}`))
})

test('BZ6 an admin dismisses a suggestion and withdraws that: logged with the reason, not in the account history', async () => {
  const post = await addDead(await startAdas(), 'The quiet brook')
  const elsewhere = (await startBead(ben.client)).id
  await addPost(ben.client, elsewhere, { title: 'The quiet brook', media: { href: video() } })
  await server.services.outbox.drain()
  const { suggestions } = await ok(admin.client.post<RepairState>(`/api/v0/posts/${post.id}/repair/search`, {}))
  const { href } = suggestions[0]!
  const before = (await historyOf()).length
  const rejected = await ok(admin.client.post<RepairState>(path(post.id, '/reject'), { href, reason }))
  expect(rejected.suggestions.at(-1)).toMatchObject({ href, rejected: true })
  // The author has the same suggestions.
  expect((await stateOf(post.id, ada.client)).suggestions).toEqual(rejected.suggestions)
  await ok(admin.client.post(path(post.id, '/reject'), { href, rejected: false, reason }))
  expect((await actionsOn(post.id)).map(({ action, detail }) => [action, detail])).toEqual([
    ['repair.unreject', { title: 'The quiet brook', href, reason }],
    ['repair.reject', { title: 'The quiet brook', href, reason }],
  ])
  expect(await historyOf()).toHaveLength(before)
})

test('BZ6 an admin who dismisses a suggestion outside of the desk is logged; an invited one acts as a member', async () => {
  const post = await addDead(await startAdas(), 'The loud brook')
  await addPost(ben.client, (await startBead(ben.client)).id, { title: 'The loud brook', media: { href: video() } })
  await server.services.outbox.drain()
  const search = `/api/v0/posts/${post.id}/repair/search`
  const { href } = (await ok(admin.client.post<RepairState>(search, {}))).suggestions[0]!
  await ok(admin.client.post(`/api/v0/posts/${post.id}/repair/reject`, { href }))
  expect((await actionsOn(post.id)).map(({ action, detail }) => [action, detail])).toEqual([
    ['repair.reject', { title: 'The loud brook', href }],
  ])
  const shared = (await startBead(ada.client, { invitees: [admin.uid] })).id
  const theirs = await addDead(shared)
  const { version } = await stateOf(theirs.id)
  const repaired = await ok(
    admin.client.post<RepairState>(`/api/v0/posts/${theirs.id}/repair`, { href: 'https://vimeo.com/4321', version }),
  )
  expect(repaired.history).toMatchObject([{ by: { uid: admin.uid }, byAdmin: false }])
  expect(await actionsOn(theirs.id)).toEqual([])
})

test('BZ6 without a reason, or with one that is too long → 400; another version → 409; an unknown suggestion or repair → 404; nothing is logged', async () => {
  const post = await addDead(await startAdas())
  const { version } = await stateOf(post.id)
  const href = 'https://vimeo.com/77'
  const status = async (what: string, body: object) => (await admin.client.post(path(post.id, what), body)).status
  expect(await status('', { href, version, reason: ' ' })).toBe(400)
  for (const what of ['', '/reject']) expect(await status(what, { href, version, reason: 'x'.repeat(limits.review.reason + 1) })).toBe(400)
  expect((await admin.client.post<{ message: string }>(path(post.id), { href, version })).body.message).toBe(messages.reasonRequired)
  expect(await status('', { href, version: 'other', reason })).toBe(409)
  expect(await status('/reject', { href, reason })).toBe(404)
  expect(await status('/undo', { repair: 'x00000000000000000', reason })).toBe(404)
  expect(await actionsOn(post.id)).toEqual([])
})

test('BZ6 two admins replace the same link concurrently → one gets 409, one action is logged', async () => {
  const post = await addDead(await startAdas())
  const { version } = await stateOf(post.id)
  const replies = await Promise.all(
    [1, 2].map((n) => admin.client.post(path(post.id), { href: `https://vimeo.com/90${n}`, version, reason })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await actionsOn(post.id)).toHaveLength(1)
})

test('BZ6 the desk of a playlist: its numbers by provider, and its dead posts in pages while they are being repaired', async () => {
  const bead = await startAdas()
  const posts: Post[] = []
  for (const title of ['One', 'Two', 'Three']) posts.push(await addDead(bead, title))
  await addPost(ada.client, bead, { title: 'Fine', media: { href: 'https://vimeo.com/4321' } })
  const details = await ok(admin.client.get<BeadHealth>(`/api/v0/admin/health/beads/${bead}`))
  expect(details).toMatchObject({
    bead: { id: bead },
    total: 4,
    dead: 3,
    providers: [
      { provider: 'youtube', total: 3, dead: 3 },
      { provider: 'vimeo', total: 1, dead: 0 },
    ],
  })
  type Page = { results: Post[]; next: string | null }
  const read = (query: string) => ok(admin.client.get<Page>(`/api/v0/admin/health/beads/${bead}/posts?${query}`))
  const first = await read('limit=2')
  expect(first.results.map(({ title }) => title)).toEqual(['Three', 'Two'])
  const { version } = await stateOf(posts[2]!.id)
  await ok(admin.client.post(path(posts[2]!.id), { href: 'https://vimeo.com/5555', version, reason }))
  const second = await read(`limit=2&after=${first.next}`)
  expect(second).toMatchObject({ results: [{ title: 'One' }], next: null })
  expect((await admin.client.get('/api/v0/admin/health/beads/b00000000000000000')).status).toBe(404)
  expect((await admin.client.get('/api/v0/admin/health/beads/b00000000000000000/posts')).status).toBe(404)
})

test('BZ6 the creator and invitees see the share of their playlist; other members do not', async () => {
  const bead = await startAdas()
  await addDead(bead)
  await addPost(ada.client, bead, { title: 'Fine', media: { href: 'https://vimeo.com/6666' } })
  const health = `/api/v0/beads/${bead}/health`
  expect(await ok(ada.client.get(health))).toEqual({ total: 2, dead: 1 })
  expect((await ben.client.get(health)).status).toBe(403)
  expect((await visitor.get(health)).status).toBe(401)
  await ok(ada.client.post(`/api/v0/beads/${bead}/invite`, { newInvitees: [ben.uid] }))
  expect(await ok(ben.client.get(health))).toEqual({ total: 2, dead: 1 })
  const empty = await startAdas()
  expect(await ok(ada.client.get(`/api/v0/beads/${empty}/health`))).toEqual({ total: 0, dead: 0 })
})

test('BZ6 members, also the author, visitors and suspended admins are refused at the desk', async () => {
  const bead = await startAdas()
  const post = await addDead(bead)
  const { version } = await stateOf(post.id)
  const calls = (client: typeof visitor) =>
    Promise.all([
      client.get(`/api/v0/admin/health/beads/${bead}`),
      client.get(`/api/v0/admin/health/beads/${bead}/posts`),
      client.post(path(post.id), { href: 'https://vimeo.com/8888', version, reason }),
      client.post(path(post.id, '/reject'), { href: 'https://vimeo.com/8888', reason }),
      client.post(path(post.id, '/undo'), { repair: 'x00000000000000000', reason }),
    ]).then((replies) => replies.map(({ status }) => status))
  expect(await calls(ada.client)).toEqual([403, 403, 403, 403, 403])
  expect(await calls(visitor)).toEqual([401, 401, 401, 401, 401])
  await updateMember(server.db, admin.uid, { suspendedUntil: 'endless', suspensionReason: 'Test' })
  expect(await calls(admin.client)).toEqual([403, 403, 403, 403, 403])
  await updateMember(server.db, admin.uid, { suspendedUntil: null, suspensionReason: null })
  expect((await stateOf(post.id)).dead).toBe(true)
})
