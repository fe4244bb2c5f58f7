/** Endpoints for searching pictures at other services such as Flickr (B7). Loaded with the picture search. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

export type PictureSource = Answer<'GET /api/v0/imagesearch/sources'>['sources'][number]['name']
export type PicturePage = Answer<'GET /api/v0/imagesearch/flickr'>
export type FoundPicture = PicturePage['results'][number]

/** Page parameter: at first a short page 1, then full pages, as counted by the server (B9). */
export interface PicturePageParam {
  page: number
  all: boolean
}

interface PictureQuery {
  source: PictureSource
  query: string
}

export const picturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    pictureSources: build.query<Answer<'GET /api/v0/imagesearch/sources'>, void>({
      query: () => ({ key: 'GET /api/v0/imagesearch/sources', input: undefined }),
    }),
    pictures: build.infiniteQuery<PicturePage, PictureQuery, PicturePageParam>({
      infiniteQueryOptions: {
        initialPageParam: { page: 1, all: false },
        getNextPageParam: ({ next }) => (next === null ? undefined : { page: next, all: true }),
      },
      query: ({ queryArg: { source, query }, pageParam: { page, all } }) => ({
        key: `GET /api/v0/imagesearch/${source}` as const,
        input: { query: { query, page, ...(all && { loadMore: '1' }) } } satisfies CallInput<'GET /api/v0/imagesearch/flickr'>,
      }),
    }),
    flickrInfo: build.query<Answer<'GET /api/v0/imagesearch/flickr_getInfo'>, CallInput<'GET /api/v0/imagesearch/flickr_getInfo'>>({
      query: (input) => ({ key: 'GET /api/v0/imagesearch/flickr_getInfo', input }),
    }),
    flickrSizes: build.query<Answer<'GET /api/v0/imagesearch/flickr_getSizes'>, CallInput<'GET /api/v0/imagesearch/flickr_getSizes'>>({
      query: (input) => ({ key: 'GET /api/v0/imagesearch/flickr_getSizes', input }),
    }),
    fivePxPhoto: build.query<Answer<'GET /api/v0/imagesearch/fivepx_getPhoto'>, CallInput<'GET /api/v0/imagesearch/fivepx_getPhoto'>>({
      query: (input) => ({ key: 'GET /api/v0/imagesearch/fivepx_getPhoto', input }),
    }),
  }),
})

export const { usePictureSourcesQuery, usePicturesInfiniteQuery } = picturesApi
