/** Where the player gets more of a list from: the API's own pages, whatever list it is. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Post } from '#contract/schemas.ts'
import { fromPosts, type QueueFeed, type QueueList } from '#player/index.ts'
import { call } from '#data/client.ts'

interface Found {
  posts: Post[]
  next: number | null
}

/** A refusal is thrown as it is, so that whoever asked can show its words. */
async function ask<K extends EndpointKey>(key: K, input: CallInput<K>): Promise<Answer<K>> {
  const { data, error } = await call(key, input)
  if (error) throw error
  return data as Answer<K>
}

const happened = ({ results, next }: Answer<'GET /api/v2/me/feed'>): Found => ({ posts: results.flatMap(({ post }) => post ?? []), next })

async function find(list: QueueList, paging: { from: number; limit: number }): Promise<Found> {
  switch (list.of) {
    case 'posts': {
      // The order came from a page's address, and the server refuses one that it does not know.
      const { results, next } = await ask('GET /api/v0/posts', { query: { ...(list.query as object), ...paging } })
      return { posts: results, next }
    }
    case 'feed':
      return happened(
        await ask('GET /api/v2/me/feed', { query: { ...paging, ...(list.category !== undefined && { category: list.category }) } }),
      )
    case 'activity':
      return happened(await ask('GET /api/v2/members/:uid/activity', { params: { uid: list.uid }, query: paging }))
    case 'search': {
      const query = { ...list.query, ...paging, type: 'post', materialize: 'true' } as const
      const { results, next } = await ask('GET /api/v2/search', { query: query as object })
      return { posts: results.flatMap(({ type, entry }) => (type === 'post' && entry !== undefined ? [entry as Post] : [])), next }
    }
  }
}

/**
 * `from` counts all that the server passed over, posts without a medium among them, so it is only ever a page's
 * own `next`; what cannot be played is left out here.
 */
export const feed: QueueFeed = {
  async more({ list }, from, limit) {
    const { posts, next } = await find(list, { from, limit })
    return { tracks: fromPosts(posts), next }
  },
}
