import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Page, type Post } from '#contract/index.ts'
import type { Fact } from '#outbox/facts.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
const people: Record<'ada' | 'ben' | 'cleo' | 'admin', { client: Client; uid: string }> = {} as never
let visitor: Client

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['ada', 'ben', 'cleo', 'admin'] as const) {
    const { client, me } = await server.signUp(`Person ${name}`)
    people[name] = { client, uid: me.uid }
  }
  await updateMember(server.db, people.admin.uid, { isAdmin: true })
  visitor = server.client()
})
afterAll(() => server.close())

const repost = (client: Client, id: string, bead: string) => client.post(`/api/v0/posts/${id}/repost/${bead}`, {})
const post = (client: Client, id: string, body: unknown) => client.post(`/api/v0/posts/${id}`, body)
const get = async (id: string, client = visitor) => (await client.get<Post>(`/api/v0/posts/${id}`)).body
const facts = async (): Promise<Fact[]> =>
  (await server.db.getRepository(OutboxEntity).find({ order: { id: 'ASC' } })).map(({ fact }) => fact)
const film = (name: string) => ({
  title: `About ${name}`,
  description: 'As I see it',
  tags: ['Film'],
  media: { href: `https://example.org/${name}.mp4`, startTime: '1:05' },
})

describe('D11 reposting', () => {
  it('D11 BY23 a repost copies the post and names the first creator, also of a repost', async () => {
    const { ada, ben, cleo } = people
    const original = await addPost(ada.client, (await startBead(ada.client)).id, film('one'))
    const his = await startBead(ben.client, { title: 'Of Ben' })
    const answer = await repost(ben.client, original.id, his.id)
    expect(answer.status).toBe(200)
    const first = await get(answer.body._id)
    expect(answer.body).toEqual({ _id: first.id, id: first.id, href: first.href, bead: { title: 'Of Ben' } })
    expect(first).toMatchObject({
      title: 'About one',
      description: 'As I see it',
      tags: ['Film'],
      creator: { uid: ben.uid },
      bead: { id: his.id },
      media: { startTime: 65 },
      borrowedText: true,
      originalPost: { id: original.id, creator: { uid: ada.uid }, href: original.href, bead: { id: original.bead.id } },
      collectCount: 0,
    })
    const hers = await startBead(cleo.client)
    const second = await get((await repost(cleo.client, first.id, hers.id)).body._id)
    expect(second).toMatchObject({ creator: { uid: cleo.uid }, originalPost: { id: original.id, creator: { uid: ada.uid } } })
    expect((await facts()).slice(-2)).toEqual([
      { kind: 'postCreated', postId: second.id, beadId: hers.id, by: cleo.uid },
      { kind: 'reposted', postId: second.id, originalPostId: original.id, beadId: hers.id, by: cleo.uid },
    ])
    await ada.client.delete(`/api/v0/posts/${original.id}`)
    expect((await get(second.id)).originalPost).toEqual({
      _id: original.id,
      id: original.id,
      creator: expect.objectContaining({ uid: ada.uid }),
      href: null,
      bead: null,
    })
  })

  it('D11 a second repost into the same playlist → 409 with the existing post', async () => {
    const { ada, ben } = people
    const own = await startBead(ada.client)
    const original = await addPost(ada.client, own.id, film('two'))
    const text = await addPost(ada.client, own.id, { title: 'Only words' })
    const his = await startBead(ben.client)
    expect((await repost(ada.client, text.id, own.id)).body).toMatchObject({
      code: 'conflict',
      message: messages.repostSelf,
      fields: { post: text.id },
    })
    for (const { id } of [original, text]) {
      const { body } = await repost(ben.client, id, his.id)
      const again = await repost(ben.client, id, his.id)
      expect(again.status).toBe(409)
      expect(again.body.fields).toMatchObject({ post: body._id })
    }
  })

  it('B6 D11 reposting needs access to the post and permission to post there', async () => {
    const { ada, ben, cleo } = people
    const post = await addPost(ada.client, (await startBead(ada.client)).id, { title: 'Shared' })
    const closed = await startBead(ben.client, { invitees: [cleo.uid] })
    expect((await repost(visitor, post.id, closed.id)).status).toBe(401)
    expect((await repost(ada.client, post.id, closed.id)).status).toBe(403)
    expect((await repost(cleo.client, post.id, closed.id)).status).toBe(200)
    const own = await startBead(ada.client)
    await updateMember(server.db, ada.uid, { privileges: { canPost: false } })
    expect(await repost(ada.client, post.id, own.id)).toMatchObject({ status: 403, body: { message: messages.cannotPost } })
    // A repost does not require canCreatePost (decision 19).
    await updateMember(server.db, ada.uid, { privileges: { canCreatePost: false } })
    expect((await repost(ada.client, post.id, (await startBead(ada.client)).id)).status).toBe(200)
    await updateMember(server.db, ada.uid, { privileges: {} })
    const hidden = await addPost(ada.client, own.id, { title: 'In a draft' })
    await updateBead(server.db, own.id, { isDraft: true })
    expect((await repost(ben.client, hidden.id, closed.id)).status).toBe(403)
    const feed = await startBead(ada.client)
    await updateBead(server.db, feed.id, { isFeed: true })
    expect((await repost(ada.client, post.id, feed.id)).status).toBe(403)
    expect((await repost(ada.client, 'p00000000000000000', own.id)).status).toBe(404)
    expect((await repost(ada.client, post.id, 'b00000000000000000')).status).toBe(404)
  })

  it('D11 a post of a draft cannot be reposted: neither by an invitee nor by its creator or an admin (decision 52)', async () => {
    const { ada, ben, cleo, admin } = people
    const draft = await startBead(ada.client, { isDraft: true, invitees: [ben.uid] })
    const [ours, his] = [await addPost(ada.client, draft.id), await addPost(ben.client, draft.id)]
    for (const { client } of [ada, ben, admin]) {
      expect((await client.get(`/api/v0/posts/${ours.id}`)).body.can.repost, 'nor is it offered').toBe(false)
      const published = await startBead(client)
      for (const { id } of [ours, his])
        expect(await repost(client, id, published.id)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', message: messages.repostDraft },
        })
      expect((await visitor.get(`/api/v0/beads/${published.id}`)).body.postCount).toBe(0)
    }
    expect((await repost(ada.client, ours.id, (await startBead(ada.client, { isDraft: true })).id)).status).toBe(403)
    expect((await repost(cleo.client, ours.id, (await startBead(cleo.client)).id)).body.message).toBe(messages.draftHidden)
    await ada.client.post(`/api/v0/beads/${draft.id}/publish`)
    expect((await ada.client.get(`/api/v0/posts/${ours.id}`)).body.can).toEqual({ edit: true, delete: true })
    expect((await repost(cleo.client, ours.id, (await startBead(cleo.client)).id)).status).toBe(200)
  })

  it('D10 the first edit of another member’s post starts with empty texts (decision 20)', async () => {
    const { ada, ben } = people
    const original = await addPost(ada.client, (await startBead(ada.client)).id, film('three'))
    const { body } = await repost(ben.client, original.id, (await startBead(ben.client)).id)
    const edited = (await ben.client.post<{ post: Post }>(`/api/v0/posts/${body._id}`, { tags: ['Mine'] })).body.post
    expect(edited).toMatchObject({ description: '', tags: ['Mine'], originalPost: { id: original.id } })
    expect(edited.title).not.toBe('About three')
    expect(edited.borrowedText).toBeUndefined()
    const own = (await ben.client.post<{ post: Post }>(`/api/v0/posts/${body._id}`, { title: 'My words', description: 'Mine' })).body.post
    expect((await ben.client.post<{ post: Post }>(`/api/v0/posts/${body._id}`, { tags: [] })).body.post).toMatchObject({
      title: own.title,
      description: 'Mine',
    })
    // A repost of one's own post keeps its texts.
    const mine = await repost(ada.client, original.id, (await startBead(ada.client)).id)
    expect((await ada.client.post<{ post: Post }>(`/api/v0/posts/${mine.body._id}`, { tags: [] })).body.post).toMatchObject({
      title: 'About three',
      description: 'As I see it',
    })
    const text = await addPost(ada.client, (await startBead(ada.client)).id, { title: 'Words alone' })
    const bare = await repost(ben.client, text.id, (await startBead(ben.client)).id)
    expect((await ben.client.post(`/api/v0/posts/${bare.body._id}`, { tags: [] })).body.fields).toEqual({
      title: messages.postTitleRequired,
    })
  })
})

describe('AP5 events of posts', () => {
  it('AP5 each change emits one event, with new mentions only', async () => {
    const { ada, ben, cleo } = people
    await server.services.outbox.drain()
    const bead = (await startBead(ada.client, { invitees: [] })).id
    const made = await addPost(ada.client, bead, { title: 'T', description: `For @${ben.uid}, @missing.member and @${ada.uid}` })
    await ada.client.post(`/api/v0/posts/${made.id}`, { description: `For @${ben.uid} and @${cleo.uid}.` })
    await ada.client.delete(`/api/v0/posts/${made.id}`)
    const about = { postId: made.id, beadId: bead, by: ada.uid }
    expect((await facts()).slice(-3)).toEqual([
      { kind: 'postCreated', ...about, mentions: [ben.uid] },
      { kind: 'postChanged', ...about, mentions: [cleo.uid] },
      { kind: 'postRemoved', ...about },
    ])
    expect((await post(ada.client, bead, { title: '' })).status).toBe(400)
    expect(await facts()).toHaveLength(4)
  })
})

describe('AP5 collectors', () => {
  it('AP5 all collectors are listed, latest first, in pages', async () => {
    const { ada, ben, cleo } = people
    const post = await addPost(ada.client, (await startBead(ada.client)).id)
    for (const { client } of [ben, cleo, ada]) {
      await client.post(`/api/v0/posts/${post.id}/collect`, {})
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    const page = (await visitor.get<Page<{ uid: string; collectedDate: string }>>(`/api/v0/posts/${post.id}/collectedby?limit=2`)).body
    expect(page).toMatchObject({ next: 2, counts: { total: 3 }, results: [{ uid: ada.uid }, { uid: cleo.uid }] })
    expect((await visitor.get(`/api/v0/posts/${post.id}/collectedby?limit=2&from=2`)).body).toMatchObject({
      next: null,
      results: [{ uid: ben.uid }],
    })
    expect((await visitor.get('/api/v0/posts/p00000000000000000/collectedby')).status).toBe(404)
  })
})
