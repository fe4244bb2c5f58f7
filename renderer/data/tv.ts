/** The endpoint that connects a television to an account (A2.4). Loaded with its page. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

const tvApi = api.injectEndpoints({
  endpoints: (build) => ({
    connectTv: build.mutation<Answer<'POST /api/v1/auth/tvos/settokenuid'>, CallInput<'POST /api/v1/auth/tvos/settokenuid'>>({
      query: (input) => ({ key: 'POST /api/v1/auth/tvos/settokenuid', input }),
    }),
  }),
})

export const { useConnectTvMutation } = tvApi
