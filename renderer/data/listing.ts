/** A paginated list, as screens show it. */
import { useEffect, useMemo } from 'react'

export interface Listing<T> {
  items: readonly T[]
  /** The total number of items, as far as it is known. */
  total: number
  /** The `from` of the next page. */
  next: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  retry(): void
  loadMore(): void
}

/** The state of the end of a list. */
export type Tail = Pick<Listing<unknown>, 'more' | 'error' | 'loadMore'>

interface ListQuery<P> {
  currentData?: { pages: readonly P[] } | undefined
  isError: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchNextPageError: boolean
  error?: unknown
  refetch(): unknown
  fetchNextPage(): unknown
}

/** Whether an RTK infinite query has a next page, and its state. RTK Query ignores `fetchNextPage` during a refetch: wait until it ends. */
export const moreOf = ({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
}: Pick<ListQuery<unknown>, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError'>): Tail['more'] =>
  !hasNextPage ? 'none' : isFetching ? 'loading' : isFetchNextPageError ? 'failed' : 'idle'

/** Converts the state of an RTK infinite query into a `Listing` of the given items. */
export function toListing<T>(query: ListQuery<{ counts: { total: number }; next?: number | null }>, items: readonly T[]): Listing<T> {
  const pages = query.currentData?.pages
  return {
    items,
    total: pages?.[0]?.counts.total ?? 0,
    next: pages?.at(-1)?.next ?? null,
    state: pages ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    more: moreOf(query),
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage(),
  }
}

/** Removes duplicates: an item inserted between two requests moves the last item of a page to the next page. */
export function uniqueBy<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((item) => {
    const key = keyOf(item)
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * A `Listing` of the results of all pages of an infinite query.
 *
 * @param keyOf the key of an item. A stable function: a new one recomputes the list
 * @param remember gets the number of items, so that going back can restore it (`useRestoredLimit`)
 */
export function useListing<T>(
  query: ListQuery<{ results: readonly T[]; counts: { total: number }; next: number | null }>,
  keyOf: (item: T) => string,
  remember?: (count: number) => void,
): Listing<T> {
  const pages = query.currentData?.pages
  const items = useMemo(() => uniqueBy(pages?.flatMap(({ results }) => results) ?? [], keyOf), [pages, keyOf])
  useEffect(() => remember?.(items.length), [remember, items.length])
  return toListing(query, items)
}
