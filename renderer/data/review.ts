/** The review queue (BY14, B11). Loaded with its page. A decision changes the loaded pages in place, so that nothing is fetched again. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import type { Decision, ReviewItem } from '#contract/schemas/moderation.ts'
import { api } from './api.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { isFailure } from './failures.ts'

type Queue = 'GET /api/v0/admin/review'
type Decide = 'POST /api/v0/admin/review/:id'
type Undo = 'DELETE /api/v0/admin/review/:id'
type Pages = { pages: Answer<Queue>[] }

const reviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviewQueue: build.infiniteQuery<Answer<Queue>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({ key: 'GET /api/v0/admin/review', input: { query: pageParam === null ? {} : { after: pageParam } } }),
      keepUnusedDataFor: 0,
    }),
    decideReview: build.mutation<Answer<Decide>, CallInput<Decide>>({
      query: (input) => ({ key: 'POST /api/v0/admin/review/:id', input }),
      async onQueryStarted({ params: { id } }, { dispatch, queryFulfilled }) {
        await queryFulfilled.then(
          ({ data }) => patch(dispatch, (pages) => addDecision(pages, data)),
          ({ error }: { error: unknown }) => {
            // Another admin has decided or resolved it.
            if (isFailure(error) && (error.status === 404 || error.status === 409)) patch(dispatch, (pages) => removeItem(pages, id))
          },
        )
      },
    }),
    undoReview: build.mutation<Answer<Undo>, CallInput<Undo>>({
      query: (input) => ({ key: 'DELETE /api/v0/admin/review/:id', input }),
      async onQueryStarted({ params: { id } }, { dispatch, queryFulfilled }) {
        await queryFulfilled.then(
          () => dispatch(endDecision(id)),
          ({ error }: { error: unknown }) => {
            // Too late.
            if (isFailure(error) && error.status === 409) dispatch(endDecision(id))
          },
        )
      },
    }),
  }),
})

const patch = (dispatch: ApiDispatch, change: (pages: Pages) => void): void =>
  void dispatch(reviewApi.util.updateQueryData('reviewQueue', undefined, change))

function removeItem({ pages }: Pages, id: string): void {
  for (const page of pages) page.results = page.results.filter((item) => item.id !== id)
}

function addDecision(queue: Pages, decision: Decision): void {
  removeItem(queue, decision.id)
  const [first] = queue.pages
  if (first) first.pending = [decision, ...first.pending.filter(({ id }) => id !== decision.id)]
}

/** Removes a decision that took effect, or was undone, from those that can be undone. */
export const endDecision = (id: string) =>
  reviewApi.util.updateQueryData('reviewQueue', undefined, ({ pages }) => {
    const [first] = pages
    if (first) first.pending = first.pending.filter((decision) => decision.id !== id)
  })

/** The place of an item in the queue, as in the cursors of pages. */
const placeOf = ({ since, id }: ReviewItem): string => `${since}~${id}`

/** Puts an item whose decision was undone back into its place. One behind the loaded pages comes with the next page. */
export const restoreItem = (item: ReviewItem) =>
  reviewApi.util.updateQueryData('reviewQueue', undefined, (queue) => {
    removeItem(queue, item.id)
    const page = queue.pages.find(({ next }) => next === null || placeOf(item) <= next)
    const index = page?.results.findIndex((other) => placeOf(other) > placeOf(item)) ?? -1
    page?.results.splice(index === -1 ? page.results.length : index, 0, item)
  })

export const { useReviewQueueInfiniteQuery, useDecideReviewMutation, useUndoReviewMutation } = reviewApi
