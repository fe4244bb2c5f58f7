import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { skipToken } from '@reduxjs/toolkit/query'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { isFailure, track, usePostsInfiniteQuery, useRestoredLimit, useVisit } from '#data/index.ts'
import {
  feedApi,
  useActivityInfiniteQuery,
  useFeedInfiniteQuery,
  useTrendingFeedInfiniteQuery,
  type FeedPage,
  type FeedPages,
} from '#data/feed.ts'
import { feedRequest, itemOf, unique, defaultLimit, type FeedRequest, type FeedContext } from './context.ts'

export interface Feed {
  items: readonly FeedItem[]
  /** Offset of the next page. */
  next: number | null
  /** When the first page arrived (Unix time in ms); null if it was inlined in the document, and for lists of posts. */
  loadedAt: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  loadMore(): void
  /** Refetches the first page only. Resolves to whether that succeeded. */
  reload(): Promise<boolean>
  /** Changes the cached pages without a request. Has no effect on lists of posts. */
  edit(change: (pages: FeedPage[]) => void): void
}

/** Loads the items of a feed, from the endpoint for its context. */
export function useFeed(context: FeedContext): Feed {
  const { fresh } = useVisit()
  const [limit, rememberLimit] = useRestoredLimit(`feed ${context.kind}`, defaultLimit(context))
  const request = feedRequest(context, limit)
  const { list } = request
  // Hooks cannot be conditional: four queries, three of them skipped.
  const queryOptions = { refetchOnMountOrArgChange: fresh, refetchCachedPages: false }
  const feed = useFeedInfiniteQuery(list === 'feed' ? request.input : skipToken, queryOptions)
  const activity = useActivityInfiniteQuery(list === 'activity' ? request.input : skipToken, queryOptions)
  const trending = useTrendingFeedInfiniteQuery(list === 'trendingFeed' ? request.input : skipToken, queryOptions)
  const posts = usePostsInfiniteQuery(list === 'posts' ? request.input : skipToken, queryOptions)
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
  // A ref, so that `reload` and `edit` are stable functions.
  const latest = useRef({ query, request })
  useEffect(() => {
    latest.current = { query, request }
  })
  useEffect(() => rememberLimit(items.length), [rememberLimit, items.length])
  useFailureTracking(context.kind, query.isError ? query.error : undefined)

  return {
    items,
    next: pages?.at(-1)?.next ?? null,
    loadedAt: feedPages?.[0]?.loadedAt ?? null,
    state: pages ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    // An empty page ends a list, regardless of its `next` (N5). For feeds, `data/feed.ts` ensures that.
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
        const action = editOf(latest.current.request, ({ pages }) => change(pages))
        if (action) dispatch(action)
      },
      [dispatch],
    ),
  }
}

/** The action that changes the cached pages of a feed; null for a list of posts. */
function editOf(request: FeedRequest, change: (draft: FeedPages) => void) {
  const { updateQueryData } = feedApi.util
  switch (request.list) {
    case 'feed':
      return updateQueryData(request.list, request.input, change)
    case 'activity':
      return updateQueryData(request.list, request.input, change)
    case 'trendingFeed':
      return updateQueryData(request.list, request.input, change)
    case 'posts':
      return null
  }
}

/** Reports a feed that failed to load to analytics, with the HTTP status (A8). */
function useFailureTracking(feed: FeedContext['kind'], error: unknown): void {
  useEffect(() => {
    // Status 0: there was no answer, as when offline, and the event could not be sent either.
    if (!isFailure(error) || error.status === 0) return
    track('feederror', { status: error.status, feed })
  }, [feed, error])
}
