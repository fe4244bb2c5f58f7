/** The port by which the player reads lists, with the real API. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { feed } from '#host/queueFeed.ts'
import type { QueueList, QueueSource, Track } from '#player/index.ts'
import type { Page, Post } from '#contract/index.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let ben: Client
let uid: string
let bead: string
const network = globalThis.fetch
/** The client whose cookies the page has. */
let viewer: Client

beforeAll(async () => {
  server = await startTestServer()
  const [first, second] = [await server.signUp('Ada'), await server.signUp('Ben')]
  ada = first.client
  ben = second.client
  uid = first.me.uid
  bead = (await startBead(ada, { title: 'Long listening', category: 'music' })).id
  // Every third post is playable.
  for (let n = 0; n < 30; n++)
    await addPost(ada, bead, { title: `Marble ${n}`, ...(n % 3 === 0 ? { media: { href: `https://example.org/${n}.mp3` } } : {}) })
  await ben.post(`/api/v0/members/${uid}/follow`)
  await server.services.outbox.drain()
})
afterAll(() => server.close())
beforeEach(() => {
  viewer = server.client()
  // Like in a browser: relative URLs, and the cookies of the page.
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
    network(new URL(input, server.url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), Cookie: [...viewer.cookies].map((pair) => pair.join('=')).join('; ') },
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const source = (list: QueueList): QueueSource => ({ list, title: '', href: '/' })

/** All tracks, read page by page like the engine does. */
async function all(list: QueueList, limit: number): Promise<Track[]> {
  const found: Track[] = []
  for (let from: number | null = 0; from !== null;) {
    const page = await feed.more(source(list), from, limit)
    found.push(...page.tracks)
    if (page.next !== null) expect(page.next).toBeGreaterThan(from)
    from = page.next
  }
  return found
}

const playable = Array.from({ length: 10 }, (_, n) => `Marble ${n * 3}`)
const titles = (tracks: readonly Track[]) => tracks.map(({ title }) => title)

describe('Q1 sources of a queue', () => {
  for (const limit of [7, 100])
    it(`Q1 posts, ${limit} at a time: all playable ones, once, in the requested order`, async () => {
      expect(titles(await all({ of: 'posts', query: { bead, sort: 'earliest' } }, limit))).toEqual(playable)
      expect(titles(await all({ of: 'posts', query: { createdby: uid, sort: 'recent' } }, limit))).toEqual(playable.toReversed())
    })

  it('Q1 a shuffle seed gives one order for all page sizes', async () => {
    const query = { bead, sort: 'shuffle', ts: 7 }
    expect(titles(await all({ of: 'posts', query }, 4))).toEqual(titles(await all({ of: 'posts', query }, 100)))
  })

  for (const limit of [4, 100])
    it(`Q1 a member's activity, and the own feed, ${limit} at a time`, async () => {
      expect(titles(await all({ of: 'activity', uid }, limit)).toSorted()).toEqual(playable.toSorted())
      viewer = ben
      expect(titles(await all({ of: 'feed' }, limit)).toSorted()).toEqual(playable.toSorted())
    })

  for (const limit of [4, 100])
    it(`Q1 search results, ${limit} at a time`, async () => {
      expect(titles(await all({ of: 'search', query: { q: 'marble' } }, limit)).toSorted()).toEqual(playable.toSorted())
      expect(await all({ of: 'search', query: { q: 'marble', category: 'sports' } }, limit)).toEqual([])
    })

  it('Q1 a page has at most the requested size', async () => {
    const { results } = (await viewer.get<Page<Post>>(`/api/v0/posts?bead=${bead}&limit=9&sort=earliest`)).body
    const page = await feed.more(source({ of: 'posts', query: { bead, sort: 'earliest' } }), 0, 9)
    expect(page.next).toBe(9)
    expect(titles(page.tracks)).toEqual(results.filter(({ media }) => media !== null).map(({ title }) => title))
  })

  it('Q1 a refusal is rejected with the failure of the server', async () => {
    await expect(feed.more(source({ of: 'feed' }), 0, 10)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    await expect(feed.more(source({ of: 'activity', uid: 'missing.member' }), 0, 10)).rejects.toMatchObject({ status: 404 })
  })
})
