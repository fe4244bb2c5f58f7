import { useState } from 'react'
import { collectionFiltersQuery, type CollectionQuery, type PanelGroup } from '#contract/pages/collection.ts'
import { limits } from '#contract/limits.ts'
import { useCollectionFiltersQuery } from '#data/collection.ts'

export interface FilterOption {
  id: string
  name: string
  /** Number of posts. */
  count: number
  image?: string | null
}

export interface FilterOptions {
  options: readonly FilterOption[]
  state: 'loading' | 'failed' | 'ready'
  retry(): void
  /** Loads more options; null if there are none, or if the limit of the API is reached. */
  more: (() => void) | null
}

/** The highest limit that the API accepts. */
const maxOptions = 100

/** The API's name for the options of each group. */
const answerFields = { tag: 'tags', bead: 'beads', createdby: 'members' } as const

/** The options of a filter group, most posts first. */
export function useFilterOptions(query: CollectionQuery, group: PanelGroup): FilterOptions {
  const [limit, setLimit] = useState<number>(limits.page.filters)
  const { currentData, data, isError, refetch } = useCollectionFiltersQuery({ query: collectionFiltersQuery(query, group, limit) })
  // `data` has the options of the previous query until the next ones are loaded: without it, the panel would flicker.
  const answer = currentData ?? data
  const options: readonly FilterOption[] = answer?.[answerFields[group]] ?? []
  return {
    options,
    state: answer ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    more: options.length >= limit && limit < maxOptions ? () => setLimit(maxOptions) : null,
  }
}
