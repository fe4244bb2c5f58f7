import { describe, expect, it } from 'vitest'
import { messages, type Comment } from '#contract/index.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { AdminActionEntity } from '../../server/features/moderation/entities.ts'
import { PostEntity } from '../../server/features/posts/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
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

setUpPeople()
setUpPost()

const addComment = (who: Person, text: string, id = post) => ok<Comment>(who.client.post(`/api/v0/comments/${id}`, { text }))
const list = async (client = visitor, query = '') => ok(client.get(`/api/v0/comments/${post}${query}`))
const texts = (page: { results: Comment[] }) => page.results.map(({ text }) => text)
const postRow = () => server.db.getRepository(PostEntity).findOneByOrFail({ id: post })
const lastFact = async () => (await server.db.getRepository(OutboxEntity).find({ order: { id: 'DESC' }, take: 1 }))[0]?.fact
const lastAction = async () => (await server.db.getRepository(AdminActionEntity).find({ order: { id: 'DESC' }, take: 1 }))[0]

describe('G2 AP8 commenting', () => {
  it('G2 a new comment is returned, listed and readable by its id, with cleaned markup', async () => {
    const comment = await addComment(ben, ' <b>Hear</b>, <script>alert(1)</script>hear <img src=x onerror=alert(1)> ')
    expect(comment).toMatchObject({
      postId: post,
      text: expect.stringMatching(/^<b>Hear<\/b>, hear/),
      deleted: false,
      creator: { uid: ben.uid, name: 'Ben Stone' },
      reactions: { like: 0 },
      likers: [],
      can: { edit: true, delete: true },
    })
    expect(comment.text).not.toMatch(/script|img|alert/)
    const seen = { ...comment, can: { edit: false, delete: false } }
    expect(await list()).toEqual({ results: [seen], next: null, counts: { total: 1 } })
    expect(await ok(visitor.get(`/api/v0/comments/${comment.id}`))).toEqual(seen)
    expect((await ok(admin.client.get(`/api/v0/comments/${comment.id}`))).can).toEqual({ edit: false, delete: true })
    expect(await lastFact()).toMatchObject({ kind: 'commentCreated', commentId: comment.id, postId: post, by: ben.uid, mentions: [] })
  })

  it('G2 an empty comment → 400', async () => {
    for (const text of ['', '  \n ', '<br>', '<script>x</script>', '&nbsp;'.repeat(3)])
      expect([text, ...(await refused(ben.client.post(`/api/v0/comments/${post}`, { text })))]).toEqual([
        text,
        400,
        messages.commentRequired,
      ])
    expect((await ben.client.post(`/api/v0/comments/${post}`, {})).status).toBe(400)
    expect((await ben.client.post(`/api/v0/comments/${post}`, { text: '' })).body.fields).toEqual({ text: messages.commentRequired })
    expect((await list()).results).toEqual([])
  })

  it('G2 the maximum length is 64,000 characters', async () => {
    expect((await addComment(ben, 'x'.repeat(64_000))).text).toHaveLength(64_000)
    expect(await refused(ben.client.post(`/api/v0/comments/${post}`, { text: 'x'.repeat(64_001) }))).toEqual([400, messages.commentTooLong])
    // An escaped character counts as one.
    expect((await addComment(ben, '&lt;'.repeat(63_999) + '&amp;')).text).toBe('&lt;'.repeat(63_999) + '&amp;')
    expect(await refused(ben.client.post(`/api/v0/comments/${post}`, { text: '&lt;'.repeat(64_001) }))).toEqual([
      400,
      messages.commentTooLong,
    ])
  })

  it('G2 AP8 only the owner may edit a comment, which emits commentChanged', async () => {
    const { id } = await addComment(ben, 'Hear')
    const changed = await addComment(ben, 'Hear, hear', id)
    expect(changed).toMatchObject({ id, postId: post, text: 'Hear, hear', editedDate: expect.any(String) })
    expect(texts(await list())).toEqual(['Hear, hear'])
    expect(await lastFact()).toMatchObject({ kind: 'commentChanged', commentId: id, by: ben.uid })
    for (const other of [ada, admin]) expect((await other.client.post(`/api/v0/comments/${id}`, { text: 'Mine now' })).status).toBe(403)
    expect(await refused(ben.client.post(`/api/v0/comments/${id}`, { text: ' ' }))).toEqual([400, messages.commentRequired])
  })

  it('G4 mentions, tags and playlists become links; an event names only new mentions', async () => {
    const { id, text } = await addComment(ben, `@${cai.uid.toUpperCase()} and @${ada.uid}, also @missing.member: #deep *${bead}`)
    expect(text).toContain(`<a href="/p/${cai.uid}">`)
    expect(text).toContain(`href="/tag/Deep"`)
    expect(text).toContain(`href="/${bead}"`)
    expect(text).toContain('also @missing.member')
    expect(await lastFact()).toMatchObject({ kind: 'commentCreated', mentions: expect.arrayContaining([ada.uid, cai.uid]) })
    await addComment(ben, `@${cai.uid} and @${admin.uid}`, id)
    expect(await lastFact()).toMatchObject({ kind: 'commentChanged', mentions: [admin.uid] })
  })

  it('G1 comments are listed oldest first, in pages', async () => {
    for (let n = 1; n <= 5; n += 1) await addComment(n % 2 ? ben : ada, `Number ${n}`)
    const first = await list(visitor, '?limit=2')
    expect([texts(first), first.next, first.counts.total]).toEqual([['Number 1', 'Number 2'], 2, 5])
    const last = await list(visitor, '?limit=2&from=4')
    expect([texts(last), last.next]).toEqual([['Number 5'], null])
  })

  it('G1 the latest comments of several posts in one call', async () => {
    const quiet = (await addPost(ada.client, bead, { title: 'Nobody says a word' })).id
    const other = (await addPost(ada.client, bead, { title: 'Somebody does' })).id
    const ids: string[] = []
    for (let n = 1; n <= 5; n += 1) ids.push((await addComment(ben, `Number ${n}`)).id)
    await addComment(cai, 'Alone', other)
    await ok(ben.client.delete(`/api/v0/comments/${ids[3]}`))
    const latest = await server.services.comments.latest([post, quiet, other], 3, null)
    expect([...latest].map(([id, comments]) => [id, comments.map(({ text }) => text)]).toSorted()).toEqual(
      [
        [post, ['Number 2', 'Number 3', 'Number 5']],
        [other, ['Alone']],
      ].toSorted(),
    )
  })
})

describe('G2 counting', () => {
  it('G2 the count excludes comments of the post’s creator and deleted ones (decision 12)', async () => {
    const { id } = await addComment(ben, 'One')
    const own = await addComment(ada, 'Mine')
    await addComment(cai, 'Two')
    expect(await postRow()).toMatchObject({ commentCount: 2, score: 2 })
    await ok(ben.client.delete(`/api/v0/comments/${id}`))
    await ok(ben.client.delete(`/api/v0/comments/${id}`))
    await ok(ada.client.delete(`/api/v0/comments/${own.id}`))
    expect(await postRow()).toMatchObject({ commentCount: 1, score: 1 })
    expect((await list()).counts).toEqual({ total: 3 })
  })

  it('G2 the count is exact after concurrent comments and concurrent deletions', async () => {
    const comments = await Promise.all(Array.from({ length: 24 }, (_, n) => addComment(n % 2 ? ben : cai, `Number ${n}`)))
    expect(await postRow()).toMatchObject({ commentCount: 24, score: 24 })
    await Promise.all(
      comments.slice(0, 10).flatMap(({ id, creator }) => {
        const owner = creator.uid === ben.uid ? ben : cai
        return [owner.client.delete(`/api/v0/comments/${id}`), admin.client.delete(`/api/v0/comments/${id}`)]
      }),
    )
    expect(await postRow()).toMatchObject({ commentCount: 14, score: 14 })
  })
})

describe('G2 AP8 deleting', () => {
  it('G2 a deleted comment is listed as "Comment deleted", without its text and likes', async () => {
    const { id } = await addComment(ben, 'I never said that')
    await addComment(cai, 'Yes you did')
    await ok(cai.client.post(`/api/v0/comments/${id}/reaction/like`))
    expect(await ok(ben.client.delete(`/api/v0/comments/${id}`))).toEqual({ deleted: true })
    const [stub, next] = (await list(ben.client)).results
    expect(stub).toMatchObject({
      id,
      text: 'Comment deleted',
      deleted: true,
      reactions: { like: 0 },
      likers: [],
      can: { edit: false, delete: false },
    })
    expect(next.text).toBe('Yes you did')
    expect(await server.db.getRepository(CommentEntity).findOneByOrFail({ id })).toMatchObject({ text: '' })
    expect((await ok(cai.client.get(`/api/v0/members/${cai.uid}/relations?type=6`))).data).toEqual([])
    expect(await lastFact()).toMatchObject({ kind: 'commentRemoved', commentId: id, by: ben.uid })
  })

  it('G2 AP8 editing or liking a deleted comment → 409', async () => {
    const { id } = await addComment(ben, 'Hear')
    await ok(admin.client.delete(`/api/v0/comments/${id}`))
    expect(await refused(ben.client.post(`/api/v0/comments/${id}`, { text: 'Hear, hear' }))).toEqual([409, messages.commentDeleted])
    expect((await cai.client.post(`/api/v0/comments/${id}/reaction/like`)).status).toBe(409)
    expect((await cai.client.delete(`/api/v0/comments/${id}/reaction/like`)).status).toBe(409)
  })

  it('G2 BY14 an admin may delete any comment, which is logged; other members may not', async () => {
    const { id } = await addComment(ben, '<b>Buy</b> my pills')
    for (const other of [ada, cai]) expect((await other.client.delete(`/api/v0/comments/${id}`)).status).toBe(403)
    await ok(admin.client.delete(`/api/v0/comments/${id}`))
    expect(await lastAction()).toMatchObject({
      uid: admin.uid,
      action: 'comment.delete',
      targetKind: 'comment',
      targetId: id,
      detail: { postId: post, creator: ben.uid, text: 'Buy my pills' },
    })
    const own = await addComment(admin, 'Mine')
    await ok(admin.client.delete(`/api/v0/comments/${own.id}`))
    expect((await lastAction())!.targetId).toBe(id)
  })

  it('G2 an unknown comment → 404', async () => {
    const none = 'c00000000000000000'
    for (const reply of [
      ben.client.get(`/api/v0/comments/${none}`),
      ben.client.post(`/api/v0/comments/${none}`, { text: 'x' }),
      ben.client.delete(`/api/v0/comments/${none}`),
      ben.client.post(`/api/v0/comments/${none}/reaction/like`),
      ben.client.get(`/api/v0/comments/${none}/reactions/like`),
      ben.client.get('/api/v0/comments/p00000000000000000'),
      ben.client.post('/api/v0/comments/p00000000000000000', { text: 'x' }),
    ])
      expect((await reply).status).toBe(404)
    expect((await ben.client.get(`/api/v0/comments/${bead}`)).status).toBe(400)
  })
})

describe('G3 AP8 likes', () => {
  it('G3 likes are idempotent, exclude the creator’s own from the count, and are listed', async () => {
    const { id } = await addComment(ben, 'Hear')
    const like = (who: Person, verb: 'POST' | 'DELETE' = 'POST') => ok(who.client.request(verb, `/api/v0/comments/${id}/reaction/like`))
    expect(await like(cai)).toEqual({ liked: true, count: 1 })
    expect(await like(cai)).toEqual({ liked: true, count: 1 })
    expect(await lastFact()).toMatchObject({ kind: 'commentLiked', commentId: id, by: cai.uid })
    expect(await like(ben)).toEqual({ liked: true, count: 1 })
    for (const who of [ada, admin]) await like(who)
    const uids = (likers: { uid: string }[]) => likers.map(({ uid }) => uid)
    const [comment] = (await list()).results
    expect(comment.reactions).toEqual({ like: 3 })
    expect(uids(comment.likers)).toEqual([admin.uid, ada.uid, cai.uid])
    const likes = await ok(visitor.get(`/api/v0/comments/${id}/reactions/like`))
    expect(uids(likes.results.map(({ creator }: { creator: { uid: string } }) => creator))).toEqual([admin.uid, ada.uid, cai.uid])
    expect(likes).toMatchObject({ next: null, counts: { total: 3 } })
    expect(await ok(visitor.get(`/api/v0/comments/${id}/reactions/like?limit=1&from=1`))).toMatchObject({
      results: [{ creator: { uid: ada.uid } }],
      next: 2,
    })
    expect(await like(cai, 'DELETE')).toEqual({ liked: false, count: 2 })
    expect(await like(cai, 'DELETE')).toEqual({ liked: false, count: 2 })
    expect(await lastFact()).toMatchObject({ kind: 'commentUnliked', commentId: id, by: cai.uid })
    expect(await like(ben, 'DELETE')).toEqual({ liked: false, count: 2 })
  })

  it('G3 a comment contains its three latest likers', async () => {
    const { id } = await addComment(ben, 'Loved')
    const fans: Person[] = []
    for (let n = 0; n < 6; n += 1) fans.push(await join(server, `Liker ${n}`))
    for (const { client } of fans) await ok(client.post(`/api/v0/comments/${id}/reaction/like`))
    const [comment] = (await list()).results
    expect(comment.reactions.like).toBe(6)
    expect(comment.likers.map(({ uid }: { uid: string }) => uid)).toEqual(
      fans
        .slice(3)
        .map(({ uid }) => uid)
        .toReversed(),
    )
  })
})

describe('G2 permissions', () => {
  it('W6 G2 without canComment a member may neither comment nor edit, but like and delete', async () => {
    const { id } = await addComment(ben, 'Hear')
    await updateMember(server.db, ben.uid, { privileges: { canComment: false } })
    try {
      expect(await refused(ben.client.post(`/api/v0/comments/${post}`, { text: 'x' }))).toEqual([403, messages.cannotComment])
      expect(await refused(ben.client.post(`/api/v0/comments/${id}`, { text: 'x' }))).toEqual([403, messages.cannotComment])
      expect((await list(ben.client)).results[0].can).toEqual({ edit: false, delete: true })
      await ok(ben.client.post(`/api/v0/comments/${id}/reaction/like`))
      await ok(ben.client.delete(`/api/v0/comments/${id}`))
    } finally {
      await updateMember(server.db, ben.uid, { privileges: {} })
    }
  })

  it('W7 G2 a visitor may read, all else → 401', async () => {
    const { id } = await addComment(ben, 'Hear')
    expect((await visitor.get(`/api/v0/comments/${post}`)).status).toBe(200)
    expect((await visitor.get(`/api/v0/comments/${id}/reactions/like`)).status).toBe(200)
    expect((await visitor.post(`/api/v0/comments/${post}`, { text: 'x' })).status).toBe(401)
    expect((await visitor.post(`/api/v0/comments/${id}`, { text: 'x' })).status).toBe(401)
    expect((await visitor.delete(`/api/v0/comments/${id}`)).status).toBe(401)
    for (const verb of ['POST', 'DELETE']) expect((await visitor.request(verb, `/api/v0/comments/${id}/reaction/like`)).status).toBe(401)
  })

  it('B11 comments of a draft → 403 except for its collaborators', async () => {
    const draft = await startBead(ada.client, { invitees: [cai.uid] })
    const inside = (await addPost(ada.client, draft.id)).id
    const { id } = await addComment(ada, 'Hear', inside)
    await updateBead(server.db, draft.id, { isDraft: true })
    for (const client of [ben.client, visitor])
      for (const path of [inside, id, `${id}/reactions/like`])
        expect(await refused(client.get(`/api/v0/comments/${path}`))).toEqual([403, messages.draftHidden])
    for (const reply of [
      ben.client.post(`/api/v0/comments/${inside}`, { text: 'x' }),
      ben.client.post(`/api/v0/comments/${id}`, { text: 'x' }),
      ben.client.delete(`/api/v0/comments/${id}`),
      ben.client.post(`/api/v0/comments/${id}/reaction/like`),
    ])
      expect(await refused(reply)).toEqual([403, messages.draftHidden])
    for (const who of [ada, cai, admin]) expect((await addComment(who, 'Within', inside)).postId).toBe(inside)
  })

  it('RO1 a read-only server refuses all writes', async () => {
    const readOnly = await startReadOnlyServer()
    const none = 'c00000000000000000'
    try {
      for (const reply of [
        readOnly.client.post(`/api/v0/comments/${post}`, { text: 'x' }),
        readOnly.client.delete(`/api/v0/comments/${none}`),
        readOnly.client.post(`/api/v0/comments/${none}/reaction/like`),
        readOnly.client.delete(`/api/v0/comments/${none}/reaction/like`),
      ])
        expect(await refused(reply)).toEqual([503, messages.readOnly])
    } finally {
      await readOnly.close()
    }
  })
})
