/** Members on the admin page (M1, S3). Loaded with its screens. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import { api } from './api.ts'

type List = 'GET /api/v0/admin/members'
type Read = 'GET /api/v0/admin/members/:uid'
type Preview = 'GET /api/v0/admin/members/:uid/removal'
type Suspend = 'POST /api/v0/admin/members/:uid/suspension'
type Lift = 'DELETE /api/v0/admin/members/:uid/suspension'
type EndSessions = 'POST /api/v0/admin/members/:uid/sessions/end'
type Remove = 'POST /api/v0/admin/members/:uid/removal'

const to = <K extends EndpointKey>(key: K) => ({ query: (input: CallInput<K>) => ({ key, input }) })

const adminMembersApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminMembers: build.infiniteQuery<Answer<List>, CallInput<List>, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        key: 'GET /api/v0/admin/members',
        input: { query: { ...queryArg.query, ...(pageParam !== null && { after: pageParam }) } },
      }),
      keepUnusedDataFor: 0,
    }),
    adminMember: build.query<Answer<Read>, CallInput<Read>>({ ...to<Read>('GET /api/v0/admin/members/:uid'), keepUnusedDataFor: 0 }),
    removalPreview: build.query<Answer<Preview>, CallInput<Preview>>({
      ...to<Preview>('GET /api/v0/admin/members/:uid/removal'),
      keepUnusedDataFor: 0,
    }),
    suspendMember: build.mutation<Answer<Suspend>, CallInput<Suspend>>(to<Suspend>('POST /api/v0/admin/members/:uid/suspension')),
    liftSuspension: build.mutation<Answer<Lift>, CallInput<Lift>>(to<Lift>('DELETE /api/v0/admin/members/:uid/suspension')),
    endSessions: build.mutation<Answer<EndSessions>, CallInput<EndSessions>>(
      to<EndSessions>('POST /api/v0/admin/members/:uid/sessions/end'),
    ),
    removeContent: build.mutation<Answer<Remove>, CallInput<Remove>>(to<Remove>('POST /api/v0/admin/members/:uid/removal')),
  }),
})

export const {
  useAdminMembersInfiniteQuery,
  useAdminMemberQuery,
  useLazyRemovalPreviewQuery,
  useSuspendMemberMutation,
  useLiftSuspensionMutation,
  useEndSessionsMutation,
  useRemoveContentMutation,
} = adminMembersApi
