import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { transaction } from '#db/transaction.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import type { Person } from '../support/people.ts'
import { feedActions } from './feed-actions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { person, done, follow, collect, comment, bead, post, read, feed, status } = feedActions(() => server)

describe('N5 pages of the feed', () => {
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

  it('N5 A9 ten items a page to the end, each once', async () => {
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

  it('N5 later pages continue after the first one, although newer posts arrive', async () => {
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

  it('N5 deleted posts do not shorten a page', async () => {
    const gone = [await post(writer, home), await post(writer, home), await post(writer, home)]
    for (const { id } of gone) await done(writer.client.delete(`/api/v0/posts/${id}`))
    const first = await pageOf('limit=10')
    expect(posts(first)).toEqual(posted.slice(0, 10))
    expect(posts(await pageOf(`limit=10&from=${first.next}`))).toEqual(posted.slice(10, 20))
  })

  it('N6 category=, K2 filter=deadlinks; N6 reset, fromCache and lapsedTime are accepted', async () => {
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

  it('N6 a category contains only its playlists and posts, no members and tags', async () => {
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

/** More than the status reads from the end of the log. */
const addActivitiesOfOthers = () =>
  transaction(server.db, async (manager) => {
    const now = Date.now().toString(36).padStart(9, '0')
    for (let n = 0; n < 501; n++)
      await manager.query(
        `INSERT INTO "activity" ("id", "source", "kind", "subject") VALUES ('x${now}${String(n).padStart(8, '0')}', 'nobody', 9, 'nothing')`,
      )
  })
const removeActivitiesOfOthers = () =>
  transaction(server.db, (manager) => manager.query(`DELETE FROM "activity" WHERE "source" = 'nobody'`))

describe('N3 the number of new items', () => {
  it('N3 the status counts items of others once, not own ones', async () => {
    const [reader, writer] = [await person(), await person()]
    const home = await bead(writer, { invitees: [reader.uid] })
    await follow(reader, 'members', writer.uid)
    await follow(reader, 'beads', home.id)
    const loaded = Date.now() + 10_000
    await post(writer, home.id)
    await post(reader, (await bead(reader)).id)
    await post(reader, home.id)
    // Decision 33: the ten seconds of the offset hide no items.
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

  it('N3 after more than 500 activities of the site, the status reads the followed sources and counts the same', async () => {
    const [reader, writer] = [await person(), await person()]
    const home = await bead(writer)
    await follow(reader, 'beads', home.id)
    const since = Date.now()
    await vi.waitUntil(() => Date.now() > since, { interval: 1 }) // Only posts after this millisecond count.
    for (let n = 0; n < 3; n++) await post(writer, home.id)
    const before = await status(reader, since + 10_000)
    await addActivitiesOfOthers()
    expect(before).toBe(3)
    expect([await status(reader, since + 10_000), await status(writer, since + 10_000)]).toEqual([3, 0])
    await removeActivitiesOfOthers()
  })

  it('N3 BY14 the status counts what the feed shows, whoever has created it and however it is read', async () => {
    const [reader, writer, friend, loud, other] = [await person(), await person(), await person(), await person(), await person()]
    const home = await bead(writer, { invitees: [reader.uid, loud.uid] })
    const far = await bead(loud)
    await follow(reader, 'beads', home.id)
    await follow(reader, 'members', friend.uid)
    await done(reader.client.post(`/api/v0/members/${loud.uid}/mute`))
    const since = Date.now()
    await vi.waitUntil(() => Date.now() > since, { interval: 1 })
    await post(writer, home.id)
    const own = await post(reader, home.id)
    await post(reader, home.id)
    const muted = await post(loud, home.id)
    await comment(friend, muted.id)
    await collect(friend, own.id)
    await follow(friend, 'members', reader.uid)
    await follow(friend, 'members', loud.uid)
    await follow(friend, 'beads', far.id)
    const shown = async () =>
      (await feed(reader)).filter(
        ({ timestamp, post, reason }) => Date.parse(timestamp) > since && (post?.creator.uid !== reader.uid || reason === 'collect'),
      ).length
    expect([await status(reader, since + 10_000), await shown()]).toEqual([2, 2])
    await follow(friend, 'members', other.uid)
    expect([await status(reader, since + 10_000), await shown()]).toEqual([3, 3])
    await addActivitiesOfOthers()
    expect(await status(reader, since + 10_000)).toBe(3)
    await removeActivitiesOfOthers()
  })
})
