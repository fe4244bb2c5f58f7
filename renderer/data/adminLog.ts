/** The admin log (BY14). Loaded with its page. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

type Log = 'GET /api/v0/admin/actions'

const adminLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLog: build.infiniteQuery<Answer<Log>, CallInput<Log>, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        key: 'GET /api/v0/admin/actions',
        input: { query: { ...queryArg.query, ...(pageParam !== null && { before: pageParam }) } },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useAdminLogInfiniteQuery } = adminLogApi
