/** What the wizard of posts asks for. Fetched with it. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, filters } from './api.ts'

/** Which part of a list comes next, and how long it is. */
interface Span {
  from: number
  limit: number
}

/** B9: four of a group, twenty more where they are asked for, eighteen at a time from then on. */
const spans = { first: 4, more: 20, scroll: 18 }

type MediaSearchInput = CallInput<'GET /api/v0/mediasearch'>
type MediaSearchPage = Answer<'GET /api/v0/mediasearch'>
type OwnInput = CallInput<'GET /api/v2/search'>
type OwnPage = Answer<'GET /api/v2/search'>

const growing = {
  initialPageParam: { from: 0, limit: spans.first },
  getNextPageParam: (last: { next: number | null; results: readonly unknown[] }, _pages: unknown, at: Span): Span | undefined =>
    last.next === null || last.results.length === 0 ? undefined : { from: last.next, limit: at.from === 0 ? spans.more : spans.scroll },
}

export const postWizardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What one service has. */
    mediaGroup: build.infiniteQuery<MediaSearchPage, MediaSearchInput, Span>({
      infiniteQueryOptions: growing,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v0/mediasearch', input: { query: { ...queryArg.query, ...pageParam } } }),
      keepUnusedDataFor: 60,
    }),
    /** Posts of this site, each with the whole of it. */
    ownGroup: build.infiniteQuery<OwnPage, OwnInput, Span>({
      infiniteQueryOptions: growing,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v2/search', input: { query: { ...queryArg.query, ...pageParam } } }),
      keepUnusedDataFor: 60,
      providesTags: ['Posts'],
    }),
    pagePictures: build.mutation<Answer<'GET /api/v0/webfetch/metaimages'>, CallInput<'GET /api/v0/webfetch/metaimages'>>({
      query: (input) => ({ key: 'GET /api/v0/webfetch/metaimages', input }),
    }),
    /** What is known of an address. */
    knownOf: build.mutation<Answer<'GET /api/v0/media/info/qmedia'>, CallInput<'GET /api/v0/media/info/qmedia'>>({
      query: (input) => ({ key: 'GET /api/v0/media/info/qmedia', input }),
    }),
    repost: build.mutation<Answer<'POST /api/v0/posts/:id/repost/:bead'>, CallInput<'POST /api/v0/posts/:id/repost/:bead'>>({
      query: (input) => ({ key: 'POST /api/v0/posts/:id/repost/:bead', input }),
      // The answer is no whole post: lists ask for it.
      invalidatesTags: (result, _, { params }) => (result ? [filters, 'Posts', 'Beads', { type: 'Bead', id: params.bead }, 'Member'] : []),
    }),
  }),
})

export const { useMediaGroupInfiniteQuery, useOwnGroupInfiniteQuery, usePagePicturesMutation, useKnownOfMutation, useRepostMutation } =
  postWizardApi
