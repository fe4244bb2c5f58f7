/** The state of the server, read-only mode and announcements (M1). Loaded with their page, which refetches after each change. */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import { api } from './api.ts'

const get = <K extends EndpointKey>(key: K) => ({ query: () => ({ key, input: undefined as never }), keepUnusedDataFor: 0 })
const change = <K extends EndpointKey>(key: K) => ({ query: (input: CallInput<K>) => ({ key, input }) })

type Failures = 'GET /api/v0/admin/outbox'
type Announcements = 'GET /api/v0/admin/announcements'
type Mails = 'GET /api/v0/admin/mail'

const systemApi = api.injectEndpoints({
  endpoints: (build) => ({
    system: build.query<Answer<'GET /api/v0/admin/system'>, void>(get('GET /api/v0/admin/system')),
    readOnlyState: build.query<Answer<'GET /api/v0/admin/readonly'>, void>(get('GET /api/v0/admin/readonly')),
    switchReadOnlyOn: build.mutation<Answer<'POST /api/v0/admin/readonly'>, CallInput<'POST /api/v0/admin/readonly'>>(
      change('POST /api/v0/admin/readonly'),
    ),
    switchReadOnlyOff: build.mutation<Answer<'DELETE /api/v0/admin/readonly'>, void>({
      query: () => ({ key: 'DELETE /api/v0/admin/readonly', input: {} }),
    }),
    announcements: build.infiniteQuery<Answer<Announcements>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({
        key: 'GET /api/v0/admin/announcements',
        input: { query: pageParam === null ? {} : { before: pageParam } },
      }),
      keepUnusedDataFor: 0,
    }),
    announce: build.mutation<Answer<'POST /api/v0/admin/announcements'>, CallInput<'POST /api/v0/admin/announcements'>>(
      change('POST /api/v0/admin/announcements'),
    ),
    editAnnouncement: build.mutation<Answer<'POST /api/v0/admin/announcements/:id'>, CallInput<'POST /api/v0/admin/announcements/:id'>>(
      change('POST /api/v0/admin/announcements/:id'),
    ),
    endAnnouncement: build.mutation<
      Answer<'POST /api/v0/admin/announcements/:id/end'>,
      CallInput<'POST /api/v0/admin/announcements/:id/end'>
    >(change('POST /api/v0/admin/announcements/:id/end')),
    outboxFailures: build.infiniteQuery<Answer<Failures>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({ key: 'GET /api/v0/admin/outbox', input: { query: pageParam === null ? {} : { after: pageParam } } }),
      keepUnusedDataFor: 0,
    }),
    retryFailure: build.mutation<Answer<'POST /api/v0/admin/outbox/:id/retry'>, CallInput<'POST /api/v0/admin/outbox/:id/retry'>>(
      change('POST /api/v0/admin/outbox/:id/retry'),
    ),
    retryKind: build.mutation<Answer<'POST /api/v0/admin/outbox/retry'>, CallInput<'POST /api/v0/admin/outbox/retry'>>(
      change('POST /api/v0/admin/outbox/retry'),
    ),
    runJob: build.mutation<Answer<'POST /api/v0/admin/jobs/:name/run'>, CallInput<'POST /api/v0/admin/jobs/:name/run'>>(
      change('POST /api/v0/admin/jobs/:name/run'),
    ),
    mailFiles: build.query<Answer<Mails>, void>({
      query: () => ({ key: 'GET /api/v0/admin/mail', input: { query: { limit: 10 } } }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useSystemQuery,
  useReadOnlyStateQuery,
  useSwitchReadOnlyOnMutation,
  useSwitchReadOnlyOffMutation,
  useAnnouncementsInfiniteQuery,
  useAnnounceMutation,
  useEditAnnouncementMutation,
  useEndAnnouncementMutation,
  useOutboxFailuresInfiniteQuery,
  useRetryFailureMutation,
  useRetryKindMutation,
  useRunJobMutation,
  useMailFilesQuery,
} = systemApi
