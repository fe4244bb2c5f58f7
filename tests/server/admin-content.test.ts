import { describe, expect, it } from 'vitest'
import { messages, type Post } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { transaction } from '#db/transaction.ts'
import { DayBeadEntity } from '../../server/features/beads/entities.ts'
import { ReviewEntity } from '../../server/features/moderation/entities.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { entry } from '../support/partner.ts'
import {
  ada,
  admin,
  bead,
  ben,
  cai,
  join,
  ok,
  post,
  refused,
  server,
  setUpPeople,
  setUpPost,
  visitor,
  type Person,
} from '../support/people.ts'

setUpPeople({ env: { STRAND_PARTNERS: 'north:NorthFilm+NorthChallenge' } })
setUpPost()

const read = (id: string): Promise<AdminContent> => ok(admin.client.get(`/api/v0/admin/content/${id}`))
const remove = (id: string, reason?: string, by: Person = admin) =>
  by.client.request('DELETE', `/api/v0/admin/content/${id}`, reason === undefined ? {} : { reason })
const actionsOn = async (id: string): Promise<AdminAction[]> => (await ok(admin.client.get(`/api/v0/admin/actions?target=${id}`))).results
const history = async (who: Person) => (await ok(who.client.get('/api/v0/me/history'))).results
const comment = async (by: Person = ben) =>
  (await ok(by.client.post(`/api/v0/comments/${post}`, { text: 'Buy <b>my</b> pills' }))).id as string
const flag = (id: string, by: Person = cai) => ok(by.client.post(`/api/v0/feedback/flag/${id}`, { reason: 'Spam' }))
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An open playlist that is published, with a post. */
async function publishedBead(title: string): Promise<string> {
  const { id } = await startBead(ben.client, { title, description: 'Which ones?', invitees: undefined, category: 'music' })
  await ok(admin.client.post(`/api/v0/beads/${id}/publish`))
  await addPost(ben.client, id)
  return id
}

describe('M1 a playlist, post or comment as admins see it', () => {
  it('M1 a playlist comes with its state, author, featured curator and days', async () => {
    await ok(admin.client.post(`/api/v0/beads/${bead}/featuredcurator?uid=${ben.uid}`))
    expect(await read(bead)).toMatchObject({
      id: bead,
      kind: 'bead',
      state: 'published',
      bead: { id: bead, title: 'Sunday slow', postCount: 1, followerCount: 0 },
      author: { uid: ada.uid, name: ada.name },
      submittedDate: null,
      featuredCurator: { uid: ben.uid, name: ben.name },
      days: [],
      flags: null,
      submission: null,
      actions: [{ action: 'bead.curator', uid: admin.uid, detail: { from: null, to: ben.uid } }],
    })
    expect(await read(bead)).not.toHaveProperty('post')
  })

  it('M1 B11 the states of a playlist: draft, under review, returned', async () => {
    await updateBead(server.db, bead, { isDraft: true })
    expect(await read(bead)).toMatchObject({ state: 'draft', submittedDate: null })
    expect(await read(post)).toMatchObject({ state: 'draft' })
    const { id } = await startBead(ada.client, { title: 'Which', description: 'Which ones?', invitees: undefined })
    expect(await read(id)).toMatchObject({ state: 'review', submittedDate: expect.any(String) })
    await updateBead(server.db, id, { submittedDate: null, returnReason: 'Name the mood' })
    expect(await read(id)).toMatchObject({ state: 'returned', submittedDate: null, bead: { returned: { reason: 'Name the mood' } } })
  })

  it('M1 H3 a post and a comment come with their flags, also dismissed ones', async () => {
    const id = await comment()
    await flag(id)
    await flag(post)
    await flag(post, ben)
    expect(await read(post)).toMatchObject({
      kind: 'post',
      state: 'published',
      post: { id: post, title: 'A thought' },
      bead: { id: bead },
      author: { uid: ada.uid },
      flags: { status: 'open', flagCount: 2, reasons: [{ reason: 'Spam', count: 2 }], flags: [{ creator: { uid: ben.uid } }, {}] },
    })
    expect(await read(id)).toMatchObject({
      kind: 'comment',
      state: 'published',
      comment: { id, text: 'Buy <b>my</b> pills' },
      post: { id: post },
      author: { uid: ben.uid },
      flags: { status: 'open', flagCount: 1 },
    })
    await transaction(server.db, (manager) => manager.update(ReviewEntity, { targetId: post }, { status: 'dismissed', flagCount: 0 }))
    expect((await read(post)).flags).toMatchObject({ status: 'dismissed', flagCount: 0, reasons: [{ count: 2 }] })
  })

  it('M1 unknown ids → 404, other ids → 400', async () => {
    for (const id of ['b', 'p', 'c']) expect((await admin.client.get(`/api/v0/admin/content/${id}00000000000000000`)).status).toBe(404)
    for (const id of ['x00000000000000000', 'ada', 'b']) expect((await admin.client.get(`/api/v0/admin/content/${id}`)).status).toBe(400)
  })

  it('M1 visitors, members and suspended admins are refused', async () => {
    const other = await join(server, 'Otto Admin', { isAdmin: true })
    await ok(other.client.get(`/api/v0/admin/content/${post}`))
    await updateMember(server.db, other.uid, { suspendedUntil: '9999-12-31T00:00:00.000Z', suspensionReason: 'Left' })
    for (const [client, status] of [
      [visitor, 401],
      [ada.client, 403],
      [other.client, 403],
    ] as const) {
      const calls = [
        client.get(`/api/v0/admin/content/${post}`),
        client.request('DELETE', `/api/v0/admin/content/${post}`, { reason: 'Spam' }),
        client.post(`/api/v0/admin/posts/${post}/partner`),
        client.request('DELETE', '/api/v0/admin/day', { bead, day: day(0) }),
      ]
      for (const { status: given } of await Promise.all(calls)) expect(given).toBe(status)
    }
    expect((await read(post)).post?.id).toBe(post)
  })
})

describe('M1 an admin deletes with a reason', () => {
  it('M1 BY14 a post: logged with the reason, which its author reads in the account history', async () => {
    expect((await remove(post)).status).toBe(400)
    expect((await remove(post, '  ')).body.fields).toEqual({ reason: messages.reasonRequired })
    expect((await remove(post, 'x'.repeat(limits.review.reason + 1))).status).toBe(400)
    expect(await ok(remove(post, ' Spam '))).toEqual({ deleted: true })
    expect((await visitor.get(`/api/v0/posts/${post}`)).status).toBe(404)
    expect(await actionsOn(post)).toMatchObject([
      { action: 'post.delete', uid: admin.uid, detail: { title: 'A thought', creatorUid: ada.uid, reason: 'Spam' } },
    ])
    expect((await history(ada))[0]).toMatchObject({ action: 'post.delete', title: 'A thought', reason: 'Spam' })
    expect((await remove(post, 'Again')).status).toBe(404)
  })

  it('M1 BY14 a comment: its text is gone, and a second deletion → 409', async () => {
    const id = await comment()
    await flag(id)
    await ok(remove(id, 'Advertising'))
    expect(await read(id)).toMatchObject({ state: 'deleted', comment: { deleted: true, text: messages.commentDeleted }, flags: null })
    expect(await refused(remove(id, 'Again'))).toEqual([409, messages.commentDeleted])
    expect(await actionsOn(id)).toMatchObject([{ action: 'comment.delete', detail: { text: 'Buy my pills', reason: 'Advertising' } }])
    expect((await history(ben))[0]).toMatchObject({ action: 'comment.delete', title: 'Buy my pills', reason: 'Advertising' })
  })

  it('M1 BY14 of an admin’s own content with a reason: logged, too', async () => {
    const own = await addPost(admin.client, (await startBead(admin.client)).id)
    await ok(remove(own.id, 'A test'))
    expect(await actionsOn(own.id)).toMatchObject([{ action: 'post.delete', detail: { reason: 'A test' } }])
    const playlist = (await startBead(admin.client)).id
    await ok(remove(playlist, 'Another test'))
    expect(await actionsOn(playlist)).toMatchObject([{ action: 'bead.delete', detail: { reason: 'Another test' } }])
  })

  it('M1 BY14 an open playlist with posts of others', async () => {
    const id = await publishedBead('Doomed')
    await addPost(cai.client, id)
    await ok(remove(id, 'Off topic'))
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(404)
    expect(await actionsOn(id)).toMatchObject([
      { action: 'bead.delete', detail: { posts: 2, reason: 'Off topic' } },
      { action: 'bead.publish' },
    ])
    expect((await history(ben))[0]).toMatchObject({ action: 'bead.delete', title: 'Doomed?', reason: 'Off topic' })
  })
})

describe('V1 the Bead of the Day', () => {
  const set = (id: string, on?: string, reason?: string) => admin.client.post('/api/v0/admin/day', { bead: id, day: on, reason })
  const unset = (id: string, on: string, reason?: string) =>
    admin.client.request('DELETE', '/api/v0/admin/day', { bead: id, day: on, reason })

  it('V1 M1 an admin sets it for today and a later day, and removes it; the log names the day, the reason and the replaced one', async () => {
    const [first, second] = [await publishedBead('First'), await publishedBead('Second')]
    await ok(set(first, undefined, 'Best of the week'))
    await ok(set(first, day(3)))
    await ok(set(first, day(3), 'Again'))
    expect((await actionsOn(first)).filter(({ action }) => action === 'bead.day')).toHaveLength(2)
    expect((await read(first)).days).toEqual([day(3), day(0)])
    await ok(set(second, day(3), 'Better'))
    expect((await actionsOn(second))[0]).toMatchObject({ action: 'bead.day', detail: { day: day(3), replaced: first, reason: 'Better' } })
    expect(await refused(unset(first, day(3)))).toEqual([404, messages.notDayBead])
    await ok(unset(second, day(3)))
    expect(await server.db.getRepository(DayBeadEntity).findOneBy({ day: day(3) })).toBeNull()

    await Promise.all([first, second].map((id) => ok(set(id, day(4)))))
    const replaced = [...(await actionsOn(first)), ...(await actionsOn(second))]
      .filter(({ detail }) => detail.day === day(4))
      .map(({ detail }) => detail.replaced)
    expect(replaced).toHaveLength(2)
    expect(
      replaced.filter((id) => id !== undefined),
      'set concurrently: one replaces the other',
    ).toHaveLength(1)

    expect((await ok(visitor.get('/api/v0/beads/day'))).bead.id).toBe(first)
    expect(await ok(unset(first, day(0), 'A copy'))).toEqual({ removed: true })
    const { bead: chosen } = await ok(visitor.get('/api/v0/beads/day'))
    expect(chosen.id).not.toBe(first)
    expect((await actionsOn(first))[0]).toMatchObject({
      action: 'bead.dayRemove',
      detail: { title: 'First?', day: day(0), reason: 'A copy' },
    })
    expect((await history(ben))[0]).toMatchObject({ action: 'bead.dayRemove', title: 'First?', reason: 'A copy' })
  })

  it('V1 a past day, and one in more than ten years → 400', async () => {
    const id = await publishedBead('Never')
    for (const on of [day(-1), day(3651), '2020-01-01']) {
      expect((await set(id, on)).body.fields).toEqual({ day: messages.dayInvalid })
      expect((await unset(id, on)).body.fields).toEqual({ day: messages.dayInvalid })
    }
  })

  it('V1 two admins who remove it concurrently: one is refused, and the log has one entry', async () => {
    const id = await publishedBead('Twice')
    await ok(set(id))
    const statuses = (await Promise.all([unset(id, day(0)), unset(id, day(0))])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 404])
    expect((await actionsOn(id)).filter(({ action }) => action === 'bead.dayRemove')).toHaveLength(1)
  })
})

describe('E1 the private data of a submission', () => {
  const privateTexts = [entry.studentLastName, entry.studentEmail, entry.teacherEmail, entry.studentTelephone]

  it('E1 BY14 an admin reads it, which the log records without the data', async () => {
    const { post: submitted } = await ok<{ post: Post }>(
      ada.client.post(`/api/v0/posts/${bead}`, {
        title: 'My film',
        media: { href: 'https://example.org/film.mp4' },
        partnerMetaData: entry,
      }) as never,
    )
    const content = await read(submitted.id)
    expect(content.submission).toEqual({ partner: 'north', creationDate: expect.any(String) })
    const data = await ok(admin.client.post(`/api/v0/admin/posts/${submitted.id}/partner`))
    expect(data).toEqual({ partner: 'north', creationDate: content.submission!.creationDate, data: entry })
    const [action] = await actionsOn(submitted.id)
    expect(action).toMatchObject({ action: 'post.partner', uid: admin.uid, detail: { partner: 'north' } })
    const log = (await admin.client.get<string>('/api/v0/admin/actions/export')).body
    const feed = await ok(admin.client.get(`/api/v0/posts?bead=${bead}`))
    const own = JSON.stringify([content, log, feed, await history(ada)])
    for (const text of privateTexts) expect(own).not.toContain(text)
    expect((await ben.client.post(`/api/v0/admin/posts/${submitted.id}/partner`)).status).toBe(403)
    expect((await history(ada)).map(({ action }: { action: string }) => action)).not.toContain('post.partner')
  })

  it('E1 of another post → 404, without an entry in the log', async () => {
    expect((await admin.client.post(`/api/v0/admin/posts/${post}/partner`)).status).toBe(404)
    expect(await actionsOn(post)).toEqual([])
  })
})
