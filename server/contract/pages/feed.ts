/**
 * Defines the first queries of the feed pages. The server inlines the answers into the document, so the server and the page must build
 * identical queries.
 */
import { limits } from '../limits.ts'
import { isCategory, type Category } from '../rules.ts'

export type FeedPageKind = 'activity' | 'trending'

const { comments, pageOfSite } = limits.feed
const within = (category: Category | null): { category?: Category } => (category ? { category } : {})

/** The category of an address (N6); an unknown one means none. */
export function feedCategory(params: URLSearchParams): Category | null {
  const category = params.get('category') ?? ''
  return isCategory(category) ? category : null
}

export const feedHref = (kind: FeedPageKind, category: Category | null): string => `/${kind}${category ? `?category=${category}` : ''}`

/** A member's own feed and the trending posts, each with the latest comments. */
export const feedQuery = (category: Category | null) => ({ comments, ...within(category) })

/** All new posts: the feed for visitors. */
export const siteFeedQuery = (category: Category | null) => ({ comments, ...within(category), limit: pageOfSite, sort: 'recent' }) as const

/** Followed tags in the tag cloud of a member; without any, it shows popular tags. */
export const followedTagsQuery = { limit: 15 } as const
