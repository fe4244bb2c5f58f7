/** A member's own account: what they are called, what is told to them, where they are signed in. Fetched with its screens. */
import type { Dispatch } from '@reduxjs/toolkit'
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Me } from '#contract/schemas.ts'
import { dropCookie, tvTokenCookie } from './cookies.ts'
import { forgetDrafts } from './draftsOwner.ts'
import { api, contentTags } from './api.ts'
import { forgetMember } from './clearMemberData.ts'

const to = <K extends EndpointKey>(key: K) => ({ query: (input: CallInput<K>) => ({ key, input }) })
/** Of a call that takes nothing. */
const plainly = (key: EndpointKey) => ({ query: () => ({ key, input: undefined }) })

const patchMe = (dispatch: Dispatch, patch: (me: Me) => void) =>
  dispatch(
    api.util.updateQueryData('me', undefined, (me) => {
      if (me) patch(me)
    }) as never,
  )

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    savePreferences: build.mutation<Me, CallInput<'POST /api/v0/me/preferences'>>({
      ...to('POST /api/v0/me/preferences'),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const before = api.endpoints.me.select()(getState() as never).data
        const me = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!me) return
        dispatch(api.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]))
        // Under another name they stand in every list that holds them.
        dispatch(api.util.invalidateTags(before?.name === me.name ? [{ type: 'Member', id: me.uid }] : contentTags))
      },
    }),
    updateImage: build.mutation<Answer<'POST /api/v0/me/updateimage'>, CallInput<'POST /api/v0/me/updateimage'>>({
      ...to('POST /api/v0/me/updateimage'),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!answer) return
        patchMe(dispatch, (me) => {
          me.image = answer.image
          me.imageLastModified = answer.timestamp
        })
        dispatch(api.util.invalidateTags(contentTags))
      },
    }),
    disconnect: build.mutation<Answer<'POST /api/v1/me/disconnect/:network'>, CallInput<'POST /api/v1/me/disconnect/:network'>>({
      ...to('POST /api/v1/me/disconnect/:network'),
      async onQueryStarted({ params: { network } }, { dispatch, queryFulfilled }) {
        if (
          !(await queryFulfilled.then(
            () => true,
            () => false,
          ))
        )
          return
        patchMe(dispatch, (me) => {
          if (network === 'facebook') {
            me.hasFB = false
            delete me.facebookInfo
          } else {
            me.hasTwitter = false
            delete me.twitterInfo
          }
        })
      },
    }),
    changePassword: build.mutation<Answer<'POST /api/v0/me/password'>, CallInput<'POST /api/v0/me/password'>>({
      ...to('POST /api/v0/me/password'),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        if (
          await queryFulfilled.then(
            () => true,
            () => false,
          )
        )
          patchMe(dispatch, (me) => {
            me.hasPassword = true
          })
      },
    }),
    askForVerification: build.mutation<Answer<'POST /api/v0/me/resendverification'>, void>({
      ...plainly('POST /api/v0/me/resendverification'),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        // Confirmed meanwhile, on another page.
        if (answer && !answer.sent)
          patchMe(dispatch, (me) => {
            me.emailVerified = true
          })
      },
    }),
    sessions: build.query<Answer<'GET /api/v0/me/sessions'>, void>({ ...plainly('GET /api/v0/me/sessions'), keepUnusedDataFor: 0 }),
    revokeSession: build.mutation<Answer<'DELETE /api/v0/me/sessions/:id'>, CallInput<'DELETE /api/v0/me/sessions/:id'>>(
      to('DELETE /api/v0/me/sessions/:id'),
    ),
    revokeOtherSessions: build.mutation<Answer<'POST /api/v0/me/sessions/revokeothers'>, void>(
      plainly('POST /api/v0/me/sessions/revokeothers'),
    ),
    deleteAccount: build.mutation<Answer<'POST /api/v0/me/delete'>, CallInput<'POST /api/v0/me/delete'>>({
      ...to('POST /api/v0/me/delete'),
      async onQueryStarted(_, { queryFulfilled }) {
        if (
          !(await queryFulfilled.then(
            () => true,
            () => false,
          ))
        )
          return
        // As after a log-out nothing of them stays on a device that may be anybody's.
        forgetMember()
        forgetDrafts()
        dropCookie(tvTokenCookie)
      },
    }),

    /** What a member may do, for admins. */
    standing: build.query<Answer<'GET /api/v0/admin/members/:uid/privileges'>, CallInput<'GET /api/v0/admin/members/:uid/privileges'>>({
      ...to('GET /api/v0/admin/members/:uid/privileges'),
      keepUnusedDataFor: 0,
    }),
    setStanding: build.mutation<
      Answer<'POST /api/v0/admin/members/:uid/privileges'>,
      CallInput<'POST /api/v0/admin/members/:uid/privileges'>
    >({
      ...to('POST /api/v0/admin/members/:uid/privileges'),
      async onQueryStarted({ params: { uid } }, { dispatch, getState, queryFulfilled }) {
        const standing = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!standing) return
        dispatch(accountsApi.util.upsertQueryEntries([{ endpointName: 'standing', arg: { params: { uid } }, value: standing }]))
        const own = api.endpoints.me.select()(getState() as never).data?.uid === uid
        dispatch(api.util.invalidateTags([{ type: 'Member', id: uid }, ...(own ? (['Me'] as const) : [])]))
      },
    }),
  }),
})

export const {
  useSavePreferencesMutation,
  useUpdateImageMutation,
  useDisconnectMutation,
  useChangePasswordMutation,
  useAskForVerificationMutation,
  useSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useDeleteAccountMutation,
  useStandingQuery,
  useSetStandingMutation,
} = accountsApi
