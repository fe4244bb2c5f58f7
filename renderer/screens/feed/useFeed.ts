import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { FeedItem } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { isFailure, track, usePostsInfiniteQuery, useRestoredLimit, useVisit } from '#data/index.ts'
import { feedApi, useActivityInfiniteQuery, useFeedInfiniteQuery, useTrendingFeedInfiniteQuery, type FeedPage } from '#data/feed.ts'
import { askOf, itemOf, unique, usualLimit, type FeedAsk, type FeedContext } from './context.ts'

export interface Feed {
  items: readonly FeedItem[]
  next: number | null
  /** When the first page came (ms since 1970); null where it came with the document. */
  loadedAt: number | null
  state: 'loading' | 'failed' | 'ready'
  more: 'none' | 'idle' | 'loading' | 'failed'
  error: unknown
  loadMore(): void
  /** From its beginning, and nothing but that; answers whether it came. */
  reload(): Promise<boolean>
  /** Changes the pages that are there, without asking for them again. */
  edit(change: (pages: FeedPage[]) => void): void
}

/** Items of the feed, from whichever list of the API its context asks for. */
export function useFeed(context: FeedContext): Feed {
  const { fresh } = useVisit()
  const [limit, remember] = useRestoredLimit(`feed ${context.kind}`, usualLimit(context))
  const { list, input } = askOf(context, limit)
  // Four hooks of which one asks: which it is, is known only now.
  const ask = (name: FeedAsk['list']) => ({ skip: list !== name, refetchOnMountOrArgChange: fresh, refetchCachedPages: false })
  const feed = useFeedInfiniteQuery(input as never, ask('feed'))
  const activity = useActivityInfiniteQuery(input as never, ask('activity'))
  const trending = useTrendingFeedInfiniteQuery(input as never, ask('trendingFeed'))
  const posts = usePostsInfiniteQuery(input as never, ask('posts'))
  const query = { feed, activity, trendingFeed: trending, posts }[list]

  const own = list === 'posts' ? undefined : { feed, activity, trendingFeed: trending }[list].currentData?.pages
  const plain = posts.currentData?.pages
  const items = useMemo(
    () =>
      unique(
        list === 'posts'
          ? (plain?.flatMap(({ results }) => results.map((post) => itemOf(post))) ?? [])
          : (own?.flatMap(({ results }) => results) ?? []),
      ),
    [list, own, plain],
  )
  const pages = list === 'posts' ? plain : own
  const dispatch = useDispatch<ApiDispatch>()
  const present = useRef({ query, list, input })
  useEffect(() => {
    present.current = { query, list, input }
  })
  useEffect(() => remember(items.length), [remember, items.length])
  useTellFailure(context.kind, query.isError ? query.error : undefined)

  return {
    items,
    next: pages?.at(-1)?.next ?? null,
    loadedAt: own?.[0]?.loadedAt ?? null,
    state: pages ? 'ready' : query.isError && !query.isFetching ? 'failed' : 'loading',
    // An empty page ends a list of posts too (N5).
    more:
      !query.hasNextPage || plain?.at(-1)?.results.length === 0
        ? 'none'
        : query.isFetching
          ? 'loading'
          : query.isFetchNextPageError
            ? 'failed'
            : 'idle',
    error: query.error,
    loadMore: () => void query.fetchNextPage(),
    reload: useCallback(async () => {
      const { isError } = await present.current.query.refetch({ refetchCachedPages: false })
      return !isError
    }, []),
    edit: useCallback(
      (change) => {
        const { list, input } = present.current
        if (list === 'posts') return
        dispatch(feedApi.util.updateQueryData(list, input as never, (draft: { pages: FeedPage[] }) => change(draft.pages)))
      },
      [dispatch],
    ),
  }
}

/** A feed that fails raises an event, with the status (A8). */
function useTellFailure(feed: FeedContext['kind'], error: unknown): void {
  useEffect(() => {
    // Without a network there is nobody to tell.
    if (!isFailure(error) || error.status === 0) return
    track('feederror', { status: error.status, feed })
  }, [feed, error])
}
