/** Loads further pages of a list for the player. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Post } from '#contract/schemas.ts'
import { fromPosts, type QueueFeed, type QueueList } from '#player/index.ts'
import { call } from '#data/client.ts'

interface FeedPage {
  posts: Post[]
  next: number | null
}

/** API errors are rethrown unchanged so the caller can show their message. */
async function request<K extends EndpointKey>(key: K, input: CallInput<K>): Promise<Answer<K>> {
  const { data, error } = await call(key, input)
  if (error) throw error
  return data as Answer<K>
}

const postsOfFeed = ({ results, next }: Answer<'GET /api/v2/me/feed'>): FeedPage => ({
  posts: results.flatMap(({ post }) => post ?? []),
  next,
})

async function fetchPage(list: QueueList, paging: { from: number; limit: number }): Promise<FeedPage> {
  switch (list.of) {
    case 'posts': {
      // The sort order comes from a page's address; the server refuses unknown ones.
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
      const query = { ...list.query, ...paging, type: 'post', materialize: 'true' } as const
      const { results, next } = await request('GET /api/v2/search', { query: query as object })
      return { posts: results.flatMap(({ type, entry }) => (type === 'post' && entry !== undefined ? [entry as Post] : [])), next }
    }
  }
}

/**
 * `from` counts all items that the server passed over, posts without a medium included: only a page's own `next` is valid. Unplayable
 * posts are filtered here.
 */
export const feed: QueueFeed = {
  async more({ list }, from, limit) {
    const { posts, next } = await fetchPage(list, { from, limit })
    return { tracks: fromPosts(posts), next }
  },
}
