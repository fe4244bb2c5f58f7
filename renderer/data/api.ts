/**
 * The server's data: every endpoint that a screen uses, as an RTK Query endpoint whose argument is the contract's input (`{ params,
 * query, body }`) and whose result is its answer.
 */
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react'
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { Site } from '#contract/endpoints/site.ts'
import type { Bead, Me, Page, Post } from '#contract/schemas.ts'
import { deleteCookie, tvTokenCookie } from './cookies.ts'
import { clearDrafts } from './draftsOwner.ts'
import { t } from '#texts/index.ts'
import { call, type CallFailure } from './client.ts'
import { mentionsDeleted } from './deletions.ts'
import { takeKnownFailure } from './knownFailures.ts'
import { clearMemberData } from './clearMemberData.ts'
import { requestOrRecall } from './offlineAnswers.ts'

interface Request {
  key: EndpointKey
  input: object | undefined
}

const notFoundFailure: CallFailure = { status: 404, code: 'not_found', message: t.notFound.heading, requestId: '' }

/**
 * Calls the server, with two exceptions. A GET of an item deleted in this browser fails with 404 without a request: the
 * item's page may refetch until the user leaves it. A failure that the document contains is returned once.
 */
const baseQuery: BaseQueryFn<Request, unknown, CallFailure> = ({ key, input }, query) => {
  if (key.startsWith('GET ') && mentionsDeleted((input as { params?: object } | undefined)?.params)) return { error: notFoundFailure }
  const error = takeKnownFailure(key, input)
  return error ? { error } : requestOrRecall<unknown>(query, () => call(key, input as CallInput<EndpointKey>, query.signal))
}

/** An endpoint without input takes no argument. */
type Input<K extends EndpointKey> = keyof CallInput<K> extends never ? void : CallInput<K>
/** The `query` of an endpoint that sends its argument as the input. */
const to = <K extends EndpointKey>(key: K) => ({ query: (input: Input<K>): Request => ({ key, input: input ?? undefined }) })

/** Offset of a page in its list. Null for the first page, which starts at the input's own `from`. */
export type Offset = number | null
export const pagedQueryOptions = {
  initialPageParam: null as Offset,
  // An empty page ends a list, regardless of its `next` (N5).
  getNextPageParam: (last: { next: number | null; results: readonly unknown[] }): Offset | undefined =>
    last.results.length === 0 ? undefined : (last.next ?? undefined),
}
/** An endpoint that answers one page of a list. */
export const pageOf = <K extends EndpointKey>(key: K) => ({
  infiniteQueryOptions: pagedQueryOptions,
  query: ({ queryArg, pageParam }: { queryArg: CallInput<K>; pageParam: Offset }): Request => ({
    key,
    input:
      pageParam === null ? queryArg : { ...(queryArg as object), query: { ...(queryArg as { query?: object }).query, from: pageParam } },
  }),
})

/** Sorts the fields and turns all values into strings, so that equal inputs have the same cache key. */
const normalizeKey = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value === undefined ? undefined : String(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, normalizeKey(field)]),
  )
}

/** Cache tag of the filters of playlists and collections, and of the number of collected posts in a playlist. */
export const filters = { type: 'Posts', id: 'filters' } as const

/** Cache tag of the lists of members and playlists that a member follows. */
export const followsOf = (uid: string) => ({ type: 'Member', id: `what ${uid} follows` }) as const
/** Cache tag of the list of tags that a member follows. */
export const tagsOf = (uid: string) => ({ type: 'Member', id: `which tags ${uid} follows` }) as const
/** Cache tag of a list of followers. `id`: a member's uid, a playlist's id, or a tag's key with a leading #. */
export const followersOf = (id: string) => ({ type: 'Member', id: `who follows ${id}` }) as const

/** Cache tag of the members who collected a post. */
export const collectorsOf = (id: string) => ({ type: 'Member', id: `who collected ${id}` }) as const
/** Cache tag of the members who like a comment. */
export const likersOf = (id: string) => ({ type: 'Member', id: `who likes ${id}` }) as const

/** Cache tag of the lists of a playlist in curated order, either those with filters or those without. */
export const curatedLists = (bead: string, isFiltered: boolean) =>
  ({ type: 'Posts', id: `${isFiltered ? 'filtered' : 'unfiltered'} curated order of ${bead}` }) as const

function curatedTags({ query = {} }: CallInput<'GET /api/v0/posts'>) {
  const { bead, sort, from: _from, limit: _limit, ...otherFilters } = query
  const isFiltered = Object.values(otherFilters).some((value) => value !== undefined)
  return bead !== undefined && sort === 'curated' ? [curatedLists(bead, isFiltered)] : []
}

const tagTypes = ['Me', 'Bead', 'Post', 'Member', 'Beads', 'Posts', 'Comments', 'Relations', 'Feed', 'Notifications', 'Push'] as const

export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  // In seconds. Long enough for going back (A9: restore up to 100 items).
  keepUnusedDataFor: 600,
  serializeQueryArgs: ({ endpointName, queryArgs }) => `${endpointName}(${JSON.stringify(normalizeKey(queryArgs)) ?? ''})`,
  endpoints: (build) => ({
    me: build.query<Me | null, void>({
      // Being anonymous is an answer, not a failure.
      queryFn: (_, query) =>
        requestOrRecall<Me | null>(query, async () => {
          const { data, error } = await call('GET /api/v0/me', undefined, query.signal)
          if (data) return { data }
          return error?.status === 401 ? { data: null } : { error: error as CallFailure }
        }),
      providesTags: ['Me'],
      keepUnusedDataFor: Infinity,
    }),
    site: build.query<Answer<'GET /api/v0/site'>, void>({ ...to('GET /api/v0/site'), keepUnusedDataFor: Infinity }),
    login: build.mutation<Me, Input<'POST /api/v1/auth/milq'>>(to('POST /api/v1/auth/milq')),
    signup: build.mutation<Me, Input<'POST /api/v0/auth/signup'>>(to('POST /api/v0/auth/signup')),
    logout: build.mutation<Answer<'POST /logout'>, void>({
      queryFn: async (_, { signal }) => {
        const answer = await call('POST /logout', undefined, signal)
        if (answer.data) {
          clearMemberData()
          clearDrafts()
          deleteCookie(tvTokenCookie)
        }
        return answer
      },
    }),

    member: build.query<Answer<'GET /api/v0/members/:uid'>, Input<'GET /api/v0/members/:uid'>>({
      ...to('GET /api/v0/members/:uid'),
      providesTags: (_, __, { params }) => [{ type: 'Member', id: params.uid }],
    }),

    beads: build.infiniteQuery<Page<Bead>, CallInput<'GET /api/v0/beads'>, Offset>({
      ...pageOf('GET /api/v0/beads'),
      providesTags: (_, __, { query: { followedby } = {} }) => ['Beads', ...(followedby === undefined ? [] : [followsOf(followedby)])],
    }),
    beadOfTheDay: build.query<Answer<'GET /api/v0/beads/day'>, Input<'GET /api/v0/beads/day'>>({
      ...to('GET /api/v0/beads/day'),
      providesTags: ['Beads'],
    }),
    beadGroups: build.query<Answer<'GET /api/v0/beads/groups'>, Input<'GET /api/v0/beads/groups'>>({
      ...to('GET /api/v0/beads/groups'),
      providesTags: ['Beads'],
    }),
    popularTags: build.query<Answer<'GET /api/v0/tags/popular'>, Input<'GET /api/v0/tags/popular'>>(to('GET /api/v0/tags/popular')),
    bead: build.query<Bead, Input<'GET /api/v0/beads/:id'>>({
      ...to('GET /api/v0/beads/:id'),
      providesTags: (_, __, { params }) => [{ type: 'Bead', id: params.id }],
    }),
    createBead: build.mutation<Answer<'POST /api/v0/beads'>, Input<'POST /api/v0/beads'>>({
      ...to('POST /api/v0/beads'),
      invalidatesTags: (result) => (result ? ['Beads', { type: 'Member', id: result.data.creator.uid }] : []),
    }),
    editBead: build.mutation<Answer<'POST /api/v0/beads/:id'>, Input<'POST /api/v0/beads/:id'>>({
      ...to('POST /api/v0/beads/:id'),
      // Publishing a playlist changes the counts of its creator.
      invalidatesTags: (result, _, { params, body }) =>
        result ? ['Beads', { type: 'Bead', id: params.id }, ...(body.isDraft === false ? (['Member'] as const) : [])] : [],
    }),
    deleteBead: build.mutation<Answer<'DELETE /api/v0/beads/:id'>, Input<'DELETE /api/v0/beads/:id'>>({
      ...to('DELETE /api/v0/beads/:id'),
      // Not the playlist itself: its page is still mounted for a moment and must not refetch it.
      invalidatesTags: (result) => (result ? [filters, 'Beads', 'Member'] : []),
    }),

    posts: build.infiniteQuery<Page<Post>, CallInput<'GET /api/v0/posts'>, Offset>({
      ...pageOf('GET /api/v0/posts'),
      providesTags: (_, __, input) => ['Posts', ...curatedTags(input)],
    }),
    post: build.query<Post, Input<'GET /api/v0/posts/:id'>>({
      ...to('GET /api/v0/posts/:id'),
      providesTags: (_, __, { params }) => [{ type: 'Post', id: params.id }],
    }),
    postInBead: build.query<Post, Input<'GET /api/v0/posts/:bead/:id'>>({
      ...to('GET /api/v0/posts/:bead/:id'),
      providesTags: (_, __, { params }) => [{ type: 'Post', id: params.id }],
    }),
    addPost: build.mutation<Answer<'POST /api/v0/posts/:id'>, Input<'POST /api/v0/posts/:id'>>({
      ...to('POST /api/v0/posts/:id'),
      invalidatesTags: (result) =>
        result ? [filters, 'Beads', { type: 'Bead', id: result.post.bead.id }, { type: 'Member', id: result.post.creator.uid }] : [],
    }),
    editPost: build.mutation<Answer<'POST /api/v0/posts/:id'>, Input<'POST /api/v0/posts/:id'>>({
      ...to('POST /api/v0/posts/:id'),
      invalidatesTags: (result, _, { params }) => (result ? ['Posts', { type: 'Post', id: params.id }] : []),
    }),
    deletePost: build.mutation<Answer<'DELETE /api/v0/posts/:id'>, Input<'DELETE /api/v0/posts/:id'>>({
      ...to('DELETE /api/v0/posts/:id'),
      invalidatesTags: (result) => (result ? [filters, 'Beads', 'Bead', 'Member'] : []),
    }),

    comments: build.query<Extract<Answer<'GET /api/v0/comments/:id'>, { results: unknown }>, Input<'GET /api/v0/comments/:id'>>({
      ...to('GET /api/v0/comments/:id'),
      providesTags: (_, __, { params }) => [{ type: 'Comments', id: params.id }],
    }),

    detect: build.mutation<Answer<'POST /api/v0/media/detect'>, Input<'POST /api/v0/media/detect'>>(to('POST /api/v0/media/detect')),
  }),
})

type State = Parameters<ReturnType<typeof api.endpoints.me.select>>[0]

// Created once: components select at every change of the store.
const selectMe = api.endpoints.me.select()
const selectSite = api.endpoints.site.select()

/** The signed-in member; null for a visitor, undefined while unknown. */
export const meIn = (state: State): Me | null | undefined => selectMe(state).data

/** The site's settings; undefined until they are loaded. */
export const siteIn = (state: State): Site | undefined => selectSite(state).data

/** The cache tags that are invalidated when the viewer changes: all except `Me`, which is set directly. */
export const contentTags = tagTypes.filter((type) => type !== 'Me')

export const {
  useMeQuery,
  useSiteQuery,
  useLoginMutation,
  useSignupMutation,
  useLogoutMutation,
  useMemberQuery,
  useBeadsInfiniteQuery,
  useBeadOfTheDayQuery,
  useBeadGroupsQuery,
  usePopularTagsQuery,
  useBeadQuery,
  useCreateBeadMutation,
  useEditBeadMutation,
  useDeleteBeadMutation,
  usePostsInfiniteQuery,
  usePostQuery,
  usePostInBeadQuery,
  useAddPostMutation,
  useEditPostMutation,
  useDeletePostMutation,
  useCommentsQuery,
  useDetectMutation,
} = api
