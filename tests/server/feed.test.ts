import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { transaction } from '#db/transaction.ts'
import { activityKinds, ActivityEntity } from '../../server/features/feed/entities.ts'
import { feedRecorder } from '../../server/features/feed/record.ts'
import { demoPassword, seedDemoWorld } from '../../server/demo/seed.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import type { Person } from '../support/people.ts'
import { feedActions, ids, itemOfPost } from './feed-actions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { person, done, follow, collect, comment, bead, post, read, feed, status } = feedActions(() => server)

describe('N1 items of a feed and their reasons', () => {
  let bob: Person
  beforeAll(async () => {
    bob = await person('Bob')
  })

  it('N1 BZ9 posts of followed members, playlists and tags, each with its sources', async () => {
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
    expect(itemOfPost(items, one.id)).toMatchObject({
      type: 'post',
      reason: 'newpost',
      because: [{ type: 'member', id: cy.uid, name: 'Cy' }],
    })
    expect(itemOfPost(items, two.id)).toMatchObject({ reason: 'bead', because: [{ type: 'bead', id: byDora.id, name: 'By Dora' }] })
    expect(itemOfPost(items, three.id)).toMatchObject({ reason: 'tag', tag: 'Jazz', because: [{ type: 'tag', id: 'jazz', name: 'Jazz' }] })
    expect(itemOfPost(items, four.id)).toBeUndefined()
    expect(ids(items).slice(0, 3)).toEqual([three.id, two.id, one.id])
    await done(bob.client.post('/api/v0/tags/Jazz/unfollow'))
    expect(itemOfPost(await feed(bob), three.id)).toBeUndefined()
  })

  it('N1 a post from several sources is one item with the place, time and reason of the latest', async () => {
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

  it('N1 after a collect is revoked or its member muted, the item returns to its earlier place, time and reason', async () => {
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

  it('N1 A3 posts that followed members collected or commented on, with previews of 120 or 360 characters and comments', async () => {
    const [reader, fan, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', fan.uid)
    const home = await bead(writer)
    const long = { description: `<b>Bold</b> ${'word '.repeat(200)}` }
    const collected = await post(writer, home.id, long)
    const discussed = await post(writer, home.id, long)
    await collect(fan, collected.id)
    for (const text of ['one', 'two', 'three', 'four']) await comment(fan, discussed.id, text)
    const items = await feed(reader, '&comments=3')
    const byCollect = itemOfPost(items, collected.id)!
    expect(byCollect).toMatchObject({ reason: 'collect', collectors: [{ uid: fan.uid }], comments: [] })
    expect(byCollect.preview!.length).toBeLessThanOrEqual(120)
    expect(byCollect.preview).toMatch(/^Bold word .*…$/)
    const byComment = itemOfPost(items, discussed.id)!
    expect(byComment).toMatchObject({ reason: 'comment', because: [{ type: 'member', id: fan.uid }] })
    expect(byComment.comments.map(({ text }) => text)).toEqual(['two', 'three', 'four'])
    expect(itemOfPost(await feed(reader), discussed.id)!.comments).toEqual([])
    await follow(reader, 'beads', home.id)
    expect(itemOfPost(await feed(reader), discussed.id)!.reason).toBe('comment')
    const silent = await post(writer, home.id, long)
    const byBead = itemOfPost(await feed(reader), silent.id)!
    expect(byBead.reason).toBe('bead')
    expect(byBead.preview!.length).toBeGreaterThan(120)
    expect(byBead.preview!.length).toBeLessThanOrEqual(360)
  })

  it('N1 the feed contains own posts, but no own collects and follows', async () => {
    const [me, other] = [await person(), await person()]
    const mine = await bead(me)
    const own = await post(me, mine.id)
    const theirs = await post(other, (await bead(other)).id)
    await collect(me, theirs.id)
    await follow(me, 'tags', 'Nothing')
    expect(await feed(me)).toMatchObject([{ id: own.id, reason: 'newpost', because: [{ type: 'you', id: me.uid }] }])
  })

  it('N1 follow activity: newbead, followmember, followbead, followtag, with an even number of entities', async () => {
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

  it('N1 B11 a published draft is an item for followers of its creator and of its tags', async () => {
    const [friend, tagFan, curator] = [await person(), await person(), await person()]
    await follow(friend, 'members', curator.uid)
    await follow(tagFan, 'tags', 'Ska')
    const draft = await bead(curator, { title: 'Not yet', isDraft: true, tags: ['Ska'] })
    const inside = await post(curator, draft.id, { tags: ['Ska'] })
    expect([await feed(friend), await feed(tagFan)]).toEqual([[], []])
    await done(curator.client.post(`/api/v0/beads/${draft.id}/publish`))
    const items = await feed(friend)
    expect(items.map(({ type, bead }) => [type, bead?.id])).toContainEqual(['publishbead', draft.id])
    expect(itemOfPost(items, inside.id)).toBeDefined()
    const tagged = (await feed(tagFan)).find(({ type }) => type === 'taggedbead')!
    expect(tagged).toMatchObject({ tag: 'Ska', bead: { id: draft.id }, because: [{ type: 'tag', id: 'ska', name: 'Ska' }] })
    expect(tagged.activity!.member).toBeUndefined()
  })

  it('N1 B11 the creation of a draft is processed after its publication → no activity besides those of the publication', async () => {
    const curator = await person()
    const draft = await bead(curator, { title: 'Soon', isDraft: true, tags: ['Ska'] })
    await done(curator.client.post(`/api/v0/beads/${draft.id}/publish`))
    const activities = () => server.db.getRepository(ActivityEntity).find({ where: { subject: draft.id }, order: { id: 'ASC' } })
    const published = await activities()
    expect(published.map(({ kind }) => kind)).toContain(activityKinds.publishbead)
    const creation = { kind: 'beadCreated', beadId: draft.id, by: curator.uid, isDraft: true } as const
    await transaction(server.db, (manager) => feedRecorder(Date.now).apply!(manager, creation))
    expect(await activities()).toEqual(published)
  })
})

describe('N1 BY14 items that are excluded', () => {
  it('B11 posts of a draft are only in the feeds of its collaborators', async () => {
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

  it('H1 W1 G2 revoked collects, follows, comments, and deleted posts are not in the feed', async () => {
    const [reader, fickle, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', fickle.uid)
    const home = await bead(writer)
    const [one, two] = [await post(writer, home.id), await post(writer, home.id)]
    await collect(fickle, one.id)
    const { id: commentId } = await comment(fickle, two.id)
    await follow(fickle, 'beads', home.id)
    expect(await feed(reader)).toHaveLength(3)
    await done(fickle.client.post(`/api/v0/posts/${one.id}/uncollect`))
    await done(fickle.client.delete(`/api/v0/comments/${commentId}`))
    await done(fickle.client.post(`/api/v0/beads/${home.id}/unfollow`))
    expect(await feed(reader)).toEqual([])
    await collect(fickle, one.id)
    expect(ids(await feed(reader))).toEqual([one.id])
    await done(writer.client.delete(`/api/v0/posts/${one.id}`))
    expect(await feed(reader)).toEqual([])
  })

  it('BY14 activities of muted or blocked members are not in the feed', async () => {
    const [reader, loud, writer] = [await person(), await person(), await person()]
    await follow(reader, 'members', loud.uid)
    await follow(reader, 'members', writer.uid)
    const home = await bead(writer)
    const own = await post(loud, (await bead(loud)).id)
    const quiet = await post(writer, home.id)
    await collect(loud, quiet.id)
    await comment(loud, quiet.id)
    await done(reader.client.post(`/api/v0/members/${loud.uid}/mute`))
    const items = await feed(reader, '&comments=3')
    expect(itemOfPost(items, own.id)).toBeUndefined()
    expect(itemOfPost(items, quiet.id)).toMatchObject({ reason: 'newpost', collectors: [], comments: [], because: [{ id: writer.uid }] })
    expect(await status(reader, Date.now() - 60_000)).toBe((await feed(reader)).length)
    expect(ids((await read(reader, `/api/v2/members/${loud.uid}/activity`)).results)).toContain(own.id)
    await done(reader.client.post(`/api/v0/members/${loud.uid}/block`))
    expect((await read(reader, `/api/v2/members/${loud.uid}/activity`)).results).toEqual([])
  })
})

describe('decision 24: trending', () => {
  it('N1 trending contains published posts of the whole site, hottest first', async () => {
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

describe('the demo data', () => {
  let world: TestServer
  beforeAll(async () => {
    world = await startTestServer({ seed: (db) => seedDemoWorld(db, new Date()) })
  })
  afterAll(() => world.close())

  it('N1 the feed of the demo account has several kinds of items and reasons, many pages, no duplicates, in order', async () => {
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
