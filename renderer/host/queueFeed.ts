/** The port by which the player loads further pages of its queue: from a playlist, a feed or a search. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Post } from '#contract/schemas.ts'
import { fromPost, type QueueFeed, type QueueList, type QueuePage, type QueueSource, type Track } from '#player/index.ts'
import { call } from '#data/client.ts'

interface FeedPage {
  posts: Post[]
  next: number | null
}

/** Calls an endpoint. API errors are thrown unchanged, so that the caller can show their message. */
async function request<K extends EndpointKey>(key: K, input: CallInput<K>): Promise<Answer<K>> {
  const { data, error } = await call(key, input)
  if (error) throw error
  return data as Answer<K>
}

const postsOfFeed = ({ results, next }: Answer<'GET /api/v2/me/feed'>): FeedPage => ({
  posts: results.flatMap(({ post }) => post ?? []),
  next,
})

/** `filter`: `deadlinks` leaves out posts without a medium that may play, for Cast devices (K2). A search does not have it. */
interface Paging {
  from: number
  limit: number
  filter?: 'deadlinks'
}

async function fetchPage(list: QueueList, paging: Paging): Promise<FeedPage> {
  switch (list.of) {
    case 'posts': {
      // The cast: the sort order may come from an address, so it may be any text. The server refuses unknown ones.
      const { results, next } = await request('GET /api/v0/posts', { query: { ...(list.query as object), ...paging } })
      return { posts: results, next }
    }
    case 'feed':
      return postsOfFeed(
        await request('GET /api/v2/me/feed', { query: { ...paging, ...(list.category !== undefined && { category: list.category }) } }),
      )
    case 'activity':
      return postsOfFeed(await request('GET /api/v2/members/:uid/activity', { params: { uid: list.uid }, query: paging }))
    case 'search': {
      const { from, limit } = paging
      const query = { ...list.query, from, limit, type: 'post', materialize: 'true' } as const
      const { results, next } = await request('GET /api/v2/search', { query: query as object })
      return { posts: results.flatMap(({ type, entry }) => (type === 'post' && entry !== undefined ? [entry as Post] : [])), next }
    }
  }
}

interface FeedOptions extends Pick<Paging, 'filter'> {
  /** The track of a post; null leaves it out. */
  toTrack?: (post: Post) => Track | null
}

/**
 * Posts without a track are left out, but `from` is an offset among all items of the server's list. So only
 * the `next` of a page is a valid offset; the number of tracks is not.
 */
export const createFeed = ({ toTrack = fromPost, ...filter }: FeedOptions = {}): QueueFeed => ({
  async more({ list }, from, limit) {
    const { posts, next } = await fetchPage(list, { from, limit, ...filter })
    return { tracks: posts.map(toTrack).filter((track) => track !== null), next }
  },
})

export const feed = createFeed()

/** Number of posts that are loaded before a list plays; the queue loads the rest. */
const firstPageSize = 50

/** The first page of a list with playable posts: pages without any are skipped, as the queue does. Its tracks are empty if there are none. */
export async function loadFirstPage(source: QueueSource): Promise<QueuePage> {
  let page = await feed.more(source, 0, firstPageSize)
  for (let from = 0; page.tracks.length === 0 && page.next !== null && page.next > from;) {
    from = page.next
    page = await feed.more(source, from, firstPageSize)
  }
  return page
}
