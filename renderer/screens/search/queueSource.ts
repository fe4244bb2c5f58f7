import { matching, searchHref, type SearchPageQuery } from '#contract/pages/search.ts'
import type { QueueSource } from '#player/index.ts'
import { searchSource } from '#widgets/playAll/index.ts'

/** The posts that are found, as the player asks for them, within the same bounds (X3, X4). */
export const sourceOf = (asked: SearchPageQuery): QueueSource => {
  const { q, category, own } = asked
  return searchSource(
    { q, ...matching, ...(category && { category }), ...(own && { collectedby: 'self' }) },
    searchHref({ ...asked, tab: 'posts' }),
  )
}
