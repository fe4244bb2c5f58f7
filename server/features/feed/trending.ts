/** Lists trending posts in the format of feed items. */
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { Comments } from '../comments/service.ts'
import type { Posts } from '../posts/service.ts'
import { mayPlay, previewOf } from './items.ts'

export type TrendingQuery = CallOutput<'GET /api/v2/trending'>['query']

interface TrendingDeps {
  posts: Pick<Posts, 'list'>
  comments: Pick<Comments, 'latest'>
}

export async function listTrending(
  { posts, comments }: TrendingDeps,
  { from, limit, comments: commentLimit, category, filter }: TrendingQuery,
  viewer: Viewer | null,
): Promise<Page<FeedItem>> {
  const { results, next, counts } = await posts.list({ from, limit, category, sort: 'trending' }, viewer)
  const shown = filter === 'deadlinks' ? results.filter(mayPlay) : results
  const latest = await comments.latest(
    shown.map(({ id }) => id),
    commentLimit,
    viewer,
  )
  return {
    results: shown.map((post): FeedItem => {
      const timestamp = post.creationDate
      return {
        id: post.id,
        type: 'post',
        timestamp,
        state: { timestamp },
        reason: 'trending',
        because: [{ type: 'trending', id: '', name: '' }],
        post,
        preview: previewOf(post, 'trending'),
        collectors: [],
        comments: latest.get(post.id) ?? [],
      }
    }),
    next,
    counts,
  }
}
