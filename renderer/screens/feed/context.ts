/** The kinds of feeds (A3 "Feed context"), with the query and the queue source of each. Pure functions. */
import type { CallInput } from '#contract/endpoints.ts'
import { feedHref, feedQuery, siteFeedQuery } from '#contract/pages/feed.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/rules.ts'
import type { Post } from '#contract/schemas.ts'
import type { FeedItem, FeedReason } from '#contract/schemas/feed.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { activitySource, feedSource, postsSource } from '#widgets/playAll/index.ts'

export type FeedContext =
  /** Activity of the members, playlists and tags that the signed-in member follows. */
  | { kind: 'activity'; category: Category | null }
  /** All posts, latest first: the feed for visitors. */
  | { kind: 'recent_post'; category: Category | null }
  | { kind: 'trending'; category: Category | null }
  /** The activity of one member. */
  | { kind: 'profile'; uid: string; name: string }

interface FeedInputs {
  feed: CallInput<'GET /api/v2/me/feed'>
  activity: CallInput<'GET /api/v2/members/:uid/activity'>
  trendingFeed: CallInput<'GET /api/v2/trending'>
  posts: CallInput<'GET /api/v0/posts'>
}
/** A list endpoint of `data`, by name, and its input. */
export type FeedRequest = { [N in keyof FeedInputs]: { list: N; input: FeedInputs[N] } }[keyof FeedInputs]

/** Default items per page (A9). */
export const defaultLimit = ({ kind }: FeedContext): number =>
  ({
    activity: limits.feed.page,
    profile: limits.feed.pageOfMember,
    recent_post: limits.feed.pageOfSite,
    trending: limits.feed.pageOfSite,
  })[kind]

/**
 * The request for a feed. The default limit is omitted, so that the query equals the one whose answer is inlined in the
 * document. Another limit restores the length of an earlier visit.
 *
 * @param limit items per page
 */
export function feedRequest(context: FeedContext, limit: number = defaultLimit(context)): FeedRequest {
  const limitParameter = limit === defaultLimit(context) ? {} : { limit }
  // `fromCache` is part of the specified API; the server accepts and ignores it.
  const cacheParameters = limit === defaultLimit(context) ? {} : { ...limitParameter, fromCache: '1' }
  switch (context.kind) {
    case 'activity':
      return { list: 'feed', input: { query: { ...feedQuery(context.category), ...cacheParameters } } }
    case 'recent_post':
      return { list: 'posts', input: { query: { ...siteFeedQuery(context.category), ...limitParameter } } }
    case 'trending':
      return { list: 'trendingFeed', input: { query: { ...feedQuery(context.category), ...limitParameter } } }
    case 'profile':
      return { list: 'activity', input: { params: { uid: context.uid }, query: { comments: limits.feed.comments, ...cacheParameters } } }
  }
}

/** The whole feed as the source of the player's queue. */
export function sourceOf(context: FeedContext): QueueSource {
  if (context.kind === 'profile') return activitySource(context)
  const { kind, category } = context
  const href = feedHref(kind === 'trending' ? kind : 'activity', category)
  const categoryFilter = category === null ? {} : { category }
  if (kind === 'activity') return feedSource(href, category)
  if (kind === 'recent_post') return postsSource({ ...categoryFilter, sort: 'recent' }, t.feed.everyone, href)
  return postsSource(
    { ...categoryFilter, sort: 'trending' },
    category ? t.playAll.trendingIn(t.categories[category]) : t.feed.trending,
    href,
  )
}

const items = new WeakMap<Post, FeedItem>()

/** Wraps a post of a plain list as a feed item. Cached per post object, so that memoised items do not render again. */
export function itemOf(post: Post, reason: FeedReason = 'newpost'): FeedItem {
  const cached = items.get(post)
  if (cached) return cached
  const { id, creationDate: timestamp, previewComments = [] } = post
  const item: FeedItem = {
    id,
    type: 'post',
    timestamp,
    state: { timestamp },
    reason,
    because: [],
    post,
    collectors: [],
    comments: previewComments,
  }
  items.set(post, item)
  return item
}

/** Whether the feed has no activity, but at most suggestions. */
export const isSilent = (list: readonly FeedItem[]): boolean => list.every(({ type }) => type === 'suggestion')

/** Removes duplicates; the first one stays. New items between two requests shift the offsets, so pages can overlap. */
export function unique(list: readonly FeedItem[]): FeedItem[] {
  const seen = new Set<string>()
  return list.filter(({ id }) => !seen.has(id) && seen.add(id))
}
