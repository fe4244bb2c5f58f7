import { matching, searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import type { QueueSource } from '#player/index.ts'
import { searchSource } from '#widgets/playAll/index.ts'

/** The posts of the results as a source of the player's queue, with the same restrictions (X3, X4). */
export const sourceOf = (query: SearchPageQuery): QueueSource => {
  const { q, category, own } = query
  return searchSource(
    { q, ...matching, ...(category && { category }), ...(own && { collectedby: 'self' }) },
    searchHref({ ...query, tab: 'posts' }),
  )
}
