import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Page, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { createPosts, playSweep } from '../../server/features/posts/service.ts'
import { addPost, member, startBead, updateBead, updateMember } from '../support/content.ts'
import { createOutside, oembedOf } from '../support/outside.ts'
import type { Client } from '../support/server.ts'
import { ada, admin, ben, join, server, setUpPeople, visitor } from '../support/people.ts'

const outside = createOutside()
let bead: string

const rick = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const film = 'https://example.org/film.mp4'

beforeAll(async () => {
  outside.json(oembedOf('youtube', rick), { title: 'Never gonna give you up', author_name: 'Rick Astley', duration: 212 })
})
setUpPeople({ fetcher: outside })
beforeEach(async () => {
  bead = (await startBead(ada.client, { invitees: [ben.uid] })).id
})

const post = (client: Client, id: string, body: unknown) => client.post(`/api/v0/posts/${id}`, body)

describe('D9 adding a post', () => {
  it('D9 a text post requires a title; title and tags are normalised', async () => {
    expect(
      await addPost(ada.client, bead, {
        title: '  A   thought ',
        description: 'Said <b>loudly</b>',
        tags: ['deep thought', 'Deep Thought'],
      }),
    ).toMatchObject({
      title: 'A thought',
      description: 'Said <b>loudly</b>',
      tags: ['DeepThought'],
      media: null,
      bead: { id: bead },
      creator: { uid: ada.uid },
      collectCount: 0,
      upvoteCount: 0,
      commentCount: 0,
      playCount: 0,
      can: { edit: true, delete: true },
    })
    for (const title of ['   ', '\u200b\u202e\u0007']) {
      const { status, body } = await post(ada.client, bead, { title })
      expect(status).toBe(400)
      expect(body.fields).toEqual({ title: messages.postTitleRequired })
    }
    expect((await addPost(ada.client, bead, { title: '\u202eطح\u200cن 👩\u200d🎤\u0007' })).title).toBe('طح\u200cن 👩\u200d🎤')
  })

  it('D9 a post without a title gets that of its medium', async () => {
    expect(await addPost(ada.client, bead, { media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })).toMatchObject({
      title: 'Never gonna give you up',
      media: { type: 'video', source: 'YouTube', artist: 'Rick Astley', duration: 212, media: [{ type: 'youtube', uri: 'dQw4w9WgXcQ' }] },
    })
  })

  it('D9 the maximum is 140 characters for titles and 64,000 for texts', async () => {
    expect((await addPost(ada.client, bead, { title: 'x'.repeat(140), description: 'y'.repeat(64_000) })).description).toHaveLength(64_000)
    expect((await post(ada.client, bead, { title: 'x'.repeat(141) })).body.fields).toEqual({ title: messages.postTitleTooLong })
    expect((await post(ada.client, bead, { title: 'x', description: 'y'.repeat(64_001) })).body.fields).toEqual({
      description: messages.postTextTooLong,
    })
  })

  it('D9 a description equal to the placeholder is stored as empty', async () => {
    expect((await addPost(ada.client, bead, { title: 'x', description: 'What do you think?' })).description).toBe('')
  })

  it('D3 streams, type, source and picture are those detected by the server', async () => {
    const media = {
      href: film,
      title: 'My words',
      type: 'image',
      source: 'Evil',
      image: 'https://evil.example/x.png',
      media: [{ type: 'youtube', uri: 'x', href: 'y' }],
      duration: 1,
    }
    expect((await addPost(ada.client, bead, { media })).media).toEqual({
      type: 'video',
      href: film,
      title: 'My words',
      source: 'example.org',
      media: [{ type: 'file', uri: film, href: film, format: 'video/mp4' }],
    })
  })

  it('R5 the path contains playlist, title and id', async () => {
    const { id, href } = await addPost(ada.client, bead, { title: 'Ça va — très bien!' })
    expect(href).toBe(`${bead}/ca-va-tres-bien-${id}`)
  })

  it('AP5 a new post increases the counts of playlist and creator', async () => {
    const before = await member(server.db, ada.uid)
    await addPost(ada.client, bead)
    expect((await visitor.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(1)
    expect((await member(server.db, ada.uid)).createdPostCount).toBe(before.createdPostCount + 1)
  })
})

describe('D6 start and end times', () => {
  const times = async (media: object) => (await post(ada.client, bead, { media: { href: rick, ...media }, repeat: true })).body
  it('D6 times are taken from the body, or else from the URL', async () => {
    expect((await times({ startTime: 10, endTime: 20 })).post.media).toMatchObject({ startTime: 10, endTime: 20 })
    expect((await times({ href: `${rick}&t=42` })).post.media.startTime).toBe(42)
    expect((await times({ href: `${rick}&t=42`, startTime: 0 })).post.media).not.toHaveProperty('startTime')
    expect((await times({ href: `${rick}&t=9999` })).post.media).not.toHaveProperty('startTime')
  })
  it.each([
    [{ startTime: 212 }, 'media.startTime', messages.timeBeyondEnd],
    [{ endTime: 212 }, 'media.endTime', messages.timeBeyondEnd],
    [{ startTime: 20, endTime: 20 }, 'media.endTime', messages.timeOrder],
    [{ startTime: 20, endTime: 10 }, 'media.endTime', messages.timeOrder],
  ])('D6 %j → 400 for its field', async (media, field, message) => expect((await times(media)).fields).toEqual({ [field]: message }))
  it('D6 without a known duration any start before the end is accepted', async () => {
    expect((await times({ href: film, startTime: 7000, endTime: 8000 })).post.media).toMatchObject({ startTime: 7000, endTime: 8000 })
    expect((await times({ startTime: -1 })).code).toBe('invalid')
  })
})

describe('D4 the same medium twice in a playlist', () => {
  it('D4 the same medium in one playlist → 409 for every form of its URL, unless repeat is set', async () => {
    await addPost(ada.client, bead, { media: { href: rick } })
    const { status, body } = await post(ben.client, bead, { media: { href: 'https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share' } })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', message: 'Oh whoops, this video has already been added to this playlist...' })
    expect((await visitor.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(1)
    expect((await post(ben.client, bead, { media: { href: rick }, repeat: true })).status).toBe(200)
    expect((await post(ada.client, (await startBead(ada.client)).id, { media: { href: rick } })).status).toBe(200)
  })

  it('D4 four concurrent posts of one medium: one succeeds', async () => {
    const statuses = await Promise.all(
      [ada, ben, ada, ben].map(async ({ client }) => (await post(client, bead, { media: { href: film } })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
    expect((await visitor.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(1)
  })

  it('D4 two posts edited concurrently to one medium: one succeeds', async () => {
    const ids = [await addPost(ada.client, bead), await addPost(ada.client, bead)].map(({ id }) => id)
    const statuses = await Promise.all(ids.map(async (id) => (await post(ada.client, id, { media: { href: film } })).status))
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  it('D4 equal texts are not duplicates', async () => {
    await addPost(ada.client, bead)
    expect((await post(ada.client, bead, { title: 'A thought' })).status).toBe(200)
  })
})

describe('B12 permissions to add a post', () => {
  it('B12 to an invite-only playlist: creator, invitees and admins', async () => {
    expect((await post(ben.client, bead, { title: 'x' })).status).toBe(200)
    expect((await post(admin.client, bead, { title: 'x' })).status).toBe(200)
    const carl = await join(server, 'Carl')
    expect((await post(carl.client, bead, { title: 'x' })).status).toBe(403)
    expect((await post(visitor, bead, { title: 'x' })).status).toBe(401)
  })

  it('B12 to an open playlist: every member; to a feed or a draft of others → 403', async () => {
    const carl = await join(server, 'Carl')
    const open = await startBead(admin.client, { title: 'Anything', description: 'x', invitees: undefined })
    expect((await post(carl.client, open.id, { title: 'x' })).status).toBe(200)
    await updateBead(server.db, open.id, { isFeed: true })
    expect((await post(admin.client, open.id, { title: 'x' })).status).toBe(403)
    const draft = await startBead(ada.client, { title: 'Mine', isDraft: true })
    const refused = await post(carl.client, draft.id, { title: 'x' })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe(messages.draftHidden)
    expect((await post(ada.client, 'b00000000000000000', { title: 'x' })).status).toBe(404)
  })

  it.each([
    ['canPost', "You don't have the privileges to post"],
    ['canCreatePost', "You don't have the privileges to create a post"],
  ])('W6 without %s → 403: %s', async (privilege, message) => {
    const dan = await join(server, 'Dan')
    const own = await startBead(dan.client)
    await updateMember(server.db, dan.uid, { privileges: { [privilege]: false } })
    const { status, body } = await post(dan.client, own.id, { title: 'x' })
    expect(status).toBe(403)
    expect(body.message).toBe(message)
    expect((await dan.client.get(`/api/v0/beads/${own.id}`)).body.can.post).toBe(false)
  })
})

describe('D10 editing and deleting a post', () => {
  it('D10 the creator or an admin may edit; absent fields are unchanged', async () => {
    const { id } = await addPost(ben.client, bead, { title: 'Before', description: 'Stays', tags: ['Stays'], media: { href: film } })
    expect((await post(ada.client, id, { title: 'Mine' })).status).toBe(403)
    expect((await visitor.get(`/api/v0/posts/${id}`)).body.can).toEqual({ edit: false, delete: false })
    expect((await post(ben.client, id, { title: 'After' })).body).toMatchObject({
      id,
      post: { title: 'After', description: 'Stays', tags: ['Stays'], media: { href: film } },
    })
    expect((await post(admin.client, id, { description: '', tags: [] })).body.post).toMatchObject({
      title: 'After',
      description: '',
      tags: [],
    })
  })

  it('D10 the medium can be replaced or removed, and its times changed', async () => {
    const { id } = await addPost(ben.client, bead, { title: 'x', media: { href: film } })
    expect((await post(ben.client, id, { media: { href: film, startTime: 5 } })).body.post.media).toMatchObject({
      href: film,
      startTime: 5,
    })
    expect((await post(ben.client, id, { media: { href: rick }, title: '' })).body.post).toMatchObject({
      title: 'Never gonna give you up',
      media: { source: 'YouTube' },
    })
    expect((await post(ben.client, id, { media: null })).body.post.media).toBeNull()
    expect((await post(ben.client, id, { title: ' ' })).body.fields).toEqual({ title: messages.postTitleRequired })
  })

  it('D4 an edit to a medium of another post → 409; an edit of a repeated post’s times → 200', async () => {
    await addPost(ada.client, bead, { media: { href: rick } })
    const { id } = await addPost(ada.client, bead, { media: { href: film } })
    expect((await post(ada.client, id, { media: { href: rick } })).status).toBe(409)
    const again = await addPost(ada.client, bead, { media: { href: rick }, repeat: true })
    expect((await post(ada.client, again.id, { media: { href: rick, startTime: 3 } })).status).toBe(200)
  })

  it('D10 an edit keeps the metadata when detection fails', async () => {
    const { id } = await addPost(ada.client, bead, { media: { href: rick }, title: 'x' })
    const later = createPosts({
      ...server.services,
      publicUrl: server.url,
      media: {
        ...server.services.media,
        detect: async (href) => ({
          ...(await server.services.media.detect(href)),
          byUri: true,
          media: { type: 'video', href: rick, title: 'YouTube video', source: 'YouTube', media: [] },
        }),
        close: async () => {},
      },
    })
    const ids = {
      uid: ada.uid,
      isAdmin: false,
      privileges: { canComment: true, canCreateBead: true, canCreateDraftBead: true, canFollow: true, canPost: true, canCreatePost: true },
    }
    const edited = await later.edit(id, { media: { href: rick, startTime: 8 }, repeat: false }, ids)
    expect(edited.media).toMatchObject({ title: 'Never gonna give you up', duration: 212, startTime: 8, media: [{ uri: 'dQw4w9WgXcQ' }] })
  })

  it('D10 deleting a post corrects all counts; concurrent deletions → 404', async () => {
    const { id } = await addPost(ben.client, bead)
    const before = { ben: await member(server.db, ben.uid), ada: await member(server.db, ada.uid) }
    await transaction(server.db, (manager) =>
      manager.insert(RelationEntity, { uid: ada.uid, type: relationTypes.collect, entity: id, creationDate: new Date().toISOString() }),
    )
    await updateMember(server.db, ada.uid, { collectedPostCount: before.ada.collectedPostCount + 1 })
    expect((await ada.client.delete(`/api/v0/posts/${id}`)).status).toBe(403)
    const statuses = await Promise.all([ben, ben, ben].map(async ({ client }) => (await client.delete(`/api/v0/posts/${id}`)).status))
    expect(statuses.toSorted()).toEqual([200, 404, 404])
    expect((await visitor.get(`/api/v0/posts/${id}`)).status).toBe(404)
    expect((await visitor.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(0)
    expect((await member(server.db, ben.uid)).createdPostCount).toBe(before.ben.createdPostCount - 1)
    expect((await member(server.db, ada.uid)).collectedPostCount).toBe(before.ada.collectedPostCount)
    expect(await server.db.getRepository(RelationEntity).countBy({ entity: id })).toBe(0)
  })
})

describe('AP5 one post', () => {
  it('AP5 a post is found by its id and in its playlist; in another playlist → 404', async () => {
    const { id } = await addPost(ada.client, bead)
    const other = await startBead(ada.client)
    expect((await visitor.get<Post>(`/api/v0/posts/${id}`)).body.bead).toMatchObject({ id: bead, title: 'Sunday slow', category: 'other' })
    expect((await visitor.get(`/api/v0/posts/${bead}/${id}`)).status).toBe(200)
    expect((await visitor.get(`/api/v0/posts/${other.id}/${id}`)).status).toBe(404)
    expect((await visitor.get('/api/v0/posts/p00000000000000000')).status).toBe(404)
  })

  it('B11 a post of a draft → 403 except for its collaborators', async () => {
    const draft = await startBead(ada.client, { title: 'Mine', isDraft: true, invitees: [ben.uid] })
    const { id } = await addPost(ada.client, draft.id)
    for (const path of [`posts/${id}`, `posts/${draft.id}/${id}`, `comments/${id}`, `posts?bead=${draft.id}`]) {
      const { status, body } = await visitor.get(`/api/v0/${path}`)
      expect(status).toBe(403)
      expect(body.message).toBe(messages.draftHidden)
      expect((await ben.client.get(`/api/v0/${path}`)).status).toBe(200)
    }
    const ids = async (client: Client, query = '') =>
      (await client.get<Page<Post>>(`/api/v0/posts?limit=1000${query}`)).body.results.map((one) => one.id)
    for (const query of ['', `&createdby=${ada.uid}`, '&category=other', '&sort=shuffle&ts=1']) {
      expect(await ids(visitor, query)).not.toContain(id)
      expect(await ids(ben.client, query)).toContain(id)
      expect(await ids(admin.client, query)).toContain(id)
    }
    expect((await visitor.post(`/api/v0/posts/${id}/play`)).status).toBe(403)
  })
})

describe('H4 play counts', () => {
  const play = async (client: Client, id: string, headers: Record<string, string> = {}) =>
    (await client.post(`/api/v0/posts/${id}/play`, undefined, { headers })).body.count

  it('H4 each listener counts once an hour, the creator never', async () => {
    const { id } = await addPost(ada.client, bead, { media: { href: film } })
    expect(await play(ada.client, id)).toBe(0)
    expect(await play(ben.client, id)).toBe(1)
    expect(await play(ben.client, id)).toBe(1)
    expect(await play(visitor, id)).toBe(2)
    expect(await play(server.client(), id)).toBe(2)
    expect(await play(admin.client, id)).toBe(3)
    expect((await visitor.get(`/api/v0/posts/${id}`)).body.playCount).toBe(3)
  })

  it('H4 a listener counts again after an hour', async () => {
    const { id } = await addPost(ada.client, bead, { media: { href: film } })
    let now = Date.UTC(2026, 10, 21)
    const posts = createPosts({ ...server.services, publicUrl: server.url, now: () => now })
    expect(await posts.play(id, null, 'address:1')).toBe(1)
    now += 3_599_000
    expect(await posts.play(id, null, 'address:1')).toBe(1)
    expect(await posts.play(id, null, 'address:2')).toBe(2)
    now += 1000
    expect(await posts.play(id, null, 'address:1')).toBe(3)
  })

  it('H4 plays of posts without media are not counted, and no IP address is stored', async () => {
    const { id } = await addPost(ada.client, bead)
    expect(await play(ben.client, id)).toBe(0)
    const listeners = await server.db.query('SELECT "listener" FROM "play"')
    expect(listeners.length).toBeGreaterThan(0)
    expect(JSON.stringify(listeners)).not.toContain('127.0.0.1')
  })

  it('H4 listeners are deleted after an hour, the count is kept', async () => {
    const { id } = await addPost(ada.client, bead, { media: { href: film } })
    await play(ben.client, id)
    const listeners = () => server.db.query(`SELECT "listener" FROM "play" WHERE "postId" = '${id}'`)
    await playSweep(server.db).run(new AbortController().signal)
    expect(await listeners()).toHaveLength(1)
    await playSweep(server.db, () => Date.now() + 3_600_000).run(new AbortController().signal)
    expect(await listeners()).toHaveLength(0)
    expect((await visitor.get(`/api/v0/posts/${id}`)).body.playCount).toBe(1)
  })
})
