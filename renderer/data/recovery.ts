/** Account recovery and e-mail verification. Loaded with their forms. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import type { Me } from '#contract/schemas.ts'
import { api } from './api.ts'

export const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendPasswordReset: build.mutation<Answer<'POST /api/v0/auth/sendpasswordreset'>, CallInput<'POST /api/v0/auth/sendpasswordreset'>>({
      query: (input) => ({ key: 'POST /api/v0/auth/sendpasswordreset', input }),
    }),
    resetPassword: build.mutation<Answer<'POST /api/v0/auth/resetpassword'>, CallInput<'POST /api/v0/auth/resetpassword'>>({
      query: (input) => ({ key: 'POST /api/v0/auth/resetpassword', input }),
    }),
    verifyEmail: build.mutation<Answer<'POST /api/v0/auth/verifyemail'>, CallInput<'POST /api/v0/auth/verifyemail'>>({
      query: (input) => ({ key: 'POST /api/v0/auth/verifyemail', input }),
      invalidatesTags: (result) => (result ? ['Me'] : []),
    }),
    /** The sign-up step in which a new member enters an e-mail address (A4.1). */
    setEmail: build.mutation<Me, { body: { email: string } }>({
      query: (input) => ({ key: 'POST /api/v0/me/preferences', input }),
    }),
  }),
})

export const { useSendPasswordResetMutation, useResetPasswordMutation, useSetEmailMutation } = recoveryApi
