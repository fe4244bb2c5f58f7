/** The endpoint by which admins set the playlist of the day. Loaded with the admin page. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    setDay: build.mutation<Answer<'POST /api/v0/admin/day'>, CallInput<'POST /api/v0/admin/day'>>({
      query: (input) => ({ key: 'POST /api/v0/admin/day', input }),
      invalidatesTags: (data) => (data ? ['Beads'] : []),
    }),
  }),
})

export const { useSetDayMutation } = moderationApi
