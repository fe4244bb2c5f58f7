/** Lookups while typing. Loaded with the fields that use them. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** In seconds: short, so that new items are found soon. */
const keepUnusedDataFor = 60

export const lookupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first results; the search page requests all of them. */
    quickSearch: build.query<Answer<'GET /api/v2/search'>, CallInput<'GET /api/v2/search'>>({
      query: (input) => ({ key: 'GET /api/v2/search', input }),
      keepUnusedDataFor,
      // Results depend on the viewer and change with new content.
      providesTags: ['Beads', 'Posts', 'Member'],
    }),
    tagSuggestions: build.query<Answer<'GET /api/v1/ml/autocomplete/tag/:query'>, CallInput<'GET /api/v1/ml/autocomplete/tag/:query'>>({
      query: (input) => ({ key: 'GET /api/v1/ml/autocomplete/tag/:query', input }),
      keepUnusedDataFor,
    }),
    artistSuggestions: build.query<Answer<'GET /api/v0/ml/autocomplete/who/:query'>, CallInput<'GET /api/v0/ml/autocomplete/who/:query'>>({
      query: (input) => ({ key: 'GET /api/v0/ml/autocomplete/who/:query', input }),
      keepUnusedDataFor,
    }),
  }),
})

interface RunningQuery<T> {
  abort(): void
  unsubscribe(): void
  unwrap(): Promise<T>
}

/** Awaits a query that was started without a hook. Aborts it with the signal, and unsubscribes at the end. */
export async function awaitAnswer<T>(running: RunningQuery<T>, signal: AbortSignal): Promise<T> {
  const abort = () => running.abort()
  signal.addEventListener('abort', abort)
  try {
    return await running.unwrap()
  } finally {
    signal.removeEventListener('abort', abort)
    running.unsubscribe()
  }
}
