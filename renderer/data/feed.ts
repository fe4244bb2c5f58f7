/** The feed and its suggestions. Loaded with the screens that show a feed. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'
import type { CallFailure } from './client.ts'

type FeedKey = 'GET /api/v2/me/feed' | 'GET /api/v2/members/:uid/activity' | 'GET /api/v2/trending'
type SuggestionType = CallInput<'POST /api/v0/me/feed/fewer'>['body']['type']
/** Offset of a page; null for the first page. */
type Offset = number | null

/**
 * A page with its load time (ms since 1970) and its original length, before items were dismissed. Both are missing for
 * a page that the document contains.
 */
export type FeedPage = Answer<'GET /api/v2/me/feed'> & { loadedAt?: number; receivedCount?: number }
export interface FeedPages {
  pages: FeedPage[]
  pageParams: unknown[]
}

interface FeedCache {
  api: { queries: Record<string, { data?: FeedPages } | undefined> }
}
type FeedResult = { data: FeedPage; error?: undefined } | { error: CallFailure; data?: undefined }
type BaseQuery = (request: { key: FeedKey; input: object }) => PromiseLike<FeedResult>

/**
 * The timestamp (server clock) of the newest item on the first page: later pages exclude newer items, so that offsets
 * do not shift. Suggestions are skipped, because they are not ordered by time.
 */
const newestOf = (page: FeedPage | undefined): string | undefined =>
  page?.results.find(({ type }) => type !== 'suggestion')?.state.timestamp

const feedEndpoint = <K extends FeedKey>(key: K) => ({
  infiniteQueryOptions: {
    initialPageParam: null as Offset,
    // An empty page ends a list, regardless of its `next` (N5); a page whose items were all dismissed does not.
    getNextPageParam: ({ next, results, receivedCount = results.length }: FeedPage): Offset | undefined =>
      receivedCount === 0 ? undefined : (next ?? undefined),
    // A refetch starts over with the first page.
    refetchCachedPages: false,
  },
  async queryFn(
    { queryArg, pageParam }: { queryArg: CallInput<K>; pageParam: Offset },
    { getState, queryCacheKey = '', forced = false }: { getState: () => unknown; queryCacheKey?: string; forced?: boolean },
    _options: unknown,
    baseQuery: unknown,
  ): Promise<FeedResult> {
    const { query, ...input } = queryArg as { query?: object }
    const firstPage = (getState() as FeedCache).api.queries[queryCacheKey]?.data?.pages[0]
    // A later page excludes items newer than the first page. A refetch sends `reset`, and the age of the cached first
    // page in seconds. The trending feed takes neither.
    const position =
      key === 'GET /api/v2/trending'
        ? {}
        : pageParam !== null
          ? { maxTime: newestOf(firstPage) }
          : forced
            ? {
                reset: '1',
                ...(firstPage?.loadedAt !== undefined && { lapsedTime: String(Math.round((Date.now() - firstPage.loadedAt) / 1000)) }),
              }
            : {}
    const answer = await (baseQuery as BaseQuery)({
      key,
      input: { ...input, query: { ...query, ...position, ...(pageParam !== null && { from: pageParam }) } },
    })
    return answer.data ? { data: { ...answer.data, loadedAt: Date.now(), receivedCount: answer.data.results.length } } : answer
  },
  providesTags: ['Feed' as const],
})

export const feedApi = api.injectEndpoints({
  endpoints: (build) => ({
    feed: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/me/feed'>, Offset>(feedEndpoint('GET /api/v2/me/feed')),
    activity: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/members/:uid/activity'>, Offset>(
      feedEndpoint('GET /api/v2/members/:uid/activity'),
    ),
    trendingFeed: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/trending'>, Offset>(feedEndpoint('GET /api/v2/trending')),
    /** The number of new items; never cached. */
    feedStatus: build.query<Answer<'GET /api/v2/me/feed/status'>, CallInput<'GET /api/v2/me/feed/status'>>({
      query: (input) => ({ key: 'GET /api/v2/me/feed/status', input }),
      keepUnusedDataFor: 0,
    }),
    suggestions: build.query<Answer<'GET /api/v0/me/onboarding/suggestions'>, CallInput<'GET /api/v0/me/onboarding/suggestions'>>({
      query: (input) => ({ key: 'GET /api/v0/me/onboarding/suggestions', input }),
      providesTags: ['Feed'],
    }),
    dismissSuggestion: build.mutation<
      Answer<'DELETE /api/v0/me/onboarding/suggestion/:type/:id'>,
      CallInput<'DELETE /api/v0/me/onboarding/suggestion/:type/:id'>
    >({
      query: (input) => ({ key: 'DELETE /api/v0/me/onboarding/suggestion/:type/:id', input }),
    }),
    /** "Fewer like this": down-ranks a source, or undoes that (BZ9). */
    fewer: build.mutation<{ fewer: boolean }, { type: SuggestionType; id: string; on: boolean }>({
      query: ({ type, id, on }) =>
        on
          ? { key: 'POST /api/v0/me/feed/fewer', input: { body: { type, id } } }
          : { key: 'DELETE /api/v0/me/feed/fewer/:type/:id', input: { params: { type, id } } },
    }),
  }),
})

export const { useFeedInfiniteQuery, useActivityInfiniteQuery, useTrendingFeedInfiniteQuery, useLazyFeedStatusQuery, useSuggestionsQuery } =
  feedApi
