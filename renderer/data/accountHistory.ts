/** What admins did to the own account and content (BY14). Loaded with its tab of the preferences. */
import type { Answer } from '#contract/endpoints.ts'
import { api } from './api.ts'

type History = 'GET /api/v0/me/history'

const accountHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountHistory: build.infiniteQuery<Answer<History>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({ key: 'GET /api/v0/me/history', input: { query: pageParam === null ? {} : { before: pageParam } } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useAccountHistoryInfiniteQuery } = accountHistoryApi
