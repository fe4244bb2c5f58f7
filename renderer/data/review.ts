/** The review queue (BY14, B11). Loaded with its page, which refetches it after each decision, also a refused one. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

type Queue = 'GET /api/v0/admin/review'
type Decide = 'POST /api/v0/admin/review/:id'
type Undo = 'DELETE /api/v0/admin/review/:id'

const reviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviewQueue: build.infiniteQuery<Answer<Queue>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({ key: 'GET /api/v0/admin/review', input: { query: pageParam === null ? {} : { after: pageParam } } }),
      keepUnusedDataFor: 0,
    }),
    decideReview: build.mutation<Answer<Decide>, CallInput<Decide>>({
      query: (input) => ({ key: 'POST /api/v0/admin/review/:id', input }),
    }),
    undoReview: build.mutation<Answer<Undo>, CallInput<Undo>>({
      query: (input) => ({ key: 'DELETE /api/v0/admin/review/:id', input }),
    }),
  }),
})

export const { useReviewQueueInfiniteQuery, useDecideReviewMutation, useUndoReviewMutation } = reviewApi
