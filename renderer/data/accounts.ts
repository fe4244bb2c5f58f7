/** The member's own account: preferences, picture, sign-in methods, sessions. Loaded with its screens. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Network } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { deleteCookie, tvTokenCookie } from './cookies.ts'
import { clearDrafts } from './draftsOwner.ts'
import { api, contentTags, meIn } from './api.ts'
import type { ApiDispatch } from './cachePatches.ts'
import { clearMemberData } from './clearMemberData.ts'

/** The `query` of an endpoint that sends its argument as the input. */
const to = <K extends EndpointKey>(key: K) => ({ query: (input: CallInput<K>) => ({ key, input }) })
/** For endpoints without input. */
const withoutInput = (key: EndpointKey) => ({ query: () => ({ key, input: undefined }) })

/** Patches the cached account of the signed-in member. */
const patchMe = (dispatch: ApiDispatch, patch: (me: Me) => void) =>
  dispatch(
    api.util.updateQueryData('me', undefined, (me) => {
      if (me) patch(me)
    }),
  )

function removeNetwork(me: Me, network: Network): void {
  if (network === 'facebook') {
    me.hasFB = false
    delete me.facebookInfo
  } else {
    me.hasTwitter = false
    delete me.twitterInfo
  }
}

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    savePreferences: build.mutation<Me, CallInput<'POST /api/v0/me/preferences'>>({
      ...to('POST /api/v0/me/preferences'),
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const before = meIn(getState())
        const me = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!me) return
        dispatch(api.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: me }]))
        // Lists contain the member's name: refetch them after a change.
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
        patchMe(dispatch, (me) => removeNetwork(me, network))
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
            // The first password disconnects no networks.
            if (me.hasPassword) {
              removeNetwork(me, 'facebook')
              removeNetwork(me, 'twitter')
            }
            me.hasPassword = true
          })
      },
    }),
    resendVerification: build.mutation<Answer<'POST /api/v0/me/resendverification'>, void>({
      ...withoutInput('POST /api/v0/me/resendverification'),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        // Not sent: the address was already confirmed on another page.
        if (answer && !answer.sent)
          patchMe(dispatch, (me) => {
            me.emailVerified = true
          })
      },
    }),
    sessions: build.query<Answer<'GET /api/v0/me/sessions'>, void>({ ...withoutInput('GET /api/v0/me/sessions'), keepUnusedDataFor: 0 }),
    revokeSession: build.mutation<Answer<'DELETE /api/v0/me/sessions/:id'>, CallInput<'DELETE /api/v0/me/sessions/:id'>>(
      to('DELETE /api/v0/me/sessions/:id'),
    ),
    revokeOtherSessions: build.mutation<Answer<'POST /api/v0/me/sessions/revokeothers'>, void>(
      withoutInput('POST /api/v0/me/sessions/revokeothers'),
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
        // As after a log-out: the device may be shared.
        clearMemberData()
        clearDrafts()
        deleteCookie(tvTokenCookie)
      },
    }),
  }),
})

export const {
  useSavePreferencesMutation,
  useUpdateImageMutation,
  useDisconnectMutation,
  useChangePasswordMutation,
  useResendVerificationMutation,
  useSessionsQuery,
  useRevokeSessionMutation,
  useRevokeOtherSessionsMutation,
  useDeleteAccountMutation,
} = accountsApi
