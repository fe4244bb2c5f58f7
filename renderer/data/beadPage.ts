/** Endpoints of the playlist page besides its posts. Loaded with the parts that use them. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import type { Post } from '#contract/schemas.ts'
import { showToast } from '#ui/toast.ts'
import { api, curatedLists, filters } from './api.ts'
import type { ApiDispatch, ApiState } from './cachePatches.ts'
import { failureMessage } from './failures.ts'
import { collectedSince, countPresses } from './collectedChange.ts'
import { reorder, type Target } from './reorder.ts'

type Count = 'GET /api/v0/posts/count'
type Move = 'POST /api/v0/beads/:id/posts/:post/move'
type Filters = 'GET /api/v0/beads/:id/filters'
type Table = 'GET /api/v0/beads/:id/table'

export const beadPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Each collect changes the count optimistically (relations.ts) and refetches it after the server's answer. Changes
    // that happened during a request are added to its answer, which may lack them.
    collectedCount: build.query<Answer<Count>, CallInput<Count>>({
      query: (input) => ({ key: 'GET /api/v0/posts/count', input }),
      providesTags: [filters],
      async onQueryStarted(input, { dispatch, queryFulfilled }) {
        const bead = input.query?.bead
        const before = countPresses()
        if ((await queryFulfilled.catch(() => null)) === null) return
        const delta = bead === undefined ? 0 : collectedSince(bead, before)
        if (delta === 0) return
        ;(dispatch as ApiDispatch)(
          beadPageApi.util.updateQueryData('collectedCount', input, (answer) => {
            answer.count = Math.max(0, answer.count + delta)
          }),
        )
      },
    }),
    beadFilters: build.query<Answer<Filters>, CallInput<Filters>>({
      query: (input) => ({ key: 'GET /api/v0/beads/:id/filters', input }),
      providesTags: [filters],
    }),
    beadTable: build.query<Answer<Table>, CallInput<Table>>({
      query: (input) => ({ key: 'GET /api/v0/beads/:id/table', input }),
      providesTags: ['Beads'],
    }),
    // Optimistic in lists without filters; reverted if the server refuses. A list with filters may not contain the post's
    // neighbours: it is refetched.
    movePost: build.mutation<Answer<Move>, MoveCommand>({
      query: ({ bead, post, to }) => ({
        key: 'POST /api/v0/beads/:id/posts/:post/move',
        input: { params: { id: bead, post: post.id }, body: to },
      }),
      invalidatesTags: (result, _, { bead }) => (result ? [curatedLists(bead, true)] : []),
      async onQueryStarted({ bead, post, to, back }, { dispatch, getState, queryFulfilled, requestId }) {
        const move = (target: Target) => moveInLists(dispatch as ApiDispatch, getState() as ApiState, bead, post, target)
        latestMoves.set(bead, requestId)
        move(to)
        try {
          const { data } = await queryFulfilled
          dispatch(
            api.util.updateQueryData('bead', { params: { id: bead } }, (copy) => {
              copy.sort = data.sort
            }),
          )
        } catch (reason) {
          // After a later move, the previous position is outdated.
          if (latestMoves.get(bead) === requestId) move(back)
          else dispatch(api.util.invalidateTags([curatedLists(bead, false), curatedLists(bead, true)]))
          showToast({ text: failureMessage((reason as { error?: unknown }).error), kind: 'error', now: true })
        }
      },
    }),
  }),
})

/** The request id of the latest move, by playlist. */
const latestMoves = new Map<string, string>()

interface MoveCommand {
  bead: string
  post: Post
  to: Target
  /** The previous position. */
  back: Target
}

/** Reorders the lists in curated order that have no filters. */
function moveInLists(dispatch: ApiDispatch, state: ApiState, bead: string, post: Post, to: Target): void {
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [curatedLists(bead, false)]))
    if (endpointName === 'posts') dispatch(api.util.updateQueryData('posts', originalArgs, (list) => reorder(list.pages, post, to)))
}

export const { useCollectedCountQuery, useBeadFiltersQuery, useBeadTableQuery, useMovePostMutation } = beadPageApi
