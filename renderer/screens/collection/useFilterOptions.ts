import { useState } from 'react'
import { collectionFiltersQuery, type CollectionQuery, type PanelGroup } from '#contract/pages/collection.ts'
import { limits } from '#contract/limits.ts'
import { useCollectionFiltersQuery } from '#data/collection.ts'

export interface FilterOption {
  id: string
  name: string
  count: number
  image?: string | null
}

export interface FilterOptions {
  options: readonly FilterOption[]
  state: 'loading' | 'failed' | 'ready'
  retry(): void
  /** Set if the limit was reached, so there may be more options. */
  more: (() => void) | null
}

/** Maximum limit of the API. */
const maxOptions = 100

const answerFields = { tag: 'tags', bead: 'beads', createdby: 'members' } as const

/** The options of a filter group, most posts first. */
export function useFilterOptions(query: CollectionQuery, group: PanelGroup): FilterOptions {
  const [limit, setLimit] = useState<number>(limits.page.filters)
  const { currentData, data, isError, refetch } = useCollectionFiltersQuery({ query: collectionFiltersQuery(query, group, limit) })
  // Keeps the previous options while the next ones load: the panel would flicker otherwise.
  const answer = currentData ?? data
  const options: readonly FilterOption[] = answer?.[answerFields[group]] ?? []
  return {
    options,
    state: answer ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    more: options.length >= limit && limit < maxOptions ? () => setLimit(maxOptions) : null,
  }
}
