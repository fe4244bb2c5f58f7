import { beforeEach, describe, expect, it } from 'vitest'
import { commentFlagReasons, flagReasons, messages } from '#contract/index.ts'
import type { Flagged, ReviewItem } from '#contract/schemas/moderation.ts'
import { AdminActionEntity, FlagEntity, ReviewEntity } from '../../server/features/moderation/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, member, startBead, updateBead, updateMember } from '../support/content.ts'
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
  startReadOnlyServer,
  visitor,
  type Person,
} from '../support/people.ts'
import { letUndoTimePass } from '../support/review.ts'
import { startTestServer } from '../support/server.ts'

let comment: string

setUpPeople()
setUpPost()
beforeEach(async () => {
  comment = (await ok(ada.client.post(`/api/v0/comments/${post}`, { text: 'Buy <b>my</b> pills' }))).id
})

const flag = (who: Person, id: string, reason: string = 'Spam') => who.client.post(`/api/v0/feedback/flag/${id}`, { reason })
/** The flags of an item of the review queue. */
async function queued(id: string): Promise<Flagged | undefined> {
  let after: string | null = ''
  while (after !== null) {
    const page: { results: ReviewItem[]; next: string | null } = await ok(
      admin.client.get(`/api/v0/admin/review?limit=100${after && `&after=${encodeURIComponent(after)}`}`),
    )
    const item = page.results.find((one) => one.id === id)
    if (item) return item.flagged
    after = page.next
  }
  return undefined
}
const decide = (id: string, verdict: string) => admin.client.post(`/api/v0/admin/review/${id}`, { verdict })
async function resolve(id: string, verdict: string): Promise<void> {
  await ok(decide(id, verdict))
  await letUndoTimePass()
}
const actions = async (query = '') => ok(admin.client.get(`/api/v0/admin/actions${query}`))
const lastFact = async () => (await server.db.getRepository(OutboxEntity).find({ order: { id: 'DESC' }, take: 1 }))[0]?.fact

describe('H3 AP8 flags', () => {
  it('H3 posts and comments can be flagged for each of their reasons, by GET and POST', async () => {
    const thanks = { message: 'Thanks, we have received your feedback' }
    for (const reason of flagReasons) {
      const id = (await addPost(ada.client, bead)).id
      expect(await ok(ben.client.get(`/api/v0/feedback/flag/${id}?reason=${encodeURIComponent(reason)}`))).toEqual(thanks)
      expect(await ok(flag(cai, id, reason))).toEqual(thanks)
      expect(await queued(id)).toMatchObject({ kind: 'post', flagCount: 2, reasons: [{ reason, count: 2 }] })
    }
    for (const reason of commentFlagReasons) {
      const { id } = await ok(ada.client.post(`/api/v0/comments/${post}`, { text: reason }))
      expect(await ok(flag(ben, id, reason))).toEqual(thanks)
    }
    expect(commentFlagReasons).toHaveLength(5)
  })

  it('H3 an unknown reason, or one of another kind → 400', async () => {
    expect((await flag(ben, comment, 'Does not belong in this playlist')).body.fields).toHaveProperty('reason')
    for (const reason of ['', 'spam', 'I do not like it']) expect((await flag(ben, post, reason)).status).toBe(400)
    expect((await ben.client.get(`/api/v0/feedback/flag/${post}`)).status).toBe(400)
    expect((await flag(ben, bead)).status).toBe(400)
    expect(await queued(post)).toBeUndefined()
  })

  it('H3 repeated flags of one member count once', async () => {
    await ok(flag(ben, post))
    expect(await lastFact()).toEqual({ kind: 'flagged', entity: post, by: ben.uid })
    const facts = await server.db.getRepository(OutboxEntity).count()
    await ok(flag(ben, post, 'Dead link'))
    await Promise.all(Array.from({ length: 5 }, () => ok(flag(cai, post))))
    expect(await queued(post)).toMatchObject({ flagCount: 2, reasons: [{ reason: 'Spam', count: 2 }] })
    expect(await server.db.getRepository(OutboxEntity).count()).toBe(facts + 1)
  })

  it('H3 flagging one’s own content, or as an admin → 403', async () => {
    for (const id of [post, comment]) {
      expect(await refused(flag(ada, id))).toEqual([403, messages.cannotFlagOwn])
      expect(await refused(flag(admin, id))).toEqual([403, messages.adminsResolve])
    }
  })

  it('H3 flagging unknown content → 404, deleted → 409, in a hidden draft → 403', async () => {
    for (const id of ['p00000000000000000', 'c00000000000000000']) expect((await flag(ben, id)).status).toBe(404)
    await ok(ada.client.delete(`/api/v0/comments/${comment}`))
    expect(await refused(flag(ben, comment))).toEqual([409, messages.commentDeleted])
    await updateBead(server.db, bead, { isDraft: true })
    expect(await refused(flag(ben, post))).toEqual([403, messages.draftHidden])
  })

  it('H3 a flag by GET without the request header, or from another site → 403', async () => {
    const path = `/api/v0/feedback/flag/${post}?reason=Spam`
    expect((await ben.client.get(path, { headers: { 'X-Strand-Request': null } })).status).toBe(403)
    expect((await ben.client.get(path, { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
    expect(await server.db.getRepository(FlagEntity).countBy({ targetId: post })).toBe(0)
  })
})

describe('BY14 the review queue', () => {
  it('BY14 flagged content is listed with its flags and reasons', async () => {
    await ok(flag(ben, post, 'Dead link'))
    await ok(flag(cai, post))
    await ok(flag(ben, comment))
    const item = await queued(post)
    expect(item).toMatchObject({
      id: post,
      kind: 'post',
      post: { id: post, title: 'A thought', creator: { uid: ada.uid } },
      flagCount: 2,
      flaggedDate: expect.any(String),
      reasons: [
        { reason: 'Dead link', count: 1 },
        { reason: 'Spam', count: 1 },
      ],
      flags: [
        { creator: { uid: cai.uid }, reason: 'Spam' },
        { creator: { uid: ben.uid }, reason: 'Dead link' },
      ],
    })
    expect(item).not.toHaveProperty('comment')
    expect(await queued(comment)).toMatchObject({
      kind: 'comment',
      post: { id: post },
      comment: { id: comment, text: 'Buy <b>my</b> pills' },
      flagCount: 1,
    })
  })

  it('BY14 a dismissed item leaves the queue until another member flags it', async () => {
    await ok(flag(ben, post))
    await resolve(post, 'dismiss')
    expect(await queued(post)).toBeUndefined()
    expect(await refused(decide(post, 'dismiss'))).toEqual([404, messages.notInReview])
    expect((await actions(`?target=${post}&action=flags.dismiss`)).results).toMatchObject([
      { action: 'flags.dismiss', uid: admin.uid, target: { kind: 'post', id: post }, detail: { flagCount: 1 } },
    ])
    await ok(flag(ben, post))
    expect(await queued(post)).toBeUndefined()
    await ok(flag(cai, post))
    expect(await queued(post)).toMatchObject({ flagCount: 1 })
  })

  it('BY14 removing deletes the post or comment and its flags, and is logged', async () => {
    await ok(flag(ben, post))
    await ok(flag(ben, comment))
    await resolve(comment, 'delete')
    expect(await ok(visitor.get(`/api/v0/comments/${comment}`))).toMatchObject({ deleted: true })
    await resolve(post, 'delete')
    expect((await visitor.get(`/api/v0/posts/${post}`)).status).toBe(404)
    for (const [targetId, action] of [
      [post, 'post.delete'],
      [comment, 'comment.delete'],
    ] as const) {
      expect(await queued(targetId)).toBeUndefined()
      expect(await server.db.getRepository(FlagEntity).countBy({ targetId })).toBe(0)
      expect((await actions(`?target=${targetId}`)).results).toMatchObject([{ action, uid: admin.uid }, { action: 'review.decide' }])
      expect((await decide(targetId, 'delete')).status).toBe(404)
    }
  })

  it('BY14 content deleted by its creator leaves the queue', async () => {
    const other = (await startBead(ada.client)).id
    const inside = (await addPost(ada.client, other)).id
    for (const id of [post, comment, inside]) await ok(flag(ben, id))
    await ok(ada.client.delete(`/api/v0/posts/${post}`))
    await ok(ada.client.delete(`/api/v0/beads/${other}`))
    for (const targetId of [post, comment, inside]) {
      expect(await server.db.getRepository(ReviewEntity).countBy({ targetId })).toBe(0)
      expect(await server.db.getRepository(FlagEntity).countBy({ targetId })).toBe(0)
    }
  })

  it('BY14 deciding about unflagged content → 404', async () => {
    for (const verdict of ['dismiss', 'delete']) expect((await decide(post, verdict)).status).toBe(404)
    expect((await decide(post, 'burn')).status).toBe(400)
    expect((await visitor.get(`/api/v0/posts/${post}`)).status).toBe(200)
  })
})

describe('M1 privileges', () => {
  const path = (uid: string) => `/api/v0/admin/members/${uid}/privileges`
  const granted = { canComment: true, canCreateBead: true, canCreateDraftBead: true, canFollow: true, canPost: true, canCreatePost: true }

  it('M1 each privilege is granted and revoked separately and at once', async () => {
    const dee = await join(server, 'Dee Hollow')
    expect(await ok(admin.client.get(path(dee.uid.toUpperCase())))).toEqual({
      uid: dee.uid,
      name: 'Dee Hollow',
      privileges: granted,
      verified: false,
      isAdmin: false,
    })
    expect(await ok(admin.client.post(path(dee.uid), { privileges: { canFollow: false }, verified: true }))).toMatchObject({
      privileges: { ...granted, canFollow: false },
      verified: true,
      isAdmin: false,
    })
    expect(await refused(dee.client.post(`/api/v0/members/${ada.uid}/follow`))).toEqual([403, messages.cannotFollow])
    expect(await lastFact()).toEqual({ kind: 'memberChanged', uid: dee.uid })
    expect(await ok(admin.client.post(path(dee.uid), { privileges: { canComment: false } }))).toMatchObject({
      privileges: { ...granted, canFollow: false, canComment: false },
      verified: true,
    })
    await ok(admin.client.post(path(dee.uid), { privileges: { canFollow: true } }))
    expect((await member(server.db, dee.uid)).privileges).toEqual({ canComment: false })
    await ok(dee.client.post(`/api/v0/members/${ada.uid}/follow`))
    await ok(admin.client.post(path(dee.uid), { privileges: { canFollow: true } }))
    expect((await actions(`?target=${dee.uid}`)).results).toMatchObject([
      { action: 'member.privileges', detail: { canFollow: true } },
      { detail: { canComment: false } },
      { detail: { canFollow: false, verified: true } },
    ])
    expect((await admin.client.get(path('missing.member'))).status).toBe(404)
    expect((await admin.client.post(path('missing.member'), { verified: true })).status).toBe(404)
    expect((await admin.client.post(path(dee.uid), { verified: 'yes' })).status).toBe(400)
  })

  it('M1 admins are appointed and dismissed, except the last one', async () => {
    const alone = await startTestServer()
    try {
      const [ida, eve] = [await join(alone, 'Ida Admin', { isAdmin: true }), await join(alone, 'Eve Other')]
      expect(await refused(ida.client.post(path(ida.uid), { isAdmin: false }))).toEqual([409, messages.lastAdmin])
      await ok(ida.client.post(path(eve.uid), { isAdmin: true }))
      await ok(eve.client.get(path(ida.uid)))
      // The two admins dismiss each other concurrently: one remains.
      const statuses = (
        await Promise.all([ida.client.post(path(eve.uid), { isAdmin: false }), eve.client.post(path(ida.uid), { isAdmin: false })])
      ).map(({ status }) => status)
      expect(statuses).toContain(200)
      const left = [await member(alone.db, ida.uid), await member(alone.db, eve.uid)].filter(({ isAdmin }) => isAdmin)
      expect(left).toHaveLength(1)
    } finally {
      await alone.close()
    }
  })
})

describe('M1 the Bead of the Day', () => {
  it('M1 V1 an admin sets an eligible playlist as Bead of the Day, which is logged (decision 23)', async () => {
    const open = await startBead(ben.client, { title: 'Picked', description: 'Which ones?', invitees: undefined, category: 'music' })
    await updateBead(server.db, open.id, { isDraft: false })
    expect((await admin.client.post('/api/v0/admin/day', { bead: open.id })).status).toBe(400)
    await addPost(ben.client, open.id)
    expect((await ok(admin.client.post('/api/v0/admin/day', { bead: open.id }))).bead.id).toBe(open.id)
    expect((await ok(visitor.get('/api/v0/beads/day'))).bead.id).toBe(open.id)
    expect((await actions(`?target=${open.id}`)).results).toMatchObject([{ action: 'bead.day', detail: { title: 'Picked?' } }])
    await ok(admin.client.post('/api/v0/admin/day', { bead: open.id, day: '2030-01-01' }))
    expect((await admin.client.post('/api/v0/admin/day', { bead: open.id, day: 'tomorrow' })).status).toBe(400)
    expect((await admin.client.post('/api/v0/admin/day', { bead })).status).toBe(400)
    expect((await admin.client.post('/api/v0/admin/day', { bead: 'b00000000000000000' })).status).toBe(404)
  })
})

describe('BY14 the log of admin actions', () => {
  it('BY14 the log has pages, latest first, and filters by admin and target', async () => {
    const other = await join(server, 'Otto Admin', { isAdmin: true })
    for (const verified of [true, false, true]) await ok(other.client.post(`/api/v0/admin/members/${cai.uid}/privileges`, { verified }))
    const page = await actions(`?by=${other.uid}&limit=2`)
    expect(page).toMatchObject({
      results: [
        {
          admin: { uid: other.uid, name: 'Otto Admin' },
          uid: other.uid,
          action: 'member.privileges',
          target: { kind: 'member', id: cai.uid },
          detail: { verified: true },
        },
        { detail: { verified: false } },
      ],
      next: page.results[1].id,
    })
    expect((await actions(`?by=${other.uid}&before=${page.next}`)).results).toHaveLength(1)
    expect((await actions(`?by=${other.uid}&target=${ada.uid}`)).results).toEqual([])
    await updateMember(server.db, cai.uid, { verified: false })
  })

  it('BY14 failed actions, and deletions of one’s own content, are not logged', async () => {
    const before = await server.db.getRepository(AdminActionEntity).count()
    await ok(ada.client.delete(`/api/v0/comments/${comment}`))
    await ok(ada.client.delete(`/api/v0/posts/${post}`))
    expect((await decide(post, 'delete')).status).toBe(404)
    expect(await server.db.getRepository(AdminActionEntity).count()).toBe(before)
  })
})

describe('M1 permissions', () => {
  const admins = (): [verb: string, path: string, body?: object][] => [
    ['GET', 'admin/review'],
    ['POST', `admin/review/${post}`, { verdict: 'dismiss' }],
    ['GET', 'admin/actions'],
    ['GET', `admin/members/${ben.uid}/privileges`],
    ['POST', `admin/members/${ben.uid}/privileges`, { isAdmin: true }],
    ['POST', 'admin/day', { bead }],
  ]

  it('M1 W7 all admin endpoints: visitors → 401, members → 403', async () => {
    const invited = await startBead(ada.client, { invitees: [cai.uid] })
    expect(invited.invitees).toHaveLength(1)
    for (const [verb, path, body] of admins()) {
      expect([path, (await visitor.request(verb, `/api/v0/${path}`, body)).status]).toEqual([path, 401])
      for (const who of [ada, ben, cai])
        expect([path, (await who.client.request(verb, `/api/v0/${path}`, body)).status]).toEqual([path, 403])
    }
    expect((await member(server.db, ben.uid)).isAdmin).toBe(false)
    for (const reply of [
      visitor.post(`/api/v0/feedback/flag/${post}`, { reason: 'Spam' }),
      visitor.get(`/api/v0/feedback/flag/${post}?reason=Spam`),
    ])
      expect((await reply).status).toBe(401)
  })

  it('M1 a dismissed admin loses access at once', async () => {
    const once = await join(server, 'Once Admin', { isAdmin: true })
    await ok(once.client.get('/api/v0/admin/review'))
    await ok(admin.client.post(`/api/v0/admin/members/${once.uid}/privileges`, { isAdmin: false }))
    expect((await once.client.get('/api/v0/admin/review')).status).toBe(403)
  })

  it('RO1 a read-only server → 503 for all writes', async () => {
    const readOnly = await startReadOnlyServer()
    try {
      const writes = [
        ...admins().filter(([verb]) => verb === 'POST'),
        ['POST', `feedback/flag/${post}`, { reason: 'Spam' }],
        ['GET', `feedback/flag/${post}?reason=Spam`],
      ] as const
      for (const [verb, path, body] of writes)
        expect([path, ...(await refused(readOnly.client.request(verb, `/api/v0/${path}`, body)))]).toEqual([path, 503, messages.readOnly])
      for (const path of ['admin/review', 'admin/actions']) expect((await readOnly.client.get(`/api/v0/${path}`)).status).toBe(200)
    } finally {
      await readOnly.close()
    }
  })
})
