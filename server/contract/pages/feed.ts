/**
 * What the pages of the feed ask for first. The server inlines these answers into the document and the page asks for
 * them, so both must come to the very same queries.
 */
import { limits } from '../limits.ts'
import { isCategory, type Category } from '../rules.ts'

export type FeedPageKind = 'activity' | 'trending'

const { comments, pageOfSite } = limits.feed
const within = (category: Category | null): { category?: Category } => (category ? { category } : {})

/** The category of an address (N6); one that there is not is none. */
export function feedCategory(params: URLSearchParams): Category | null {
  const category = params.get('category') ?? ''
  return isCategory(category) ? category : null
}

export const feedHref = (kind: FeedPageKind, category: Category | null): string => `/${kind}${category ? `?category=${category}` : ''}`

/** A member's own feed, and what is trending: each with the latest of what is said about it. */
export const feedQuery = (category: Category | null) => ({ comments, ...within(category) })

/** What everybody posts: the feed of whoever follows nobody because they are not signed in. */
export const siteFeedQuery = (category: Category | null) => ({ comments, ...within(category), limit: pageOfSite, sort: 'recent' }) as const
