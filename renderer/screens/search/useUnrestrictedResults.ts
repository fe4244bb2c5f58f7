import { isRestricted, matching, maxSearchTotal, unrestricted, type SearchPageQuery } from '#contract/pages/search.ts'
import { categories, type Category } from '#contract/rules.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'

/** Number of results whose categories are listed. */
const sampleSize = 24

export interface UnrestrictedResults {
  /** The number of results without the restrictions, and how many more that is than with them. */
  total: number
  more: number
  /** Whether the total has reached the maximum that the server counts, so there may be more. */
  uncounted: boolean
  /** Categories of the first results, without the category of the search. */
  categories: Category[]
}

/** The categories of the items, in the order of the category menu, except `without`. */
export function categoriesIn(items: readonly Pick<SearchItem, 'category'>[], without: Category | null): Category[] {
  const present = new Set(items.map(({ category }) => category))
  return categories.filter((category) => category !== without && present.has(category))
}

/**
 * Counts and categories of the same search without its restrictions (X4); null while loading, or if there are no
 * restrictions or no additional results.
 *
 * @param types comma-separated types of results
 * @param found number of results with the restrictions
 */
export function useUnrestrictedResults(query: SearchPageQuery, types: string, found: number): UnrestrictedResults | null {
  const { q } = unrestricted(query)
  const { currentData } = useSearchInfiniteQuery(
    { query: { q, type: types, limit: sampleSize, ...matching } },
    { skip: !isRestricted(query) },
  )
  const first = currentData?.pages[0]
  if (!first || first.counts.total <= found) return null
  const { total } = first.counts
  return { total, more: total - found, uncounted: total >= maxSearchTotal, categories: categoriesIn(first.results, query.category) }
}
