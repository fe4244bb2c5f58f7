/** Endpoints for dead links and their replacements (BY8, BZ2). Loaded with the first component that needs them. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { RepairState } from '#contract/endpoints/repair.ts'
import type { Post } from '#contract/schemas.ts'
import { fromPosts, player } from '#player/index.ts'
import { api } from './api.ts'
import { patchPost, type ApiStore } from './cachePatches.ts'

export type { RepairState, Replacement } from '#contract/endpoints/repair.ts'

/** The `query` of an endpoint that sends its argument as the input. */
const to =
  <K extends EndpointKey>(key: K) =>
  (input: CallInput<K>) => ({ key, input })
type Input<K extends EndpointKey> = CallInput<K>

/** Cache tag of the number of dead posts in a playlist, for its editors. */
const deadCountTag = (bead: string) => ({ type: 'Posts', id: `dead of ${bead}` }) as const

interface Started extends ApiStore {
  queryFulfilled: PromiseLike<{ data: RepairState }>
}

/** After a mutation, whose answer is the complete repair state: updates the query and every copy of the post. */
export async function updateRepaired({ params }: { params: { id: string } }, started: unknown): Promise<void> {
  const { dispatch, getState, queryFulfilled } = started as Started
  const state = await queryFulfilled.then(
    ({ data }) => data,
    () => null,
  )
  if (state === null) return
  void dispatch(repairApi.util.upsertQueryData('repair', { params }, state))
  const { media, can } = state.post
  // `repair` stays true, so that the dialog stays open after the last problem is fixed.
  patchPost(dispatch, getState(), params.id, (post) => Object.assign(post, { media, can: { ...can, repair: true } }))
  const [track] = fromPosts([state.post])
  if (track) dispatch(player.reviseTrack(track))
}

export const repairApi = api.injectEndpoints({
  endpoints: (build) => {
    const repairMutation = <
      K extends 'POST /api/v0/posts/:id/repair' | `POST /api/v0/posts/:id/repair/${'search' | 'reject' | 'undo' | 'check'}`,
    >(
      key: K,
    ) =>
      build.mutation<RepairState, Input<K>>({
        query: to(key),
        onQueryStarted: (input, started) => updateRepaired(input as { params: { id: string } }, started),
      })
    return {
      repair: build.query<RepairState, Input<'GET /api/v0/posts/:id/repair'>>({
        query: to('GET /api/v0/posts/:id/repair'),
        keepUnusedDataFor: 0,
      }),
      acceptRepair: repairMutation('POST /api/v0/posts/:id/repair'),
      searchRepair: repairMutation('POST /api/v0/posts/:id/repair/search'),
      rejectRepair: repairMutation('POST /api/v0/posts/:id/repair/reject'),
      undoRepair: repairMutation('POST /api/v0/posts/:id/repair/undo'),
      checkRepair: repairMutation('POST /api/v0/posts/:id/repair/check'),
      deadCount: build.query<Answer<'GET /api/v0/posts/count'>, { bead: string }>({
        query: ({ bead }) => ({ key: 'GET /api/v0/posts/count', input: { query: { bead, dead: '1' } } }),
        providesTags: (_, __, { bead }) => [deadCountTag(bead)],
      }),
      /** How many posts of a playlist are playable, for those who may repair them. */
      playability: build.query<Answer<'GET /api/v0/beads/:id/health'>, { bead: string }>({
        query: ({ bead }) => ({ key: 'GET /api/v0/beads/:id/health', input: { params: { id: bead } } }),
        providesTags: (_, __, { bead }) => [deadCountTag(bead)],
      }),
      /** How a replacement would be embedded. */
      preview: build.query<Answer<'POST /api/v0/media/inlineEmbed'>, Input<'POST /api/v0/media/inlineEmbed'>>({
        query: to('POST /api/v0/media/inlineEmbed'),
      }),
    }
  },
})

/** After a repair: refetches the post and the count of dead posts. */
export const invalidateRepaired = ({ id, bead }: Post) =>
  repairApi.util.invalidateTags(['Posts', { type: 'Post', id }, deadCountTag(bead.id)])

export const {
  useRepairQuery,
  useAcceptRepairMutation,
  useSearchRepairMutation,
  useRejectRepairMutation,
  useUndoRepairMutation,
  useCheckRepairMutation,
  useDeadCountQuery,
  usePlayabilityQuery,
  usePreviewQuery,
} = repairApi
