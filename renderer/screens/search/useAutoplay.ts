import type { SearchPageQuery } from '#contract/pages/search.ts'
import { useAutoplay as usePlayOnce } from '#widgets/playAll/index.ts'
import { sourceOf } from './queueSource.ts'

/**
 * Plays the posts of the results if the URL has `autoplay` (R13): on the tab of posts, and on the tab "Everything" if
 * the search is restricted to the own collection.
 */
export const useAutoplay = (query: SearchPageQuery): void =>
  usePlayOnce(sourceOf(query), query.autoplay, query.tab === 'posts' || (query.tab === 'all' && query.own))
