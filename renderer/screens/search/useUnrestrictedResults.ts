import { matching, maxSearchTotal, unrestricted, type SearchPageQuery } from '#contract/pages/search.ts'
import { categories, type Category } from '#contract/rules.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { useSearchInfiniteQuery } from '#data/search.ts'

/** Finds that are looked at to tell in which categories there are any. */
const sample = 24

export interface Outside {
  /** How many there are without what restricts the search, and how many more these are. */
  total: number
  more: number
  /** Some of them are not counted. */
  uncounted: boolean
  /** Where some of them are; not the category that was searched. */
  categories: Category[]
}

/** The categories of finds, in the order in which categories always stand, without one. */
export function categoriesIn(items: readonly Pick<SearchItem, 'category'>[], without: Category | null): Category[] {
  const present = new Set(items.map(({ category }) => category))
  return categories.filter((category) => category !== without && present.has(category))
}

/** What a restricted search leaves out (X4); null where that is nothing, or not known. */
export function useOutside(asked: SearchPageQuery, types: string, found: number): Outside | null {
  const { q } = unrestricted(asked)
  const { currentData } = useSearchInfiniteQuery({ query: { q, type: types, limit: sample, ...matching } })
  const first = currentData?.pages[0]
  if (!first || first.counts.total <= found) return null
  const { total } = first.counts
  return { total, more: total - found, uncounted: total >= maxSearchTotal, categories: categoriesIn(first.results, asked.category) }
}
