/** A list that comes in pages, as a screen shows it. */
import { useEffect, useMemo } from 'react'

export interface Listing<T> {
  items: readonly T[]
  /** How many there are, as far as they are counted. */
  total: number
  /** `from` of what comes after. */
  next: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  retry(): void
  loadMore(): void
}

/** What says how far a list is, and how it goes on. */
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

export function toListing<T>(query: ListQuery<{ counts: { total: number }; next?: number | null }>, items: readonly T[]): Listing<T> {
  const pages = query.currentData?.pages
  return {
    items,
    total: pages?.[0]?.counts.total ?? 0,
    next: pages?.at(-1)?.next ?? null,
    state: pages ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    // A next page that is requested while the pages are fetched again is ignored: the list waits, and asks afterwards.
    more: !query.hasNextPage ? 'none' : query.isFetching ? 'loading' : query.isFetchNextPageError ? 'failed' : 'idle',
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage(),
  }
}

/** Each once: what came into a list while somebody pages pushes the last one of a page onto the next. */
export function once<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((item) => {
    const key = keyOf(item)
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * A list of things that are their pages' results; how many it shows is remembered, where it is to be restored.
 *
 * @param keyOf the same function at every time
 */
export function useListing<T>(
  query: ListQuery<{ results: readonly T[]; counts: { total: number }; next: number | null }>,
  keyOf: (item: T) => string,
  remember?: (count: number) => void,
): Listing<T> {
  const pages = query.currentData?.pages
  const items = useMemo(() => once(pages?.flatMap(({ results }) => results) ?? [], keyOf), [pages, keyOf])
  useEffect(() => remember?.(items.length), [remember, items.length])
  return toListing(query, items)
}
