/** Endpoints for a whole playlist: publish, invite, import. Loaded with their dialogs. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import type { Bead } from '#contract/schemas.ts'
import { api } from './api.ts'
import type { ApiDispatch } from './cachePatches.ts'

/** Writes the playlist in an answer to the cache, so that the page does not refetch it. */
async function cacheBead(dispatch: ApiDispatch, answer: PromiseLike<{ data: { data: Bead } }>): Promise<void> {
  const bead = await answer.then(
    ({ data }) => data.data,
    () => null,
  )
  if (bead) dispatch(api.util.upsertQueryEntries([{ endpointName: 'bead', arg: { params: { id: bead.id } }, value: bead }]))
}

type Publish = 'POST /api/v0/beads/:id/publish'
type Submit = 'POST /api/v0/beads/:id/submit'
type Invite = 'POST /api/v0/beads/:id/invite'
type Uninvite = 'DELETE /api/v0/beads/:id/invitees/:uid'
type Import = 'POST /api/v0/beads/:id/import'
type Preview = 'POST /api/v0/beads/import/preview'
type Feature = 'POST /api/v0/beads/:id/featuredcurator'

export const playlistsApi = api.injectEndpoints({
  endpoints: (build) => ({
    publishBead: build.mutation<Answer<Publish>, CallInput<Publish>>({
      query: (input) => ({ key: 'POST /api/v0/beads/:id/publish', input }),
      // Publishing changes the counts of members, which exclude playlist drafts.
      invalidatesTags: (result) => (result ? ['Beads', 'Member'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => cacheBead(dispatch, queryFulfilled),
    }),
    submitBead: build.mutation<Answer<Submit>, CallInput<Submit>>({
      query: (input) => ({ key: 'POST /api/v0/beads/:id/submit', input }),
      invalidatesTags: (result) => (result ? ['Beads'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => cacheBead(dispatch, queryFulfilled),
    }),
    inviteToBead: build.mutation<Answer<Invite>, CallInput<Invite>>({
      query: (input) => ({ key: 'POST /api/v0/beads/:id/invite', input }),
      invalidatesTags: (result) => (result ? ['Beads'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => cacheBead(dispatch, queryFulfilled),
    }),
    uninvite: build.mutation<Answer<Uninvite>, CallInput<Uninvite>>({
      query: (input) => ({ key: 'DELETE /api/v0/beads/:id/invitees/:uid', input }),
      invalidatesTags: (result) => (result ? ['Beads'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => cacheBead(dispatch, queryFulfilled),
    }),
    previewImport: build.mutation<Answer<Preview>, CallInput<Preview>>({
      query: (input) => ({ key: 'POST /api/v0/beads/import/preview', input }),
    }),
    importBead: build.mutation<Answer<Import>, CallInput<Import>>({
      query: (input) => ({ key: 'POST /api/v0/beads/:id/import', input }),
      invalidatesTags: (result, _, { params }) =>
        result && result.added > 0 ? ['Posts', 'Beads', { type: 'Bead', id: params.id }, 'Member'] : [],
    }),
    featureCurator: build.mutation<Answer<Feature>, CallInput<Feature>>({
      query: (input) => ({ key: 'POST /api/v0/beads/:id/featuredcurator', input }),
    }),
  }),
})

export const {
  usePublishBeadMutation,
  useSubmitBeadMutation,
  useInviteToBeadMutation,
  useUninviteMutation,
  useFeatureCuratorMutation,
  useImportBeadMutation,
  usePreviewImportMutation,
} = playlistsApi
