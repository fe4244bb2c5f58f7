/** Playlists, posts and comments on the admin page (M1, H3, E1). Loaded with its screen. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { idKind } from '#contract/ids.ts'
import { api } from './api.ts'
import { announceDeletion } from './deletions.ts'

type Read = 'GET /api/v0/admin/content/:id'
type Remove = 'DELETE /api/v0/admin/content/:id'
type ReadPartner = 'POST /api/v0/admin/posts/:id/partner'
type Feature = 'POST /api/v0/admin/beads/:id/featuredpost'
type SetDay = 'POST /api/v0/admin/day'
type RemoveDay = 'DELETE /api/v0/admin/day'

const adminContentApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminContent: build.query<Answer<Read>, CallInput<Read>>({
      query: (input) => ({ key: 'GET /api/v0/admin/content/:id', input }),
      keepUnusedDataFor: 0,
    }),
    deleteContent: build.mutation<Answer<Remove>, CallInput<Remove>>({
      query: (input) => ({ key: 'DELETE /api/v0/admin/content/:id', input }),
      invalidatesTags: (data, _error, { params: { id } }) => (data && idKind(id) === 'comment' ? ['Comments'] : []),
      onQueryStarted({ params: { id } }, { queryFulfilled }) {
        const kind = idKind(id)
        if (kind !== 'post' && kind !== 'bead') return
        queryFulfilled.then(
          () => announceDeletion({ kind, id }),
          () => undefined,
        )
      },
    }),
    partnerSubmission: build.mutation<Answer<ReadPartner>, CallInput<ReadPartner>>({
      query: (input) => ({ key: 'POST /api/v0/admin/posts/:id/partner', input }),
    }),
    featurePost: build.mutation<Answer<Feature>, CallInput<Feature>>({
      query: (input) => ({ key: 'POST /api/v0/admin/beads/:id/featuredpost', input }),
      invalidatesTags: (data) => (data ? [{ type: 'Bead', id: data.bead }] : []),
    }),
    setDay: build.mutation<Answer<SetDay>, CallInput<SetDay>>({
      query: (input) => ({ key: 'POST /api/v0/admin/day', input }),
      invalidatesTags: (data) => (data ? ['Beads'] : []),
    }),
    removeDay: build.mutation<Answer<RemoveDay>, CallInput<RemoveDay>>({
      query: (input) => ({ key: 'DELETE /api/v0/admin/day', input }),
      invalidatesTags: (data) => (data ? ['Beads'] : []),
    }),
  }),
})

export const {
  useAdminContentQuery,
  useDeleteContentMutation,
  useFeaturePostMutation,
  usePartnerSubmissionMutation,
  useSetDayMutation,
  useRemoveDayMutation,
} = adminContentApi
