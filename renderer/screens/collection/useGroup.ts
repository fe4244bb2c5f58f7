import { useState } from 'react'
import { collectionFiltersQuery, type CollectionAsked, type PanelGroup } from '#contract/pages/collection.ts'
import { limits } from '#contract/limits.ts'
import { useCollectionFiltersQuery } from '#data/collection.ts'

export interface FilterOption {
  id: string
  name: string
  count: number
  image?: string | null
}

export interface Group {
  options: readonly FilterOption[]
  state: 'loading' | 'failed' | 'ready'
  retry(): void
  /** There are as many as were asked for, so perhaps more. */
  more: (() => void) | null
}

/** The largest number that the API answers. */
const all = 100

const answered = { tag: 'tags', bead: 'beads', createdby: 'members' } as const

/** What of a group there is to choose from, most posts first. */
export function useGroup(asked: CollectionAsked, group: PanelGroup): Group {
  const [limit, setLimit] = useState<number>(limits.page.filters)
  const { currentData, data, isError, refetch } = useCollectionFiltersQuery({ query: collectionFiltersQuery(asked, group, limit) })
  // While the next answer is on its way the last one stays: a panel that empties at each choice cannot be read.
  const shown = currentData ?? data
  const options: readonly FilterOption[] = shown?.[answered[group]] ?? []
  return {
    options,
    state: shown ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    more: options.length >= limit && limit < all ? () => setLimit(all) : null,
  }
}
