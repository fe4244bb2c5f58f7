/** The endpoint for the filters of a collection. Loaded with the screen that shows collections. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, filters } from './api.ts'

type Filters = 'GET /api/v1/collection/filters'

export const collectionApi = api.injectEndpoints({
  endpoints: (build) => ({
    collectionFilters: build.query<Answer<Filters>, CallInput<Filters>>({
      query: (input) => ({ key: 'GET /api/v1/collection/filters', input }),
      providesTags: [filters],
    }),
  }),
})

export const { useCollectionFiltersQuery } = collectionApi
