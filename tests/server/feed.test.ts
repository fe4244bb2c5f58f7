import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { transaction } from '#db/transaction.ts'
import { demoPassword, seedDemoWorld } from '../../server/demo/seed.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Person {
  client: Client
  uid: string
}
const person = async (name?: string): Promise<Person> => {
  const { client, me } = await server.signUp(name)
  return { client, uid: me.uid }
}
/** Refuses an answer that is not 200, and waits until everybody has heard. */
async function done<T>(work: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await work
  expect(status, JSON.stringify(body)).toBe(200)
  await server.services.outbox.drain()
  return body
}
const follow = (who: Person, what: 'members' | 'beads' | 'tags', id: string) => done(who.client.post(`/api/v0/${what}/${id}/follow`))
const collect = (who: Person, id: string) => done(who.client.post(`/api/v0/posts/${id}/collect`))
const say = (who: Person, postId: string, text = 'Well said') =>
  done(who.client.post<{ id: string }>(`/api/v0/comments/${postId}`, { text }))
const bead = async (who: Person, more: Record<string, unknown> = {}) => {
  const made = await startBead(who.client, more)
  await server.services.outbox.drain()
  return made
}
const post = async (who: Person, beadId: string, more: Record<string, unknown> = {}) => {
  const made = await addPost(who.client, beadId, { title: 'A thought', ...more })
  await server.services.outbox.drain()
  return made
}
const read = (who: Person | null, path: string) => done((who?.client ?? server.client()).get<Page<FeedItem>>(path))
const feed = async (who: Person, query = ''): Promise<FeedItem[]> =>
  (await read(who, `/api/v2/me/feed?limit=100${query}`)).results.filter(({ type }) => type !== 'suggestion')
const ids = (items: readonly FeedItem[]) => items.map(({ id }) => id)
const ofPost = (items: readonly FeedItem[], id: string) => items.find((item) => item.post?.id === id)
const status = async (who: Person, minTime: number | string) =>
  (await done(who.client.get<{ count: number }>(`/api/v2/me/feed/status?minTime=${minTime}`))).count

describe('N1 what a feed holds and why', () => {
  let bob: Person
  beforeAll(async () => {
    bob = await person('Bob')
  })

  it('N1 BZ9 posts of followed members, playlists and tags, each with what could be unfollowed', async () => {
    const [cy, dora, eve] = [await person('Cy'), await person('Dora'), await person('Eve')]
    const byCy = await bead(cy, { title: 'By Cy' })
    const byDora = await bead(dora, { title: 'By Dora' })
    const byEve = await bead(eve, { title: 'By Eve' })
    await follow(bob, 'members', cy.uid)
    await follow(bob, 'beads', byDora.id)
    await follow(bob, 'tags', 'Jazz')
    const one = await post(cy, byCy.id)
    const two = await post(dora, byDora.id)
    const three = await post(eve, byEve.id, { tags: ['Jazz', 'Late'] })
    const four = await post(eve, byEve.id, { tags: ['Late'] })
    const items = await feed(bob)
    expect(ofPost(items, one.id)).toMatchObject({ type: 'post', reason: 'newpost', because: [{ type: 'member', id: cy.uid, name: 'Cy' }] })
    expect(ofPost(items, two.id)).toMatchObject({ reason: 'bead', because: [{ type: 'bead', id: byDora.id, name: 'By Dora' }] })
    expect(ofPost(items, three.id)).toMatchObject({ reason: 'tag', tag: 'Jazz', because: [{ type: 'tag', id: 'jazz', name: 'Jazz' }] })
    expect(ofPost(items, four.id)).toBeUndefined()
    expect(ids(items).slice(0, 3)).toEqual([three.id, two.id, one.id])
    await done(bob.client.post('/api/v0/tags/Jazz/unfollow'))
    expect(ofPost(await feed(bob), three.id)).toBeUndefined()
  })

  it('N1 a post found in several ways is one item with the place, time and reason of the latest', async () => {
    const [reader, writer, fan] = [await person(), await person('Writer'), await person('Fan')]
    const home = await bead(writer)
    await follow(reader, 'members', writer.uid)
    await follow(reader, 'members', fan.uid)
    await follow(reader, 'beads', home.id)
    const first = await post(writer, home.id, { tags: ['Both'] })
    const second = await post(writer, home.id)
    await collect(fan, first.id)
    const items = (await feed(reader)).filter((item) => item.post)
    expect(ids(items)).toEqual([first.id, second.id])
    expect(items[0]).toMatchObject({ reason: 'collect', collectors: [{ uid: fan.uid }] })
    expect(items[0]!.because.map(({ type, id }) => [type, id])).toEqual([
      ['member', fan.uid],
      ['member', writer.uid],
      ['bead', home.id],
    ])
    expect(items[0]!.timestamp).toBe(items[0]!.state.timestamp)
    expect(items[0]!.timestamp > first.creationDate).toBe(true)
    expect(items[1]).toMatchObject({ reason: 'newpost', timestamp: second.creationDate, state: { timestamp: second.creationDate } })
  })

  it('N1 an item returns to the place, time and reason that it had once a later collect is revoked or its member muted', async () => {
    const [reader, writer, fan, other] = [await person(), await person('Writer'), await person('Fan'), await person('Other')]
    const home = await bead(writer)
    for (const { uid } of [writer, fan, other]) await follow(reader, 'members', uid)
    const [first, second, third] = [await post(writer, home.id), await post(writer, home.id), await post(writer, home.id)]
    await collect(fan, first.id).then(() => collect(other, second.id))
    const posts = async () => (await feed(reader)).filter((item) => item.post)
    expect(ids(await posts())).toEqual([second.id, first.id, third.id])
    await Promise.all([
      done(fan.client.post(`/api/v0/posts/${first.id}/uncollect`)),
      done(reader.client.post(`/api/v0/members/${other.uid}/mute`)),
    ])
    const items = await posts()
    expect(ids(items)).toEqual([third.id, second.id, first.id])
    for (const item of items) expect(item).toMatchObject({ reason: 'newpost', timestamp: item.post!.creationDate, collectors: [] })
  })

  it('N1 A3 what followed members collected and commented on, with previews of 120 and 360 characters and the latest comments', async () => {
    const [reader, fan, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', fan.uid)
    const home = await bead(writer)
    const long = { description: `<b>Bold</b> ${'word '.repeat(200)}` }
    const collected = await post(writer, home.id, long)
    const discussed = await post(writer, home.id, long)
    await collect(fan, collected.id)
    for (const text of ['one', 'two', 'three', 'four']) await say(fan, discussed.id, text)
    const items = await feed(reader, '&comments=3')
    const byCollect = ofPost(items, collected.id)!
    expect(byCollect).toMatchObject({ reason: 'collect', collectors: [{ uid: fan.uid }], comments: [] })
    expect(byCollect.preview!.length).toBeLessThanOrEqual(120)
    expect(byCollect.preview).toMatch(/^Bold word .*…$/)
    const byComment = ofPost(items, discussed.id)!
    expect(byComment).toMatchObject({ reason: 'comment', because: [{ type: 'member', id: fan.uid }] })
    expect(byComment.comments.map(({ text }) => text)).toEqual(['two', 'three', 'four'])
    expect(ofPost(await feed(reader), discussed.id)!.comments).toEqual([])
    await follow(reader, 'beads', home.id)
    expect(ofPost(await feed(reader), discussed.id)!.reason).toBe('comment')
    const silent = await post(writer, home.id, long)
    const byBead = ofPost(await feed(reader), silent.id)!
    expect(byBead.reason).toBe('bead')
    expect(byBead.preview!.length).toBeGreaterThan(120)
    expect(byBead.preview!.length).toBeLessThanOrEqual(360)
  })

  it('N1 own posts are in the feed, own collects and follows are not', async () => {
    const [me, other] = [await person(), await person()]
    const mine = await bead(me)
    const own = await post(me, mine.id)
    const theirs = await post(other, (await bead(other)).id)
    await collect(me, theirs.id)
    await follow(me, 'tags', 'Nothing')
    expect(await feed(me)).toMatchObject([{ id: own.id, reason: 'newpost', because: [{ type: 'you', id: me.uid }] }])
  })

  it('N1 follow activity: newbead, followmember, followbead, followtag, in even numbers', async () => {
    const [reader, busy] = [await person(), await person('Busy')]
    const others = [await person(), await person(), await person()]
    await follow(reader, 'members', busy.uid)
    const made = await bead(busy, { title: 'Made' })
    for (const { uid } of others) await follow(busy, 'members', uid)
    const followed = await bead(others[0]!, { title: 'Followed' })
    await follow(busy, 'beads', followed.id)
    await follow(busy, 'tags', 'Dub')
    await follow(busy, 'members', reader.uid)
    const items = await feed(reader)
    expect(items.map(({ type }) => type)).toEqual(['followmember', 'followtag', 'followbead', 'newbead'])
    const [members, tags, beads, newbead] = items
    expect(members!.activity).toMatchObject({ type: 'followmember', member: { uid: busy.uid }, total: 3 })
    expect(members!.activity!.members.map(({ uid }) => uid)).toEqual([others[2]!.uid, others[1]!.uid])
    expect(tags).toMatchObject({ tag: 'Dub', followId: 'dub', activity: { tags: ['Dub'], total: 1 } })
    expect(beads).toMatchObject({ followId: followed.id, bead: { id: followed.id }, activity: { beads: [{ id: followed.id }] } })
    expect(newbead).toMatchObject({ followId: made.id, bead: { title: 'Made' }, because: [{ type: 'member', id: busy.uid }] })
  })

  it('N1 B11 a playlist is told of when it is published, to followers of its creator and of its tags', async () => {
    const [friend, tagFan, curator] = [await person(), await person(), await person()]
    await follow(friend, 'members', curator.uid)
    await follow(tagFan, 'tags', 'Ska')
    const draft = await bead(curator, { title: 'Not yet', isDraft: true, tags: ['Ska'] })
    const inside = await post(curator, draft.id, { tags: ['Ska'] })
    expect([await feed(friend), await feed(tagFan)]).toEqual([[], []])
    await done(curator.client.post(`/api/v0/beads/${draft.id}/publish`))
    const told = await feed(friend)
    expect(told.map(({ type, bead }) => [type, bead?.id])).toContainEqual(['publishbead', draft.id])
    expect(ofPost(told, inside.id)).toBeDefined()
    const tagged = (await feed(tagFan)).find(({ type }) => type === 'taggedbead')!
    expect(tagged).toMatchObject({ tag: 'Ska', bead: { id: draft.id }, because: [{ type: 'tag', id: 'ska', name: 'Ska' }] })
    expect(tagged.activity!.member).toBeUndefined()
  })
})

describe('N5 the pages of a feed', () => {
  let reader: Person
  let writer: Person
  let home: string
  const posted: string[] = []
  beforeAll(async () => {
    reader = await person()
    writer = await person()
    home = (await bead(writer)).id
    await follow(reader, 'beads', home)
    for (let n = 0; n < 25; n++) posted.unshift((await post(writer, home, { title: `Post ${n}` })).id)
  })
  const pageOf = (query: string) => read(reader, `/api/v2/me/feed?${query}`)
  const posts = ({ results }: Page<FeedItem>) => results.flatMap((item) => item.post?.id ?? [])

  it('N5 A9 ten a page, to the end, each once', async () => {
    const first = await pageOf('')
    expect(posts(first)).toEqual(posted.slice(0, 10))
    expect(first.next).toBe(10)
    const second = await pageOf('from=10')
    expect(posts(second)).toEqual(posted.slice(10, 20))
    const third = await pageOf(`from=${second.next}`)
    expect(posts(third)).toEqual(posted.slice(20))
    expect(third.next).toBeNull()
    expect(await pageOf('from=25')).toMatchObject({ results: [], next: null })
    expect(posts(await pageOf('limit=18'))).toEqual(posted.slice(0, 18))
  })

  it('N6 a maxTime of 1970 answers a last page without posts', async () => {
    for (const maxTime of [0, 5, 60_000]) {
      const page = await pageOf(`maxTime=${maxTime}`)
      expect([posts(page), page.next]).toEqual([[], null])
    }
  })

  it('N5 pages go on where the first one began, whatever comes meanwhile', async () => {
    const first = await pageOf('limit=5')
    const late = await post(writer, home, { title: 'Late' })
    expect(posts(await pageOf(`limit=5&from=${first.next}`))).toEqual(posted.slice(5, 10))
    expect(posts(await pageOf('limit=1'))).toEqual([late.id])
    const maxTime = encodeURIComponent(first.results.find((item) => item.post)!.timestamp)
    expect(posts(await pageOf(`limit=5&maxTime=${maxTime}`))).toEqual(posted.slice(0, 5))
    const minTime = encodeURIComponent(first.results.find((item) => item.post)!.timestamp)
    expect(posts(await pageOf(`minTime=${minTime}`))).toEqual([late.id])
    await done(writer.client.delete(`/api/v0/posts/${late.id}`))
  })

  it('N5 a page is filled up past what is gone', async () => {
    const gone = [await post(writer, home), await post(writer, home), await post(writer, home)]
    for (const { id } of gone) await done(writer.client.delete(`/api/v0/posts/${id}`))
    const first = await pageOf('limit=10')
    expect(posts(first)).toEqual(posted.slice(0, 10))
    expect(posts(await pageOf(`limit=10&from=${first.next}`))).toEqual(posted.slice(10, 20))
  })

  it('N6 by category; K2 without dead links; N6 reset, fromCache and lapsedTime are taken', async () => {
    const cook = await person()
    const food = await bead(cook, { category: 'food', title: 'Soups' })
    await follow(reader, 'beads', food.id)
    const soup = await post(cook, food.id, { title: 'Soup', media: { href: 'https://example.org/soup.mp3' } })
    expect(posts(await pageOf('category=food'))).toEqual([soup.id])
    expect(posts(await pageOf('category=all&limit=2'))).toEqual([soup.id, posted[0]])
    expect(posts(await pageOf('filter=deadlinks'))).toEqual([soup.id])
    expect(posts(await pageOf('reset=1&fromCache=0&lapsedTime=12&limit=1'))).toEqual([soup.id])
    await done(reader.client.post(`/api/v0/beads/${food.id}/unfollow`))
  })

  it('N6 in a category there are only playlists and posts of it: members and tags have none', async () => {
    const [watcher, busy] = [await person(), await person()]
    await follow(watcher, 'members', busy.uid)
    await follow(busy, 'members', writer.uid)
    await follow(busy, 'tags', 'nocategory')
    const tune = await bead(busy, { category: 'music' })
    expect((await feed(watcher)).map(({ type }) => type).sort()).toEqual(['followmember', 'followtag', 'newbead'])
    expect((await feed(watcher, '&category=music')).map(({ type, bead: of }) => [type, of?.id])).toEqual([['newbead', tune.id]])
    expect(await feed(watcher, '&category=food')).toEqual([])
  })
})

describe('N1 BY14 what must not be told', () => {
  it('B11 posts of a draft, to nobody but those who may see it', async () => {
    const [reader, invitee, curator] = [await person(), await person(), await person()]
    await follow(reader, 'members', curator.uid)
    await follow(invitee, 'members', curator.uid)
    const draft = await bead(curator, { isDraft: true, invitees: [invitee.uid] })
    const inside = await post(curator, draft.id)
    expect(await feed(reader)).toEqual([])
    expect(ids(await feed(invitee))).toEqual([inside.id])
    expect((await read(reader, `/api/v2/members/${curator.uid}/activity`)).results).toEqual([])
    expect((await read(null, `/api/v2/members/${curator.uid}/activity`)).results).toEqual([])
    expect(ids((await read(curator, `/api/v2/members/${curator.uid}/activity`)).results)).toEqual([inside.id])
  })

  it('H1 W1 G2 what was taken back: collects, follows, comments, posts and playlists', async () => {
    const [reader, fickle, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', fickle.uid)
    const home = await bead(writer)
    const [one, two] = [await post(writer, home.id), await post(writer, home.id)]
    await collect(fickle, one.id)
    const { id: comment } = await say(fickle, two.id)
    await follow(fickle, 'beads', home.id)
    expect(await feed(reader)).toHaveLength(3)
    await done(fickle.client.post(`/api/v0/posts/${one.id}/uncollect`))
    await done(fickle.client.delete(`/api/v0/comments/${comment}`))
    await done(fickle.client.post(`/api/v0/beads/${home.id}/unfollow`))
    expect(await feed(reader)).toEqual([])
    await collect(fickle, one.id)
    expect(ids(await feed(reader))).toEqual([one.id])
    await done(writer.client.delete(`/api/v0/posts/${one.id}`))
    expect(await feed(reader)).toEqual([])
  })

  it('BY14 anything of whom one mutes or blocks', async () => {
    const [reader, loud, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', loud.uid)
    await follow(reader, 'members', writer.uid)
    const home = await bead(writer)
    const own = await post(loud, (await bead(loud)).id)
    const quiet = await post(writer, home.id)
    await collect(loud, quiet.id)
    await say(loud, quiet.id)
    await done(reader.client.post(`/api/v0/members/${loud.uid}/mute`))
    const items = await feed(reader, '&comments=3')
    expect(ofPost(items, own.id)).toBeUndefined()
    expect(ofPost(items, quiet.id)).toMatchObject({ reason: 'newpost', collectors: [], comments: [], because: [{ id: writer.uid }] })
    expect(await status(reader, Date.now() - 60_000)).toBe((await feed(reader)).length)
    expect(ids((await read(reader, `/api/v2/members/${loud.uid}/activity`)).results)).toContain(own.id)
    await done(reader.client.post(`/api/v0/members/${loud.uid}/block`))
    expect((await read(reader, `/api/v2/members/${loud.uid}/activity`)).results).toEqual([])
  })
})

describe('N3 how much is new', () => {
  it('N3 counts what others did, not what one did oneself, each item once', async () => {
    const [reader, writer] = [await person(), await person()]
    const home = await bead(writer, { invitees: [reader.uid] })
    await follow(reader, 'members', writer.uid)
    await follow(reader, 'beads', home.id)
    const loaded = Date.now() + 10_000
    await post(writer, home.id)
    await post(reader, (await bead(reader)).id)
    await post(reader, home.id)
    // Decision 33: the ten seconds of the offset hide nobody's items.
    expect(await status(reader, loaded)).toBe(1)
    expect(await status(reader, encodeURIComponent(new Date(loaded).toISOString()))).toBe(1)
    expect(await status(reader, Date.now() + 3_600_000)).toBe(0)
    expect(await status(reader, 0)).toBe((await feed(reader)).filter(({ post }) => post?.creator.uid !== reader.uid).length)
  })

  it('N3 decision 33: an ETag answers 304 while nothing changes', async () => {
    const reader = await person()
    const minTime = Date.now() + 60_000
    const path = `/api/v2/me/feed/status?minTime=${minTime}`
    const first = await reader.client.get(path)
    const etag = first.headers.get('etag')!
    expect(etag).toBeTruthy()
    // Node's fetch adds `Cache-Control: no-cache` to a conditional request, which browsers do not.
    expect((await reader.client.get(path, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } })).status).toBe(304)
  })

  it('N3 when the site has done more than is worth reading, the sources are asked instead', async () => {
    const [reader, writer] = [await person(), await person()]
    const home = await bead(writer)
    await follow(reader, 'beads', home.id)
    const since = Date.now()
    await vi.waitUntil(() => Date.now() > since, { interval: 1 }) // Only posts after this millisecond count.
    for (let n = 0; n < 3; n++) await post(writer, home.id)
    const before = await status(reader, since + 10_000)
    await transaction(server.db, async (manager) => {
      const now = Date.now().toString(36).padStart(9, '0')
      for (let n = 0; n < 501; n++)
        await manager.query(
          `INSERT INTO "activity" ("id", "source", "kind", "subject") VALUES ('x${now}${String(n).padStart(8, '0')}', 'nobody', 9, 'nothing')`,
        )
    })
    expect(before).toBe(3)
    expect([await status(reader, since + 10_000), await status(writer, since + 10_000)]).toEqual([3, 0])
    await transaction(server.db, (manager) => manager.query(`DELETE FROM "activity" WHERE "source" = 'nobody'`))
  })
})

describe("AP4 a member's activity", () => {
  it('N6 AP4 what the member did, for everybody, twenty a page', async () => {
    const [visitor, reader, busy, writer] = [null, await person(), await person('Busy'), await person()]
    const theirs = await post(writer, (await bead(writer)).id)
    const home = await bead(busy)
    const own: string[] = []
    for (let n = 0; n < 21; n++) own.unshift((await post(busy, home.id)).id)
    await collect(busy, theirs.id)
    await follow(busy, 'members', writer.uid)
    const first = await read(visitor, `/api/v2/members/${busy.uid}/activity?comments=3`)
    expect(first.results.slice(0, 3).map(({ type, reason }) => [type, reason])).toEqual([
      ['followmember', undefined],
      ['post', 'collect'],
      ['post', 'newpost'],
    ])
    expect(first.results).toHaveLength(20)
    const second = await read(visitor, `/api/v2/members/${busy.uid}/activity?from=${first.next}`)
    expect([...first.results, ...second.results].flatMap((item) => (item.reason === 'newpost' ? item.id : []))).toEqual(own)
    expect(second.results.at(-1)).toMatchObject({ type: 'newbead', bead: { id: home.id } })
    expect(second.next).toBeNull()
    expect(ids((await read(reader, `/api/v2/me/feed?uid=${busy.uid}`)).results)).toEqual(ids(first.results))
    expect((await server.client().get('/api/v2/members/no.such.member/activity')).status).toBe(404)
    expect(ids((await read(visitor, `/api/v2/members/${busy.uid.toUpperCase()}/activity`)).results)).toEqual(ids(first.results))
    expect(ids((await read(reader, `/api/v2/me/feed?uid=${busy.uid.toUpperCase()}`)).results)).toEqual(ids(first.results))
    await done(busy.client.post('/api/v0/me/delete', { password: 'correct horse' }))
    expect((await server.client().get(`/api/v2/members/${busy.uid}/activity`)).status).toBe(404)
  })
})

describe('AP4 who may ask', () => {
  it('AP4 the feed and its status are for members, whatever their privileges; activity and trending for everybody', async () => {
    const visitor = server.client()
    for (const path of ['/api/v2/me/feed', '/api/v2/me/feed/status?minTime=0', '/api/v0/me/onboarding/suggestions'])
      expect((await visitor.get(path)).status).toBe(401)
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { privileges: { canFollow: false, canPost: false, canComment: false } })
    for (const path of [
      '/api/v2/me/feed',
      '/api/v2/me/feed/status?minTime=0',
      '/api/v0/me/onboarding/suggestions',
      '/api/v2/trending',
      `/api/v2/members/${me.uid}/activity`,
    ])
      expect((await client.get(path)).status, path).toBe(200)
    expect((await visitor.get('/api/v2/trending')).status).toBe(200)
  })

  it('AP4 what cannot be is refused, too much is clamped', async () => {
    const { client } = await server.signUp()
    for (const query of ['from=-1', 'limit=0', 'limit=x', 'category=nonsense', 'filter=x', 'minTime=yesterday', 'maxTime=-1'])
      expect((await client.get(`/api/v2/me/feed?${query}`)).status, query).toBe(400)
    expect((await client.get('/api/v2/me/feed/status')).status).toBe(400)
    expect((await client.get('/api/v2/me/feed?limit=100000&comments=99&from=1000000')).body).toMatchObject({ results: [], next: null })
  })
})

describe('decision 24 trending', () => {
  it("N1 the whole site's published posts, hottest first, with the reason", async () => {
    const [writer, fan] = [await person(), await person()]
    const home = await bead(writer)
    const [untouched, cold, hot] = [await post(writer, home.id), await post(writer, home.id), await post(writer, home.id)]
    const draft = await bead(writer, { isDraft: true })
    const hidden = await post(writer, draft.id)
    await collect(fan, cold.id)
    await collect(fan, hot.id)
    await done(fan.client.post(`/api/v0/posts/${hot.id}/upvote`))
    const { results } = await read(null, '/api/v2/trending?limit=100')
    const order = ids(results)
    expect(order).toContain(hot.id)
    expect(order.indexOf(hot.id)).toBeLessThan(order.indexOf(cold.id))
    expect(order.indexOf(cold.id)).toBeLessThan(order.indexOf(untouched.id))
    expect(order).not.toContain(hidden.id)
    expect(results[0]).toMatchObject({ type: 'post', reason: 'trending', because: [{ type: 'trending' }] })
  })
})

describe('the demo world', () => {
  let world: TestServer
  beforeAll(async () => {
    world = await startTestServer({ seed: (db) => seedDemoWorld(db, new Date()) })
  })
  afterAll(() => world.close())

  it('N1 the demo account has a lively feed: several kinds of items, several reasons, pages of it, all distinct', async () => {
    const client = world.client()
    expect((await client.post('/api/v1/auth/login', { username: 'demo', password: demoPassword })).status).toBe(200)
    const items: FeedItem[] = []
    for (let from: number | null = 0; from !== null && items.length < 200;) {
      const { body }: { body: Page<FeedItem> } = await client.get<Page<FeedItem>>(`/api/v2/me/feed?comments=3&limit=18&from=${from}`)
      items.push(...body.results)
      from = body.next
    }
    expect(items.length).toBeGreaterThan(150)
    expect(new Set(ids(items)).size).toBe(items.length)
    for (const reason of ['newpost', 'bead', 'collect', 'suggestion'])
      expect(
        items.some((item) => item.reason === reason),
        reason,
      ).toBe(true)
    for (const type of ['post', 'followbead', 'followmember'])
      expect(
        items.some((item) => item.type === type),
        type,
      ).toBe(true)
    for (const item of items.filter(({ type }) => type !== 'suggestion'))
      expect(
        item.because.every(({ name }) => name !== ''),
        item.id,
      ).toBe(true)
    const order = items.filter(({ type }) => type !== 'suggestion').map(({ state }) => state.timestamp)
    expect(order).toEqual(order.toSorted().toReversed())
  })
})
