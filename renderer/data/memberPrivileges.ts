/** Endpoints by which admins read and set a member's privileges (W6). Loaded with the admin pages. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, meIn } from './api.ts'

type Read = 'GET /api/v0/admin/members/:uid/privileges'
type Write = 'POST /api/v0/admin/members/:uid/privileges'

const memberPrivilegesApi = api.injectEndpoints({
  endpoints: (build) => ({
    memberPrivileges: build.query<Answer<Read>, CallInput<Read>>({
      query: (input) => ({ key: 'GET /api/v0/admin/members/:uid/privileges', input }),
      keepUnusedDataFor: 0,
    }),
    setMemberPrivileges: build.mutation<Answer<Write>, CallInput<Write>>({
      query: (input) => ({ key: 'POST /api/v0/admin/members/:uid/privileges', input }),
      async onQueryStarted({ params: { uid } }, { dispatch, getState, queryFulfilled }) {
        const privileges = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!privileges) return
        dispatch(
          memberPrivilegesApi.util.upsertQueryEntries([{ endpointName: 'memberPrivileges', arg: { params: { uid } }, value: privileges }]),
        )
        const own = meIn(getState())?.uid === uid
        dispatch(api.util.invalidateTags([{ type: 'Member', id: uid }, ...(own ? (['Me'] as const) : [])]))
      },
    }),
  }),
})

export const { useMemberPrivilegesQuery, useSetMemberPrivilegesMutation } = memberPrivilegesApi
