/** Endpoints of the post wizard. Loaded with it. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, filters } from './api.ts'

/** Offset and length of a page. */
interface Span {
  from: number
  limit: number
}

/** Page lengths of a group of results: four at first, then twenty, then eighteen per page (B9). */
const spans = { first: 4, more: 20, scroll: 18 }

type MediaSearchInput = CallInput<'GET /api/v0/mediasearch'>
type MediaSearchPage = Answer<'GET /api/v0/mediasearch'>
type OwnInput = CallInput<'GET /api/v2/search'>
type OwnPage = Answer<'GET /api/v2/search'>

const growingPages = {
  initialPageParam: { from: 0, limit: spans.first },
  getNextPageParam: (last: { next: number | null; results: readonly unknown[] }, _pages: unknown, at: Span): Span | undefined =>
    last.next === null || last.results.length === 0 ? undefined : { from: last.next, limit: at.from === 0 ? spans.more : spans.scroll },
}

export const postWizardApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The search results of one external service. */
    mediaGroup: build.infiniteQuery<MediaSearchPage, MediaSearchInput, Span>({
      infiniteQueryOptions: growingPages,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v0/mediasearch', input: { query: { ...queryArg.query, ...pageParam } } }),
      keepUnusedDataFor: 60,
    }),
    /** The search results among the posts of this site. */
    ownGroup: build.infiniteQuery<OwnPage, OwnInput, Span>({
      infiniteQueryOptions: growingPages,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v2/search', input: { query: { ...queryArg.query, ...pageParam } } }),
      keepUnusedDataFor: 60,
      providesTags: ['Posts'],
    }),
    /** Pictures of a web page that a link leads to. */
    pagePictures: build.mutation<Answer<'GET /api/v0/webfetch/metaimages'>, CallInput<'GET /api/v0/webfetch/metaimages'>>({
      query: (input) => ({ key: 'GET /api/v0/webfetch/metaimages', input }),
    }),
    /** Metadata of a link. */
    linkInfo: build.mutation<Answer<'GET /api/v0/media/info/qmedia'>, CallInput<'GET /api/v0/media/info/qmedia'>>({
      query: (input) => ({ key: 'GET /api/v0/media/info/qmedia', input }),
    }),
    repost: build.mutation<Answer<'POST /api/v0/posts/:id/repost/:bead'>, CallInput<'POST /api/v0/posts/:id/repost/:bead'>>({
      query: (input) => ({ key: 'POST /api/v0/posts/:id/repost/:bead', input }),
      // The answer lacks the full post: lists are refetched.
      invalidatesTags: (result, _, { params }) => (result ? [filters, 'Posts', 'Beads', { type: 'Bead', id: params.bead }, 'Member'] : []),
    }),
  }),
})

export const { useMediaGroupInfiniteQuery, useOwnGroupInfiniteQuery, usePagePicturesMutation, useLinkInfoMutation, useRepostMutation } =
  postWizardApi
