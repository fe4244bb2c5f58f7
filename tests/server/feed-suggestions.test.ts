import { describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { FeedItem, Suggestion } from '#contract/schemas/feed.ts'
import { startBead } from '../support/content.ts'
import { admin, join, ok, server, setUpPeople, type Person } from '../support/people.ts'

setUpPeople()

const suggestions = async (who: Person, query = ''): Promise<Suggestion[]> =>
  (await ok(who.client.get<{ results: Suggestion[] }>(`/api/v0/me/onboarding/suggestions?limit=18${query}`))).results
const idsOf = async (who: Person, type: string) => (await suggestions(who, `&type=${type}`)).map(({ id }) => id)
const dismiss = (who: Person, type: string, id: string) => who.client.delete(`/api/v0/me/onboarding/suggestion/${type}/${id}`)
const follow = (who: Person, what: string, id: string) => ok(who.client.post(`/api/v0/${what}/${id}/follow`))

describe('N1 suggestions', () => {
  it('N1 suggested playlists have followed tags or are followed by followed members, with reasons', async () => {
    const [me, friend, maker] = [await join(server), await join(server, 'Friend'), await join(server)]
    const tagged = await startBead(maker.client, { title: 'Tagged', tags: ['Dub', 'Ska', 'Roots', 'Soul'] })
    const liked = await startBead(maker.client, { title: 'Liked' })
    for (const tag of ['Dub', 'Ska', 'Roots', 'Soul']) await follow(me, 'tags', tag)
    await follow(me, 'members', friend.uid)
    await follow(friend, 'beads', liked.id)
    const found = await suggestions(me, '&type=bead')
    const byTag = found.find(({ id }) => id === tagged.id)!
    expect(byTag.bead).toMatchObject({ title: 'Tagged' })
    expect(byTag.reasonTags).toHaveLength(3)
    expect(['Dub', 'Ska', 'Roots', 'Soul']).toEqual(expect.arrayContaining(byTag.reasonTags))
    expect(found.find(({ id }) => id === liked.id)).toMatchObject({ reasonTags: [], followers: [{ uid: friend.uid, name: 'Friend' }] })
    expect(found.findIndex(({ id }) => id === tagged.id)).toBe(0)
  })

  it('N1 suggested members and tags are followed by followed members, with shared tags', async () => {
    const [me, friend, third] = [await join(server), await join(server), await join(server, 'Third')]
    await follow(me, 'members', friend.uid)
    await follow(friend, 'members', third.uid)
    await follow(friend, 'tags', 'Bebop')
    for (const one of [me, third]) await follow(one, 'tags', 'Swing')
    const [member] = await suggestions(me, '&type=member')
    expect(member).toMatchObject({
      type: 'member',
      id: third.uid,
      member: { name: 'Third' },
      reasonTags: ['Swing'],
      followers: [{ uid: friend.uid }],
    })
    const [tag] = await suggestions(me, '&type=tag')
    expect(tag).toMatchObject({ type: 'tag', id: 'bebop', tag: 'Bebop', followers: [{ uid: friend.uid }] })
  })

  it('N1 suggestions exclude followed and blocked entities, drafts, own playlists and the member', async () => {
    const [me, friend, third, blocked] = [await join(server), await join(server), await join(server), await join(server)]
    await follow(me, 'members', friend.uid)
    for (const { uid } of [third, blocked, me]) await follow(friend, 'members', uid)
    const own = await startBead(me.client, { tags: ['Here'] })
    const followed = await startBead(third.client, { tags: ['Here'] })
    const draft = await startBead(third.client, { tags: ['Here'], isDraft: true })
    const theirs = await startBead(blocked.client, { tags: ['Here'] })
    const good = await startBead(third.client, { tags: ['Here'] })
    await follow(me, 'tags', 'Here')
    await follow(me, 'beads', followed.id)
    expect(await idsOf(me, 'member')).toEqual(expect.arrayContaining([third.uid, blocked.uid]))
    await ok(me.client.post(`/api/v0/members/${blocked.uid}/block`))
    const members = await idsOf(me, 'member')
    for (const uid of [blocked.uid, friend.uid, me.uid]) expect(members).not.toContain(uid)
    const beads = await idsOf(me, 'bead')
    expect(beads).toContain(good.id)
    for (const { id } of [own, followed, draft, theirs]) expect(beads).not.toContain(id)
    expect(await idsOf(me, 'tag')).not.toContain('here')
    expect(await idsOf(third, 'member')).not.toContain(third.uid)
  })

  it('N2 AP2 a dismissed suggestion is not suggested to that member again', async () => {
    const [me, other, friend, third] = [await join(server), await join(server), await join(server), await join(server)]
    for (const one of [me, other]) await follow(one, 'members', friend.uid)
    await follow(friend, 'members', third.uid)
    await follow(friend, 'tags', 'Late Night')
    const bead = await startBead(third.client)
    await follow(friend, 'beads', bead.id)
    for (const [type, id] of [
      ['member', third.uid],
      ['bead', bead.id],
      ['tag', 'latenight'],
    ] as const) {
      expect(await idsOf(me, type)).toContain(id)
      expect(await ok(dismiss(me, type, type === 'tag' ? 'LateNight' : id))).toEqual({ dismissed: true })
      expect(await idsOf(me, type)).not.toContain(id)
      expect(await ok(dismiss(me, type, id))).toEqual({ dismissed: true })
      expect(await idsOf(other, type)).toContain(id)
    }
  })

  it('N1 N2 a member who dismisses the best suggestions one after another gets all others, and none twice', async () => {
    const [me, maker] = [await join(server), await join(server)]
    const made: string[] = []
    for (let n = 0; n < 12; n++) made.push((await startBead(maker.client, { tags: ['Dismissible'] })).id)
    await follow(me, 'tags', 'Dismissible')
    const dismissed: string[] = []
    for (;;) {
      const best = await ok(me.client.get<{ results: Suggestion[] }>('/api/v0/me/onboarding/suggestions?limit=1&type=bead'))
      const [first] = best.results
      if (first === undefined || dismissed.length > 200) break
      dismissed.push(first.id)
      await ok(dismiss(me, 'bead', first.id))
    }
    expect(new Set(dismissed).size).toBe(dismissed.length)
    // The tag leads to the ten latest of them, the other suggestions are popular ones.
    expect(made.filter((id) => dismissed.includes(id)).length).toBeGreaterThanOrEqual(10)
    expect(dismissed.slice(0, 10).toSorted()).toEqual(made.slice(-10).toSorted())
  })

  it('N1 the first page of the feed has one suggestion that is not in the sidebar', async () => {
    const [me, friend] = [await join(server), await join(server)]
    await follow(me, 'members', friend.uid)
    const bead = await startBead(friend.client)
    for (let n = 0; n < 12; n++) await ok(friend.client.post(`/api/v0/posts/${bead.id}`, { title: `Post ${n}` }))
    await server.services.outbox.drain()
    const { body: first } = await me.client.get<Page<FeedItem>>('/api/v2/me/feed')
    const suggested = first.results.filter(({ type }) => type === 'suggestion')
    expect(suggested).toHaveLength(1)
    expect(first.results[4]).toMatchObject({
      type: 'suggestion',
      reason: 'suggestion',
      followId: expect.any(String),
      suggestionType: expect.any(String),
    })
    expect(first.results).toHaveLength(11)
    // The suggestions of the sidebar.
    const { body: beside } = await me.client.get<Page<Suggestion>>('/api/v0/me/onboarding/suggestions')
    expect(beside.results.map(({ type, id }) => `${type}.${id}`)).not.toContain(suggested[0]!.id)
    const { body: second } = await me.client.get<Page<FeedItem>>(`/api/v2/me/feed?from=${first.next}`)
    expect(second.results.filter(({ type }) => type === 'suggestion')).toEqual([])
  })

  /** A member for whom there are eight suggestions of each type or more. */
  async function joinWithMany(): Promise<Person> {
    const [me, friend] = [await join(server), await join(server)]
    await follow(me, 'members', friend.uid)
    for (let n = 0; n < 8; n += 1) {
      await follow(friend, 'members', (await join(server)).uid)
      await follow(friend, 'tags', `Endless ${n}`)
      await follow(friend, 'beads', (await startBead((await join(server)).client)).id)
    }
    return me
  }
  type SuggestionItem = FeedItem & { type: 'suggestion' }
  async function inFeed(who: Person): Promise<SuggestionItem> {
    const { results } = (await who.client.get<Page<FeedItem>>('/api/v2/me/feed')).body
    return results.find((item): item is SuggestionItem => item.type === 'suggestion')!
  }

  it('N1 N2 suggestions in the sidebar are dismissed → that in the feed is still another one', async () => {
    const me = await joinWithMany()
    for (let n = 0; n < 8; n += 1) {
      const { id } = await inFeed(me)
      const { results } = (await me.client.get<Page<Suggestion>>('/api/v0/me/onboarding/suggestions')).body
      expect(results.map((one) => `${one.type}.${one.id}`)).not.toContain(id)
      await ok(dismiss(me, results[0]!.type, results[0]!.id))
    }
  })

  it('N1 N2 a suggestion in the feed stays until it is dismissed, followed, blocked or deleted', async () => {
    const me = await joinWithMany()
    const whats = { member: 'members', bead: 'beads', tag: 'tags' }
    const removals: ((type: keyof typeof whats, id: string) => Promise<unknown>)[] = [
      (type, id) => dismiss(me, type, id),
      (type, id) => follow(me, whats[type], id),
      (type, id) => {
        if (type === 'member') return ok(me.client.post(`/api/v0/members/${id}/block`))
        return type === 'bead' ? ok(admin.client.delete(`/api/v0/beads/${id}`)) : dismiss(me, type, id)
      },
    ]
    const seen: string[] = []
    for (const remove of [...removals, ...removals]) {
      const { id, suggestionType, followId } = await inFeed(me)
      expect((await inFeed(me)).id).toBe(id)
      expect(seen).not.toContain(id)
      seen.push(id)
      await remove(suggestionType!, followId!)
    }
  })
})

describe('AP2 dismissing', () => {
  it('AP2 dismissing: all members may, visitors → 401, unknown entities → 404', async () => {
    const { client } = await server.signUp()
    expect((await server.client().delete('/api/v0/me/onboarding/suggestion/tag/jazz')).status).toBe(401)
    for (const [type, id] of [
      ['member', 'no.such'],
      ['bead', 'nothing'],
      ['bead', 'b00000000000000000'],
      ['tag', '%23'],
    ])
      expect((await client.delete(`/api/v0/me/onboarding/suggestion/${type}/${id}`)).status, `${type} ${id}`).toBe(404)
    expect((await client.delete('/api/v0/me/onboarding/suggestion/post/p1')).status).toBe(400)
    expect((await client.delete('/api/v0/me/onboarding/suggestion/tag/jazz', { headers: { 'X-Strand-Request': null } })).status).toBe(403)
  })

  it('RO1 dismissing on a read-only server → 503', async () => {
    const { client } = await server.signUp()
    await ok(admin.client.post('/api/v0/admin/readonly', { reason: 'Maintenance' }))
    try {
      expect((await client.delete('/api/v0/me/onboarding/suggestion/tag/jazz')).status).toBe(503)
      expect((await client.get('/api/v0/me/onboarding/suggestions')).status).toBe(200)
    } finally {
      await ok(admin.client.delete('/api/v0/admin/readonly'))
    }
  })
})
