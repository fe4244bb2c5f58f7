import type { SearchPageQuery } from '#contract/pages/search.ts'
import { useAutoplay as usePlayOnce } from '#widgets/playAll/index.ts'
import { sourceOf } from './queueSource.ts'

/** Plays the results (R13) on the page of posts, and on the page of all types if the search covers the own collection. */
export const useAutoplay = (query: SearchPageQuery): void =>
  usePlayOnce(sourceOf(query), query.autoplay, query.tab === 'posts' || (query.tab === 'all' && query.own))
