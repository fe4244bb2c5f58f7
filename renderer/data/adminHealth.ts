/** The share of playable posts, the repair desk and the link checker, for admins (BZ6). Loaded with their screen. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'
import { updateRepaired, type RepairState } from './repair.ts'

type Overview = 'GET /api/v0/admin/health'
type Beads = 'GET /api/v0/admin/health/beads'
type Hosts = 'GET /api/v0/admin/health/hosts'
type CheckBead = 'POST /api/v0/admin/health/beads/:id/check'
type BeadDetails = 'GET /api/v0/admin/health/beads/:id'
type DeadPosts = 'GET /api/v0/admin/health/beads/:id/posts'
type Accept = 'POST /api/v0/admin/health/posts/:id/repair'
type Reject = 'POST /api/v0/admin/health/posts/:id/repair/reject'
type Undo = 'POST /api/v0/admin/health/posts/:id/repair/undo'
export type BeadHealthDetails = Answer<BeadDetails>
export type CheckerState = Answer<'GET /api/v0/admin/health/checker'>

const adminHealthApi = api.injectEndpoints({
  endpoints: (build) => ({
    healthOverview: build.query<Answer<Overview>, void>({
      query: () => ({ key: 'GET /api/v0/admin/health', input: {} }),
      keepUnusedDataFor: 0,
    }),
    healthBeads: build.infiniteQuery<Answer<Beads>, CallInput<Beads>, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        key: 'GET /api/v0/admin/health/beads',
        input: { query: { ...queryArg.query, ...(pageParam !== null && { after: pageParam }) } },
      }),
      keepUnusedDataFor: 0,
    }),
    beadHealth: build.query<BeadHealthDetails, CallInput<BeadDetails>>({
      query: (input) => ({ key: 'GET /api/v0/admin/health/beads/:id', input }),
      keepUnusedDataFor: 0,
    }),
    deadPosts: build.infiniteQuery<Answer<DeadPosts>, { id: string }, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: params, pageParam }) => ({
        key: 'GET /api/v0/admin/health/beads/:id/posts',
        input: { params, query: pageParam === null ? {} : { after: pageParam } },
      }),
      keepUnusedDataFor: 0,
    }),
    acceptAsAdmin: build.mutation<RepairState, CallInput<Accept>>({
      query: (input) => ({ key: 'POST /api/v0/admin/health/posts/:id/repair', input }),
      onQueryStarted: updateRepaired,
    }),
    rejectAsAdmin: build.mutation<RepairState, CallInput<Reject>>({
      query: (input) => ({ key: 'POST /api/v0/admin/health/posts/:id/repair/reject', input }),
      onQueryStarted: updateRepaired,
    }),
    undoAsAdmin: build.mutation<RepairState, CallInput<Undo>>({
      query: (input) => ({ key: 'POST /api/v0/admin/health/posts/:id/repair/undo', input }),
      onQueryStarted: updateRepaired,
    }),
    checker: build.query<CheckerState, void>({
      query: () => ({ key: 'GET /api/v0/admin/health/checker', input: {} }),
      keepUnusedDataFor: 0,
    }),
    failingHosts: build.infiniteQuery<Answer<Hosts>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam }) => ({
        key: 'GET /api/v0/admin/health/hosts',
        input: { query: pageParam === null ? {} : { after: pageParam } },
      }),
      keepUnusedDataFor: 0,
    }),
    checkBead: build.mutation<Answer<CheckBead>, CallInput<CheckBead>>({
      query: (input) => ({ key: 'POST /api/v0/admin/health/beads/:id/check', input }),
    }),
  }),
})

export const {
  useHealthOverviewQuery,
  useHealthBeadsInfiniteQuery,
  useCheckerQuery,
  useFailingHostsInfiniteQuery,
  useCheckBeadMutation,
  useBeadHealthQuery,
  useDeadPostsInfiniteQuery,
  useAcceptAsAdminMutation,
  useRejectAsAdminMutation,
  useUndoAsAdminMutation,
} = adminHealthApi
