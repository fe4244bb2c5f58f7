/** Search endpoints. Loaded with the search screens, so that no other first screen includes them. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, pageOf, type Offset } from './api.ts'

type Input<K extends 'GET /api/v2/search' | 'GET /api/v0/mediasearch' | 'GET /api/v0/ml/tags/:tag/curators'> = CallInput<K>

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    search: build.infiniteQuery<Answer<'GET /api/v2/search'>, Input<'GET /api/v2/search'>, Offset>({
      ...pageOf<'GET /api/v2/search'>('GET /api/v2/search'),
      // Results depend on the viewer and change with new content.
      providesTags: ['Beads', 'Posts', 'Member'],
    }),
    relatedTags: build.query<Answer<'GET /api/v0/ml/tags/:query/relatedtags'>, CallInput<'GET /api/v0/ml/tags/:query/relatedtags'>>({
      query: (input) => ({ key: 'GET /api/v0/ml/tags/:query/relatedtags', input }),
    }),
    tagCurators: build.infiniteQuery<Answer<'GET /api/v0/ml/tags/:tag/curators'>, Input<'GET /api/v0/ml/tags/:tag/curators'>, Offset>({
      ...pageOf<'GET /api/v0/ml/tags/:tag/curators'>('GET /api/v0/ml/tags/:tag/curators'),
      providesTags: ['Member'],
    }),
    mediaSearch: build.infiniteQuery<Answer<'GET /api/v0/mediasearch'>, Input<'GET /api/v0/mediasearch'>, Offset>({
      ...pageOf<'GET /api/v0/mediasearch'>('GET /api/v0/mediasearch'),
    }),
    mediaSources: build.query<Answer<'GET /api/v0/mediasearch/sources'>, void>({
      query: () => ({ key: 'GET /api/v0/mediasearch/sources', input: undefined }),
    }),
    /** The medium and streams of a link. */
    mediaInfo: build.query<Answer<'GET /api/v0/media/info/qmedia'>, CallInput<'GET /api/v0/media/info/qmedia'>>({
      query: (input) => ({ key: 'GET /api/v0/media/info/qmedia', input }),
    }),
  }),
})

export const {
  useSearchInfiniteQuery,
  useRelatedTagsQuery,
  useTagCuratorsInfiniteQuery,
  useMediaSearchInfiniteQuery,
  useMediaSourcesQuery,
  useLazyMediaInfoQuery,
} = searchApi
