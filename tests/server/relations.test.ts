import { describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { heatOf, addEvent } from '../../server/features/beads/heat.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { PostEntity } from '../../server/features/posts/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { member, startBead, updateBead, updateMember } from '../support/content.ts'
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
  type Person,
} from '../support/people.ts'

setUpPeople()
setUpPost()

const beadRow = (id = bead) => server.db.getRepository(BeadEntity).findOneByOrFail({ id })
const postRow = (id = post) => server.db.getRepository(PostEntity).findOneByOrFail({ id })
/** The events that a call emits. */
async function factsOf(call: () => Promise<unknown>): Promise<object[]> {
  const read = async () => (await server.db.getRepository(OutboxEntity).find({ order: { id: 'ASC' } })).map(({ fact }) => fact)
  const before = (await read()).length
  await call()
  return (await read()).slice(before)
}

describe('W1 following a member', () => {
  const act = (verb: string, who = ben, whom = ada) => ok(who.client.post(`/api/v0/members/${whom.uid}/${verb}`))

  it('W1 AP2 follow returns state and count, and is idempotent', async () => {
    const { followerCount } = await member(server.db, ada.uid)
    const { followingCount } = await member(server.db, ben.uid)
    const counts = async () => [
      (await member(server.db, ada.uid)).followerCount - followerCount,
      (await member(server.db, ben.uid)).followingCount - followingCount,
    ]
    expect(await act('follow')).toEqual({ following: true, superfollow: false, count: followerCount + 1 })
    expect(await act('follow')).toEqual({ following: true, superfollow: false, count: followerCount + 1 })
    expect(await counts()).toEqual([1, 1])
    expect(await act('unfollow')).toEqual({ following: false, superfollow: false, count: followerCount })
    expect(await act('unfollow')).toEqual({ following: false, superfollow: false, count: followerCount })
    expect(await counts()).toEqual([0, 0])
  })

  it('W2 superfollow implies follow; unfollow ends both', async () => {
    expect(await act('superfollow')).toMatchObject({ following: true, superfollow: true })
    expect(await act('follow')).toMatchObject({ following: true, superfollow: true })
    expect(await act('unsuperfollow')).toMatchObject({ following: true, superfollow: false })
    expect(await act('superfollow')).toMatchObject({ superfollow: true })
    expect(await act('unfollow')).toMatchObject({ following: false, superfollow: false })
    expect(await act('unsuperfollow')).toMatchObject({ following: false, superfollow: false })
    expect(await act('follow')).toMatchObject({ following: true, superfollow: false })
    await act('unfollow')
  })

  it('W2 each change emits one event', async () => {
    const tells = (verb: string) => factsOf(() => act(verb))
    const fact = (kind: string) => ({ kind, what: 'member', entity: ada.uid, by: ben.uid })
    expect(await tells('superfollow')).toEqual([fact('followed'), fact('superfollowed')])
    expect(await tells('superfollow')).toEqual([])
    expect(await tells('unsuperfollow')).toEqual([fact('unsuperfollowed')])
    expect(await tells('unfollow')).toEqual([fact('unfollowed')])
    expect(await tells('unfollow')).toEqual([])
  })

  it('W1 the uid is case-insensitive; the own uid → 403, an unknown one → 404', async () => {
    expect(await ok(ben.client.post(`/api/v0/members/${ada.uid.toUpperCase()}/follow`))).toMatchObject({ following: true })
    await act('unfollow')
    expect(await refused(ada.client.post(`/api/v0/members/${ada.uid}/follow`))).toEqual([403, messages.cannotFollowSelf])
    expect(await refused(ada.client.post(`/api/v0/members/${ada.uid}/superfollow`))).toEqual([403, messages.cannotFollowSelf])
    expect(await ok(ada.client.post(`/api/v0/members/${ada.uid}/unfollow`))).toMatchObject({ following: false })
    expect((await ada.client.post('/api/v0/members/missing.member/follow')).status).toBe(404)
  })
})

describe('W1 following a playlist', () => {
  const act = (verb: string, who = ben) => ok(who.client.post(`/api/v0/beads/${bead}/${verb}`))

  it('W1 W2 AP2 a playlist is followed, superfollowed and unfollowed', async () => {
    const { collectedBeadCount } = await member(server.db, ben.uid)
    expect(await act('follow')).toEqual({ following: true, superfollow: false, count: 1 })
    expect(await act('superfollow')).toEqual({ following: true, superfollow: true, count: 1 })
    expect(await act('follow', cai)).toMatchObject({ count: 2 })
    expect((await beadRow()).followerCount).toBe(2)
    expect((await member(server.db, ben.uid)).collectedBeadCount).toBe(collectedBeadCount + 1)
    expect(await act('unfollow')).toEqual({ following: false, superfollow: false, count: 1 })
    expect((await member(server.db, ben.uid)).collectedBeadCount).toBe(collectedBeadCount)
  })

  it('W1 the creator of a playlist may follow it and is not counted', async () => {
    const { heat } = await beadRow()
    expect(await act('superfollow', ada)).toEqual({ following: true, superfollow: true, count: 0 })
    expect(await beadRow()).toMatchObject({ followerCount: 0, heat })
    expect(await ok(ben.client.get(`/api/v0/beads/${bead}/followers`))).toEqual({ results: [], next: null, counts: { total: 0 } })
    expect(await act('unfollow', ada)).toEqual({ following: false, superfollow: false, count: 0 })
  })

  it('W1 follow increases the hotness of a playlist, unfollow restores it', async () => {
    const { heat } = await beadRow()
    await act('follow')
    expect((await beadRow()).heat).toBeCloseTo(addEvent(heat, heatOf.followed, Date.now()), 4)
    await act('unfollow')
    expect((await beadRow()).heat).toBeCloseTo(heat, 6)
    for (let n = 0; n < 5; n += 1) await act(n % 2 ? 'unfollow' : 'follow')
    expect((await beadRow()).heat).toBeCloseTo(addEvent(heat, heatOf.followed, Date.now()), 4)
  })

  it('W1 following a draft: 403 for others, allowed for creator and admins', async () => {
    await updateBead(server.db, bead, { isDraft: true })
    for (const verb of ['follow', 'unfollow', 'superfollow', 'unsuperfollow'])
      expect(await refused(ben.client.post(`/api/v0/beads/${bead}/${verb}`))).toEqual([403, messages.draftHidden])
    expect(await act('follow', ada)).toMatchObject({ following: true })
    expect(await act('follow', admin)).toMatchObject({ following: true })
    const invited = (await startBead(ada.client, { invitees: [ben.uid], isDraft: true })).id
    expect(await ok(ben.client.post(`/api/v0/beads/${invited}/follow`))).toMatchObject({ following: true })
    expect((await ben.client.post('/api/v0/beads/b00000000000000000/follow')).status).toBe(404)
  })

  it('W1 a follower may unfollow a playlist that became invisible', async () => {
    await act('follow')
    await updateBead(server.db, bead, { isDraft: true })
    expect(await act('unfollow')).toMatchObject({ following: false, count: 0 })
  })
})

describe('W1 following a tag', () => {
  const act = (tag: string, verb: string, who = ben) => ok(who.client.post(`/api/v0/tags/${encodeURIComponent(tag)}/${verb}`))

  it('W1 AP2 spellings of a tag are one tag', async () => {
    expect(await act('rock & roll', 'follow')).toEqual({ following: true, count: 1 })
    expect(await act('RockAndRoll', 'follow')).toEqual({ following: true, count: 1 })
    expect(await act('#ROCKANDROLL', 'follow', cai)).toEqual({ following: true, count: 2 })
    expect((await ok(ben.client.get(`/api/v0/members/${ben.uid}/following/tags`))).results).toEqual([
      { _id: 'rockandroll', id: 'rockandroll', name: 'RockAndRoll', followerCount: 2 },
    ])
    expect(await act('rockandroll', 'unfollow')).toEqual({ following: false, count: 1 })
    expect(await act('rockandroll', 'unfollow')).toEqual({ following: false, count: 1 })
  })

  it('W1 an invalid tag → 404; unfollowing an unknown tag creates no row', async () => {
    expect((await ben.client.post('/api/v0/tags/%26%26/follow')).status).toBe(404)
    expect(await act('nobodysaidthis', 'unfollow')).toEqual({ following: false, count: 0 })
    expect((await ben.client.get('/api/v0/tags/nobodysaidthis/followers')).status).toBe(404)
  })

  it('W5 AP2 followers of a tag are listed; soft=1 → an empty list instead of 404', async () => {
    await act('Jazz', 'follow')
    await act('Jazz', 'follow', cai)
    const { results, counts } = await ok(server.client().get('/api/v0/tags/jazz/followers?soft=1'))
    expect(results.map(({ uid }: { uid: string }) => uid)).toEqual([cai.uid, ben.uid])
    expect(counts).toEqual({ total: 2 })
    expect(await ok(server.client().get('/api/v0/tags/unheardof/followers?soft=1'))).toEqual({
      results: [],
      next: null,
      counts: { total: 0 },
    })
    expect((await server.client().get('/api/v0/tags/unheardof/followers?soft=0')).status).toBe(404)
  })
})

describe('H1 H2 collecting and upvoting', () => {
  const act = (verb: string, who = ben) => ok(who.client.post(`/api/v0/posts/${post}/${verb}`))

  it('H1 H2 AP5 collect and upvote return state and count, and update score, heat and own count', async () => {
    const { heat } = await beadRow()
    const { collectedPostCount } = await member(server.db, ben.uid)
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await act('collect')).toEqual({ collected: true, count: 1 })
      expect(await act('upvote')).toEqual({ upvoted: true, count: 1 })
    }
    expect(await postRow()).toMatchObject({ collectCount: 1, upvoteCount: 1, score: 3 })
    expect((await beadRow()).heat).toBeCloseTo(addEvent(heat, heatOf.collected, Date.now()), 4)
    expect((await member(server.db, ben.uid)).collectedPostCount).toBe(collectedPostCount + 1)
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await act('uncollect')).toEqual({ collected: false, count: 0 })
      expect(await act('unupvote')).toEqual({ upvoted: false, count: 0 })
    }
    expect(await postRow()).toMatchObject({ collectCount: 0, upvoteCount: 0, score: 0 })
    expect((await beadRow()).heat).toBeCloseTo(heat, 6)
    expect((await member(server.db, ben.uid)).collectedPostCount).toBe(collectedPostCount)
  })

  it('H1 H2 counters of a post exclude its creator, whose own lists include it (decision 12)', async () => {
    const { collectedPostCount } = await member(server.db, ada.uid)
    const { heat } = await beadRow()
    expect(await act('collect', ada)).toEqual({ collected: true, count: 0 })
    expect(await act('upvote', ada)).toEqual({ upvoted: true, count: 0 })
    expect(await postRow()).toMatchObject({ collectCount: 0, upvoteCount: 0, score: 0 })
    expect((await beadRow()).heat).toBe(heat)
    expect((await member(server.db, ada.uid)).collectedPostCount).toBe(collectedPostCount + 1)
    expect(await act('uncollect', ada)).toEqual({ collected: false, count: 0 })
    expect(await act('unupvote', ada)).toEqual({ upvoted: false, count: 0 })
    expect(await postRow()).toMatchObject({ score: 0 })
  })

  it('H1 H2 each change emits one event', async () => {
    const fact = (kind: string) => ({ kind, postId: post, by: ben.uid })
    for (const [verb, kind] of [
      ['collect', 'collected'],
      ['upvote', 'upvoted'],
      ['uncollect', 'uncollected'],
      ['unupvote', 'unupvoted'],
    ] as const) {
      expect(await factsOf(() => act(verb))).toEqual([fact(kind)])
      expect(await factsOf(() => act(verb))).toEqual([])
    }
  })

  it('H1 H2 a post in a draft of others → 403', async () => {
    await updateBead(server.db, bead, { isDraft: true })
    for (const verb of ['collect', 'uncollect', 'upvote', 'unupvote'])
      expect(await refused(ben.client.post(`/api/v0/posts/${post}/${verb}`))).toEqual([403, messages.draftHidden])
    expect(await act('collect', admin)).toMatchObject({ collected: true })
    expect((await ben.client.post('/api/v0/posts/p00000000000000000/collect')).status).toBe(404)
  })

  it('H1 deleting a post deletes its relations', async () => {
    const { collectedPostCount } = await member(server.db, ben.uid)
    await act('collect')
    await act('upvote')
    await ok(ada.client.delete(`/api/v0/posts/${post}`))
    expect((await member(server.db, ben.uid)).collectedPostCount).toBe(collectedPostCount)
    expect((await ok(ben.client.get(`/api/v0/members/${ben.uid}/relations?entities=${post}`))).data).toEqual([])
  })
})

describe('W4 relations', () => {
  it('W4 AP2 relations of each type are listed, latest first, by type and by entity', async () => {
    const dee = await join(server, 'Dee Hollow')
    const comment = (await ok(ben.client.post(`/api/v0/comments/${post}`, { text: 'Hear, hear' }))).id
    for (const path of [
      `members/${ada.uid}/superfollow`,
      `members/${ben.uid}/follow`,
      `beads/${bead}/follow`,
      'tags/Dub/follow',
      `posts/${post}/collect`,
      `posts/${post}/upvote`,
      `comments/${comment}/reaction/like`,
    ])
      await ok(dee.client.post(`/api/v0/${path}`))
    const relations = async (query = '') => ok(dee.client.get(`/api/v0/members/${dee.uid}/relations${query}`))
    const { data, next } = await relations()
    expect(next).toBeNull()
    const none = { collected: false, superfollow: false, reactions: { like: false }, creationDate: expect.any(String) }
    expect(data).toEqual([
      { ...none, type: 6, entity: comment, reactions: { like: true } },
      { ...none, type: 5, entity: post },
      { ...none, type: 4, entity: 'dub' },
      { ...none, type: 3, entity: ben.uid },
      { ...none, type: 3, entity: ada.uid, superfollow: true },
      { ...none, type: 2, entity: bead },
      { ...none, type: 1, entity: post, collected: true },
    ])
    expect((await relations('?type=3')).data).toEqual(data.slice(3, 5))
    expect((await relations(`?entities=${post},${bead},dub`)).data).toEqual([data[1], data[2], data[5], data[6]])
    expect((await relations(`?entities=${post}&type=1`)).data).toEqual([data[6]])
    expect((await relations('?entities=')).data).toEqual([])
    expect(await relations('?limit=3')).toEqual({ data: data.slice(0, 3), next: 3 })
    expect(await relations('?limit=3&from=6')).toEqual({ data: data.slice(6), next: null })
    expect((await dee.client.get(`/api/v0/members/${dee.uid}/relations?type=7`)).status).toBe(400)
  })

  it('W4 relations of another member → 403', async () => {
    const path = `/api/v0/members/${ada.uid}/relations`
    expect((await server.client().get(path)).status).toBe(401)
    expect((await ben.client.get(path)).status).toBe(403)
    expect((await admin.client.get(path)).status).toBe(403)
    expect((await ada.client.get('/api/v0/members/missing.member/relations')).status).toBe(404)
  })
})

describe('F3 AP3 followers and following', () => {
  it('F3 O5 lists have pages of 20, latest first', async () => {
    const star = await join(server, 'Eve Star')
    const fans: Person[] = []
    for (let n = 0; n < 21; n += 1) fans.push(await join(server, `Fan ${n}`))
    for (const fan of fans) await ok(fan.client.post(`/api/v0/members/${star.uid}/follow`))
    const uids = (list: { results: { uid: string }[] }) => list.results.map(({ uid }) => uid)
    const first = await ok(server.client().get(`/api/v0/members/${star.uid}/followers`))
    expect(uids(first)).toEqual(
      fans
        .slice(1)
        .map(({ uid }) => uid)
        .toReversed(),
    )
    expect(first).toMatchObject({ next: 20, counts: { total: 21 } })
    const second = await ok(server.client().get(`/api/v0/members/${star.uid}/followers?from=20`))
    expect(uids(second)).toEqual([fans[0]!.uid])
    expect(second.next).toBeNull()
    const following = await ok(server.client().get(`/api/v0/members/${fans[3]!.uid}/following`))
    expect(following).toMatchObject({
      results: [{ uid: star.uid, name: 'Eve Star', verified: false, image: null }],
      next: null,
      counts: { total: 1 },
    })
    expect((await server.client().get('/api/v0/members/missing.member/followers')).status).toBe(404)
    expect((await server.client().get('/api/v0/members/missing.member/following/tags')).status).toBe(404)
  })
})

describe('W6 permissions', () => {
  const follows = () => [
    ...['follow', 'superfollow'].flatMap((verb) => [`members/${ada.uid}/${verb}`, `beads/${bead}/${verb}`]),
    'tags/Jazz/follow',
  ]
  const others = () => [
    ...['unfollow', 'unsuperfollow'].flatMap((verb) => [`members/${ada.uid}/${verb}`, `beads/${bead}/${verb}`]),
    'tags/Jazz/unfollow',
    ...['collect', 'uncollect', 'upvote', 'unupvote'].map((verb) => `posts/${post}/${verb}`),
  ]

  it('W6 without canFollow following → 403, other relations are allowed', async () => {
    const shy = await join(server, 'Shy One', { privileges: { canFollow: false } })
    for (const path of follows())
      expect([path, ...(await refused(shy.client.post(`/api/v0/${path}`)))]).toEqual([path, 403, messages.cannotFollow])
    for (const path of others()) expect([path, (await shy.client.post(`/api/v0/${path}`)).status]).toEqual([path, 200])
    await updateMember(server.db, shy.uid, { privileges: { canFollow: true } })
    expect((await shy.client.post(`/api/v0/members/${ada.uid}/follow`)).status).toBe(200)
  })

  it('W7 AP2 a visitor → 401, a request of another site → 403', async () => {
    for (const path of [...follows(), ...others()]) {
      expect([path, (await server.client().post(`/api/v0/${path}`)).status]).toEqual([path, 401])
      expect([path, (await ben.client.post(`/api/v0/${path}`, undefined, { headers: { Origin: 'https://evil.example' } })).status]).toEqual(
        [path, 403],
      )
    }
  })

  it('RO1 a read-only server refuses all changes', async () => {
    const readOnly = await startReadOnlyServer()
    try {
      for (const path of [...follows(), ...others()])
        expect([path, ...(await refused(readOnly.client.post(`/api/v0/${path}`)))]).toEqual([path, 503, messages.readOnly])
    } finally {
      await readOnly.close()
    }
  })
})
