/** Which feed it is (A3 "Feed context"), and what is asked and played for it. Pure. */
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
  /** What happened around what the signed-in member follows. */
  | { kind: 'activity'; category: Category | null }
  /** What everybody posts. */
  | { kind: 'recent_post'; category: Category | null }
  | { kind: 'trending'; category: Category | null }
  /** What one member did. */
  | { kind: 'profile'; uid: string; name: string }

interface Asks {
  feed: CallInput<'GET /api/v2/me/feed'>
  activity: CallInput<'GET /api/v2/members/:uid/activity'>
  trendingFeed: CallInput<'GET /api/v2/trending'>
  posts: CallInput<'GET /api/v0/posts'>
}
/** A list of the API, by the name of its endpoint in `data`, and what it is asked. */
export type FeedAsk = { [N in keyof Asks]: { list: N; input: Asks[N] } }[keyof Asks]

/** Items of a first page, where nobody asks for another number (A9). */
export const usualLimit = ({ kind }: FeedContext): number =>
  ({
    activity: limits.feed.page,
    profile: limits.feed.pageOfMember,
    recent_post: limits.feed.pageOfSite,
    trending: limits.feed.pageOfSite,
  })[kind]

/** @param limit items of each page; the usual one asks for what the document already holds, any other for what was shown before. */
export function askOf(context: FeedContext, limit: number = usualLimit(context)): FeedAsk {
  const own = limit === usualLimit(context) ? {} : { limit }
  const kept = limit === usualLimit(context) ? {} : { ...own, fromCache: '1' }
  switch (context.kind) {
    case 'activity':
      return { list: 'feed', input: { query: { ...feedQuery(context.category), ...kept } } }
    case 'recent_post':
      return { list: 'posts', input: { query: { ...siteFeedQuery(context.category), ...own } } }
    case 'trending':
      return { list: 'trendingFeed', input: { query: { ...feedQuery(context.category), ...own } } }
    case 'profile':
      return { list: 'activity', input: { params: { uid: context.uid }, query: { comments: limits.feed.comments, ...kept } } }
  }
}

/** The whole feed as what the player plays, wherever in it somebody begins. */
export function sourceOf(context: FeedContext): QueueSource {
  if (context.kind === 'profile') return activitySource(context)
  const { kind, category } = context
  const href = feedHref(kind === 'trending' ? kind : 'activity', category)
  const within = category === null ? {} : { category }
  if (kind === 'activity') return feedSource(href, category)
  if (kind === 'recent_post') return postsSource({ ...within, sort: 'recent' }, t.feed.everybody, href)
  return postsSource({ ...within, sort: 'trending' }, category ? t.playAll.trendingIn(t.categories[category]) : t.feed.trending, href)
}

const items = new WeakMap<Post, FeedItem>()

/** A post of a plain list as an item of a feed: always the same one for the same post, so that it is drawn once. */
export function itemOf(post: Post, reason: FeedReason = 'newpost'): FeedItem {
  const known = items.get(post)
  if (known) return known
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

/** Nothing happened in it: what is suggested is then part of an invitation. */
export const isSilent = (list: readonly FeedItem[]): boolean => list.every(({ type }) => type === 'suggestion')

/** A thing that comes again, because others came before it while somebody paged, is shown where it was first. */
export function unique(list: readonly FeedItem[]): FeedItem[] {
  const seen = new Set<string>()
  return list.filter(({ id }) => !seen.has(id) && seen.add(id))
}
