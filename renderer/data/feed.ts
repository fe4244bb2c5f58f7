/** The feed and what it suggests. Fetched with the screens that show one. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'
import type { CallFailure } from './client.ts'

type FeedKey = 'GET /api/v2/me/feed' | 'GET /api/v2/members/:uid/activity' | 'GET /api/v2/trending'
type SuggestionType = CallInput<'POST /api/v0/me/feed/fewer'>['body']['type']
type Offset = number | null

/** A page, when it came (ms since 1970) and how much came with it; that is not noted of one that came with the document. */
export type FeedPage = Answer<'GET /api/v2/me/feed'> & { loadedAt?: number; came?: number }
export interface FeedPages {
  pages: FeedPage[]
  pageParams: unknown[]
}

interface Kept {
  api: { queries: Record<string, { data?: FeedPages } | undefined> }
}
type Asked = { data: FeedPage; error?: undefined } | { error: CallFailure; data?: undefined }
type Ask = (request: { key: FeedKey; input: object }) => PromiseLike<Asked>

/**
 * When the newest happened that the first page shows, by the server's clock: later pages look no further, so that they
 * do not slide while new things happen. What is suggested stands in no order of time.
 */
const newestOf = (page: FeedPage | undefined): string | undefined =>
  page?.results.find(({ type }) => type !== 'suggestion')?.state.timestamp

const listOf = <K extends FeedKey>(key: K) => ({
  infiniteQueryOptions: {
    initialPageParam: null as Offset,
    // A page that comes empty ends a list, whatever it says (N5); one of which everything was dismissed does not.
    getNextPageParam: ({ next, results, came = results.length }: FeedPage): Offset | undefined =>
      came === 0 ? undefined : (next ?? undefined),
    // What is loaded anew begins anew.
    refetchCachedPages: false,
  },
  async queryFn(
    { queryArg, pageParam }: { queryArg: CallInput<K>; pageParam: Offset },
    { getState, queryCacheKey = '', forced = false }: { getState: () => unknown; queryCacheKey?: string; forced?: boolean },
    _options: unknown,
    ask: unknown,
  ): Promise<Asked> {
    const { query, ...input } = queryArg as { query?: object }
    const before = (getState() as Kept).api.queries[queryCacheKey]?.data?.pages[0]
    const own =
      key === 'GET /api/v2/trending'
        ? {}
        : pageParam !== null
          ? { maxTime: newestOf(before) }
          : forced
            ? {
                reset: '1',
                ...(before?.loadedAt !== undefined && { lapsedTime: String(Math.round((Date.now() - before.loadedAt) / 1000)) }),
              }
            : {}
    const answer = await (ask as Ask)({
      key,
      input: { ...input, query: { ...query, ...own, ...(pageParam !== null && { from: pageParam }) } },
    })
    return answer.data ? { data: { ...answer.data, loadedAt: Date.now(), came: answer.data.results.length } } : answer
  },
  providesTags: ['Feed' as const],
})

export const feedApi = api.injectEndpoints({
  endpoints: (build) => ({
    feed: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/me/feed'>, Offset>(listOf('GET /api/v2/me/feed')),
    activity: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/members/:uid/activity'>, Offset>(
      listOf('GET /api/v2/members/:uid/activity'),
    ),
    trendingFeed: build.infiniteQuery<FeedPage, CallInput<'GET /api/v2/trending'>, Offset>(listOf('GET /api/v2/trending')),
    /** How much is new; never taken from the cache. */
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
    /** Less of what this has to tell, or all of it again (BZ9). */
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
