import { matching, maxSearchTotal, unrestricted, type SearchPageQuery } from '#contract/pages/search.ts'
import { categories, type Category } from '#contract/rules.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'

/** Results examined to determine the categories. */
const sampleSize = 24

export interface UnrestrictedResults {
  /** The number of results without the restrictions, and how many more that is. */
  total: number
  more: number
  /** Whether the total is capped. */
  uncounted: boolean
  /** Categories of some of them, without the searched one. */
  categories: Category[]
}

/** The categories of results in their usual order, without one. */
export function categoriesIn(items: readonly Pick<SearchItem, 'category'>[], without: Category | null): Category[] {
  const present = new Set(items.map(({ category }) => category))
  return categories.filter((category) => category !== without && present.has(category))
}

/** Counts and categories of the same search without its restrictions (X4); null if it finds no more, or while unknown. */
export function useUnrestrictedResults(query: SearchPageQuery, types: string, found: number): UnrestrictedResults | null {
  const { q } = unrestricted(query)
  const { currentData } = useSearchInfiniteQuery({ query: { q, type: types, limit: sampleSize, ...matching } })
  const first = currentData?.pages[0]
  if (!first || first.counts.total <= found) return null
  const { total } = first.counts
  return { total, more: total - found, uncounted: total >= maxSearchTotal, categories: categoriesIn(first.results, query.category) }
}
