import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { BlockOrMuteEntity } from '../../server/features/blocks/entities.ts'
import { blockersOf, exceptBlocked, exceptMuted, blocksOrMutes, refuseBlocked } from '../../server/features/blocks/service.ts'
import { sql } from '#db/sql.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, member, startBead } from '../support/content.ts'
import { join, ok, refused, startReadOnlyServer, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Person
let ben: Person
let cai: Person
let bead: string
let post: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await join(server, 'Ada Rivers')
  ben = await join(server, 'Ben Stone')
  cai = await join(server, 'Cai Moss')
  bead = (await startBead(ada.client)).id
  post = (await addPost(ada.client, bead)).id
})

const act = (who: Person, verb: string, whom: Person) => ok(who.client.post(`/api/v0/members/${whom.uid}/${verb}`))
const uids = (page: { results: { uid: string }[] }) => page.results.map(({ uid }) => uid)

describe('BY14 blocking', () => {
  it('BY14 block and mute are idempotent, emit one event, are listed and can be undone', async () => {
    expect(await act(ada, 'block', ben)).toEqual({ blocked: true, muted: false })
    expect(await act(ada, 'block', ben)).toEqual({ blocked: true, muted: false })
    expect(await act(ada, 'mute', ben)).toEqual({ blocked: true, muted: true })
    await act(ada, 'block', cai)
    expect((await member(server.db, ada.uid)).hiddenCount).toBe(2)
    expect(uids(await ok(ada.client.get('/api/v0/me/blocked')))).toEqual([cai.uid, ben.uid])
    expect(await ok(ada.client.get('/api/v0/me/muted'))).toMatchObject({
      results: [{ uid: ben.uid, name: 'Ben Stone', creationDate: expect.any(String) }],
      counts: { total: 1 },
    })
    expect(await ok(ada.client.get('/api/v0/me/blocked?limit=1'))).toMatchObject({ next: 1, counts: { total: 2 } })
    expect(await ok(ben.client.get('/api/v0/me/blocked'))).toEqual({ results: [], next: null, counts: { total: 0 } })
    const facts = (await server.db.getRepository(OutboxEntity).find())
      .map(({ fact }) => fact)
      .filter((fact) => fact.kind === 'blocked' && fact.by === ada.uid)
    expect(facts).toHaveLength(2)
    expect(await act(ada, 'unblock', ben)).toEqual({ blocked: false, muted: true })
    expect(await act(ada, 'unmute', ben)).toEqual({ blocked: false, muted: false })
    expect(await act(ada, 'unmute', ben)).toEqual({ blocked: false, muted: false })
    expect((await member(server.db, ada.uid)).hiddenCount).toBe(1)
  })

  it('BY14 a block ends follows in both directions and updates the counters', async () => {
    const before = await Promise.all([ada, ben].map(({ uid }) => member(server.db, uid)))
    await act(ada, 'superfollow', ben)
    await act(ben, 'follow', ada)
    await ok(ben.client.post(`/api/v0/beads/${bead}/follow`))
    const { heat } = await server.db.getRepository(BeadEntity).findOneByOrFail({ id: bead })
    await act(ada, 'block', ben)
    for (const [n, who] of [ada, ben].entries()) {
      const { followerCount, followingCount, collectedBeadCount } = before[n]!
      expect(await member(server.db, who.uid)).toMatchObject({ followerCount, followingCount, collectedBeadCount })
    }
    const after = await server.db.getRepository(BeadEntity).findOneByOrFail({ id: bead })
    expect(after.followerCount).toBe(0)
    expect(after.heat).toBeLessThan(heat)
    await act(ada, 'unblock', ben)
    expect((await ok(ben.client.get(`/api/v0/members/${ben.uid}/relations`))).data).toEqual([])
  })

  it('BY14 a blocked member may not follow, comment or like, but may collect', async () => {
    const { id } = await ok(ada.client.post(`/api/v0/comments/${post}`, { text: 'Mine' }))
    const theirs = (await ok(ben.client.post(`/api/v0/comments/${post}`, { text: 'Before' }))).id
    await act(ada, 'block', ben)
    for (const [path, body] of [
      [`members/${ada.uid}/follow`],
      [`members/${ada.uid}/superfollow`],
      [`beads/${bead}/follow`],
      [`beads/${bead}/superfollow`],
      [`comments/${post}`, { text: 'x' }],
      [`comments/${theirs}`, { text: 'x' }],
      [`comments/${id}/reaction/like`],
    ] as const)
      expect([path, ...(await refused(ben.client.post(`/api/v0/${path}`, body)))]).toEqual([path, 403, messages.blocked])
    expect((await server.db.getRepository(BeadEntity).findOneByOrFail({ id: bead })).followerCount).toBe(0)
    for (const verb of ['collect', 'upvote', 'uncollect', 'unupvote']) await ok(ben.client.post(`/api/v0/posts/${post}/${verb}`))
    await ok(ben.client.delete(`/api/v0/comments/${theirs}`))
    expect(await refused(ada.client.post(`/api/v0/members/${ben.uid}/follow`))).toEqual([403, messages.blockedByYou])
    await act(ada, 'unblock', ben)
    expect(await act(ben, 'follow', ada)).toMatchObject({ following: true })
  })

  it('BY14 BY5 a blocked invitee may not reorder the playlist', async () => {
    const shared = (await startBead(ada.client, { invitees: [ben.uid] })).id
    const path = `/api/v0/beads/${shared}/posts/${(await addPost(ada.client, shared)).id}/move`
    await ok(ben.client.post(path, { after: null }))
    await act(ada, 'block', ben)
    expect(await refused(ben.client.post(path, { after: null }))).toEqual([403, messages.blocked])
  })

  it('BY14 B4 a blocked member is not among the top curators for the blocker only', async () => {
    const shared = (await startBead(ada.client, { invitees: [ben.uid] })).id
    for (const who of [ada, ben]) await addPost(who.client, shared)
    await act(cai, 'block', ben)
    await act(ada, 'mute', ben)
    const curators = async ({ client }: Pick<Person, 'client'>) =>
      uids({ results: (await ok(client.get(`/api/v0/beads/${shared}`))).topCurators.curators })
    expect(await curators(cai)).toEqual([ada.uid])
    for (const other of [ada, ben, { client: server.client() }])
      expect((await curators(other)).toSorted()).toEqual([ada.uid, ben.uid].toSorted())
    expect(await curators(cai)).toEqual([ada.uid])
    await act(cai, 'unblock', ben)
    expect(await curators(cai)).toHaveLength(2)
  })

  it('BY14 a blocked member is hidden from the blocker’s lists and comments only', async () => {
    for (const who of [ben, cai]) {
      await act(who, 'follow', ada)
      await ok(who.client.post(`/api/v0/comments/${post}`, { text: `By ${who.uid}` }))
      await ok(who.client.post('/api/v0/tags/HidingTag/follow'))
    }
    await act(cai, 'follow', ben)
    const { id } = await ok(ada.client.post(`/api/v0/comments/${post}`, { text: 'Mine' }))
    await ok(ben.client.post(`/api/v0/comments/${id}/reaction/like`))
    await act(cai, 'block', ben)
    const seen = async (who: Person | null) => {
      const client = who?.client ?? server.client()
      const comments = await ok(client.get(`/api/v0/comments/${post}`))
      return {
        followers: uids(await ok(client.get(`/api/v0/members/${ada.uid}/followers`))).includes(ben.uid),
        tags: uids(await ok(client.get('/api/v0/tags/hidingtag/followers'))).includes(ben.uid),
        comments: comments.results.some(({ creator }: { creator: { uid: string } }) => creator.uid === ben.uid),
        total: comments.counts.total,
        likers: (await ok(client.get(`/api/v0/comments/${id}/reactions/like`))).results.length,
        faces: uids({ results: (await ok(client.get(`/api/v0/comments/${id}`))).likers }).includes(ben.uid),
      }
    }
    expect(await seen(cai)).toEqual({ followers: false, tags: false, comments: false, total: 2, likers: 0, faces: false })
    for (const other of [ada, ben, null])
      expect(await seen(other)).toEqual({ followers: true, tags: true, comments: true, total: 3, likers: 1, faces: true })
  })
})

describe('BY14 muting', () => {
  it('BY14 a muted member is hidden in comments, not in lists, and may do everything', async () => {
    await act(ben, 'follow', ada)
    await act(ada, 'mute', ben)
    await ok(ben.client.post(`/api/v0/comments/${post}`, { text: 'Hear' }))
    expect((await ok(ada.client.get(`/api/v0/comments/${post}`))).results).toEqual([])
    expect(uids(await ok(ada.client.get(`/api/v0/members/${ada.uid}/followers`)))).toEqual([ben.uid])
    expect(
      (await server.services.comments.latest([post], 3, { uid: ada.uid, hides: true, isAdmin: false, privileges: {} as never })).size,
    ).toBe(0)
    await act(ada, 'unmute', ben)
    expect((await ok(ada.client.get(`/api/v0/comments/${post}`))).results).toHaveLength(1)
  })
})

describe('BY12 BY14 a deleted account', () => {
  it('BY12 BY14 deleting a member deletes blocks and mutes and updates the counters', async () => {
    for (const verb of ['block', 'mute']) await act(ada, verb, ben)
    await act(ada, 'mute', cai)
    await act(ben, 'follow', cai)
    const { id } = await ok(ada.client.post(`/api/v0/comments/${post}`, { text: 'Mine' }))
    await ok(cai.client.post(`/api/v0/comments/${id}/reaction/like`))
    const likeCount = async (): Promise<number> => (await ok(server.client().get(`/api/v0/comments/${id}`))).reactions.like
    expect(await likeCount()).toBe(1)
    for (const who of [ben, cai]) await ok(who.client.post('/api/v0/me/delete', { password: 'correct horse' }))
    expect((await member(server.db, ada.uid)).hiddenCount).toBe(0)
    expect(await likeCount()).toBe(0)
    expect((await ok(ada.client.get('/api/v0/me/blocked'))).results).toEqual([])
    expect((await ada.client.get(`/api/v0/members/${ben.uid}/followers`)).status).toBe(404)
    expect((await ada.client.post(`/api/v0/members/${ben.uid}/follow`)).status).toBe(404)
  })
})

describe('BY14 conditions for other features', () => {
  const viewer = (who: Person, hides = true) => ({ uid: who.uid, hides })
  const left = async (condition: string | null, who: Person) =>
    (
      await sql<{ uid: string }>(server.db, `SELECT m."uid" FROM "member" m WHERE m."uid" IN (:...all) AND ${condition ?? 'TRUE'}`, {
        viewer: who.uid,
        other: ben.uid,
        all: [ben.uid, cai.uid],
      })
    )
      .map(({ uid }) => uid)
      .toSorted()

  it('BY14 SQL conditions exclude blocked or muted members, and are empty without any', async () => {
    await act(ada, 'block', ben)
    await act(ada, 'mute', cai)
    expect(await left(exceptBlocked(viewer(ada), 'm."uid"'), ada)).toEqual([cai.uid])
    expect(await left(exceptMuted(viewer(ada), 'm."uid"'), ada)).toEqual([])
    for (const except of [exceptBlocked, exceptMuted]) {
      expect(except(viewer(ben, false), 'm."uid"')).toBeNull()
      expect(except(null, 'm."uid"')).toBeNull()
    }
    expect(await left(blocksOrMutes(':viewer', 'm."uid"'), ada)).toEqual([ben.uid, cai.uid].toSorted())
  })

  it('BY14 blockersOf returns the members who block', async () => {
    await act(ada, 'block', ben)
    await act(cai, 'mute', ben)
    expect(await blockersOf(server.db, ben.uid, [ada.uid, cai.uid])).toEqual(new Set([ada.uid]))
    expect(await blockersOf(server.db, ben.uid, [ada.uid, cai.uid], 'any')).toEqual(new Set([ada.uid, cai.uid]))
    expect(await blockersOf(server.db, ben.uid, [])).toEqual(new Set())
    await expect(refuseBlocked(server.db, ben.uid, [cai.uid, ada.uid])).rejects.toMatchObject({
      code: 'forbidden',
      message: messages.blocked,
    })
    await expect(refuseBlocked(server.db, ada.uid, [ben.uid])).resolves.toBeUndefined()
  })
})

describe('BY14 permissions', () => {
  const verbs = ['block', 'unblock', 'mute', 'unmute']

  it('BY14 members may block without canFollow; the own uid → 403, an unknown one → 404', async () => {
    for (const verb of verbs) {
      expect(await refused(ada.client.post(`/api/v0/members/${ada.uid}/${verb}`))).toEqual([403, messages.cannotHideSelf])
      expect((await ada.client.post(`/api/v0/members/missing.member/${verb}`)).status).toBe(404)
    }
    const shy = await join(server, 'Shy One', { privileges: { canFollow: false, canComment: false, canPost: false } })
    for (const verb of verbs) await act(shy, verb, ada)
    const admin = await join(server, 'Ida Admin', { isAdmin: true })
    await act(ada, 'block', admin)
    await ok(admin.client.delete(`/api/v0/posts/${post}`))
  })

  it('BY14 blocking: a visitor → 401, another site → 403', async () => {
    for (const verb of verbs) {
      expect((await server.client().post(`/api/v0/members/${ada.uid}/${verb}`)).status).toBe(401)
      expect(
        (await ben.client.post(`/api/v0/members/${ada.uid}/${verb}`, undefined, { headers: { 'X-Strand-Request': null } })).status,
      ).toBe(403)
    }
    for (const list of ['blocked', 'muted']) expect((await server.client().get(`/api/v0/me/${list}`)).status).toBe(401)
    expect(await server.db.getRepository(BlockOrMuteEntity).countBy({ uid: ben.uid })).toBe(0)
  })

  it('RO1 a read-only server refuses blocking and muting', async () => {
    const readOnly = await startReadOnlyServer()
    try {
      for (const verb of verbs)
        expect(await refused(readOnly.client.post(`/api/v0/members/anybody/${verb}`))).toEqual([503, messages.readOnly])
    } finally {
      await readOnly.close()
    }
  })
})
