import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { isFailure, track, usePostsInfiniteQuery, useRestoredLimit, useVisit } from '#data/index.ts'
import { feedApi, useActivityInfiniteQuery, useFeedInfiniteQuery, useTrendingFeedInfiniteQuery, type FeedPage } from '#data/feed.ts'
import { feedRequest, itemOf, unique, defaultLimit, type FeedRequest, type FeedContext } from './context.ts'

export interface Feed {
  items: readonly FeedItem[]
  next: number | null
  /** When the first page arrived (Unix ms); null if it was part of the document. */
  loadedAt: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  loadMore(): void
  /** Refetches the first page only. Resolves to whether that succeeded. */
  reload(): Promise<boolean>
  /** Changes the cached pages without a request. */
  edit(change: (pages: FeedPage[]) => void): void
}

/** The items of a feed, from the list that its context selects. */
export function useFeed(context: FeedContext): Feed {
  const { fresh } = useVisit()
  const [limit, rememberLimit] = useRestoredLimit(`feed ${context.kind}`, defaultLimit(context))
  const { list, input } = feedRequest(context, limit)
  // Hooks cannot be conditional: four queries, three of them skipped.
  const queryOptions = (name: FeedRequest['list']) => ({ skip: list !== name, refetchOnMountOrArgChange: fresh, refetchCachedPages: false })
  const feed = useFeedInfiniteQuery(input as never, queryOptions('feed'))
  const activity = useActivityInfiniteQuery(input as never, queryOptions('activity'))
  const trending = useTrendingFeedInfiniteQuery(input as never, queryOptions('trendingFeed'))
  const posts = usePostsInfiniteQuery(input as never, queryOptions('posts'))
  const query = { feed, activity, trendingFeed: trending, posts }[list]

  const feedPages = list === 'posts' ? undefined : { feed, activity, trendingFeed: trending }[list].currentData?.pages
  const postPages = posts.currentData?.pages
  const items = useMemo(
    () =>
      unique(
        list === 'posts'
          ? (postPages?.flatMap(({ results }) => results.map((post) => itemOf(post))) ?? [])
          : (feedPages?.flatMap(({ results }) => results) ?? []),
      ),
    [list, feedPages, postPages],
  )
  const pages = list === 'posts' ? postPages : feedPages
  const dispatch = useDispatch<ApiDispatch>()
  const latest = useRef({ query, list, input })
  useEffect(() => {
    latest.current = { query, list, input }
  })
  useEffect(() => rememberLimit(items.length), [rememberLimit, items.length])
  useFailureTracking(context.kind, query.isError ? query.error : undefined)

  return {
    items,
    next: pages?.at(-1)?.next ?? null,
    loadedAt: feedPages?.[0]?.loadedAt ?? null,
    state: pages ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    // An empty page ends a list of posts too (N5).
    more:
      !query.hasNextPage || postPages?.at(-1)?.results.length === 0
        ? 'none'
        : query.isFetching
          ? 'loading'
          : query.isFetchNextPageError
            ? 'failed'
            : 'idle',
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
    reload: useCallback(async () => {
      const { isError } = await latest.current.query.refetch({ refetchCachedPages: false })
      return !isError
    }, []),
    edit: useCallback(
      (change) => {
        const { list, input } = latest.current
        if (list === 'posts') return
        dispatch(feedApi.util.updateQueryData(list, input as never, (draft: { pages: FeedPage[] }) => change(draft.pages)))
      },
      [dispatch],
    ),
  }
}

/** Reports failed feeds to analytics, with the status (A8). */
function useFailureTracking(feed: FeedContext['kind'], error: unknown): void {
  useEffect(() => {
    // Offline, the event could not be sent.
    if (!isFailure(error) || error.status === 0) return
    track('feederror', { status: error.status, feed })
  }, [feed, error])
}
