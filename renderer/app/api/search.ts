/** What is found. Fetched with the screens that search, so that no other's first screen carries it. */
import type { Answer, CallInput } from '../../../server/contract/endpoints.ts'
import { api } from './api.ts'

type Offset = number | null
type Input<K extends 'GET /api/v2/search' | 'GET /api/v0/mediasearch' | 'GET /api/v0/ml/tags/:tag/curators'> = CallInput<K>

const paged = {
  initialPageParam: null as Offset,
  getNextPageParam: (last: { next: number | null }): Offset | undefined => last.next ?? undefined,
}
/** The input, from a later page on. */
const from = <I extends object>(input: I, pageParam: Offset): object =>
  pageParam === null ? input : { ...input, query: { ...(input as { query?: object }).query, from: pageParam } }

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    search: build.infiniteQuery<Answer<'GET /api/v2/search'>, Input<'GET /api/v2/search'>, Offset>({
      infiniteQueryOptions: paged,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v2/search', input: from(queryArg, pageParam) }),
      // What somebody else may see, and what has changed since, is another answer.
      providesTags: ['Beads', 'Posts', 'Member'],
    }),
    relatedTags: build.query<Answer<'GET /api/v0/ml/tags/:query/relatedtags'>, CallInput<'GET /api/v0/ml/tags/:query/relatedtags'>>({
      query: (input) => ({ key: 'GET /api/v0/ml/tags/:query/relatedtags', input }),
    }),
    tagCurators: build.infiniteQuery<Answer<'GET /api/v0/ml/tags/:tag/curators'>, Input<'GET /api/v0/ml/tags/:tag/curators'>, Offset>({
      infiniteQueryOptions: paged,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v0/ml/tags/:tag/curators', input: from(queryArg, pageParam) }),
      providesTags: ['Member'],
    }),
    mediaSearch: build.infiniteQuery<Answer<'GET /api/v0/mediasearch'>, Input<'GET /api/v0/mediasearch'>, Offset>({
      infiniteQueryOptions: paged,
      query: ({ queryArg, pageParam }) => ({ key: 'GET /api/v0/mediasearch', input: from(queryArg, pageParam) }),
    }),
    mediaSources: build.query<Answer<'GET /api/v0/mediasearch/sources'>, void>({
      query: () => ({ key: 'GET /api/v0/mediasearch/sources', input: undefined }),
    }),
    /** How what an address holds is played. */
    mediaInfo: build.query<Answer<'GET /api/v0/media/info/qmedia'>, CallInput<'GET /api/v0/media/info/qmedia'>>({
      query: (input) => ({ key: 'GET /api/v0/media/info/qmedia', input }),
    }),
    /** Posts that are talked about: where to go on where nothing was found. */
    trending: build.query<Answer<'GET /api/v2/trending'>, CallInput<'GET /api/v2/trending'>>({
      query: (input) => ({ key: 'GET /api/v2/trending', input }),
    }),
  }),
})

export const {
  useSearchInfiniteQuery, useRelatedTagsQuery, useTagCuratorsInfiniteQuery, useMediaSearchInfiniteQuery, useMediaSourcesQuery,
  useLazyMediaInfoQuery, useTrendingQuery,
} = searchApi
