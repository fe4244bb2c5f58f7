/** A list that comes in pages, as a screen shows it. */
export interface Listing<T> {
  items: readonly T[]
  /** How many there are, as far as they are counted. */
  total: number
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  retry(): void
  loadMore(): void
}

interface Query {
  currentData?: { pages: readonly { counts: { total: number } }[] } | undefined
  isError: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error?: unknown
  refetch(): unknown
  fetchNextPage(): unknown
}

export function toListing<T>(query: Query, items: readonly T[]): Listing<T> {
  const { currentData } = query
  return {
    items,
    total: currentData?.pages[0]?.counts.total ?? 0,
    state: currentData ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    more: !query.hasNextPage ? 'none' : query.isFetchingNextPage ? 'loading' : query.isFetchNextPageError ? 'failed' : 'idle',
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage(),
  }
}
