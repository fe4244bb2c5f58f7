/** What is asked while somebody types. Fetched with the fields that ask. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** Seconds: what is typed again a moment later is there, and what was made meanwhile is found. */
const keepUnusedDataFor = 60

export const lookupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first of what a search finds; the page of search asks for all of it. */
    quickSearch: build.query<Answer<'GET /api/v2/search'>, CallInput<'GET /api/v2/search'>>({
      query: (input) => ({ key: 'GET /api/v2/search', input }),
      keepUnusedDataFor,
      // Who signs in sees more, and what was just made is found.
      providesTags: ['Beads', 'Posts', 'Member'],
    }),
    tagsBeginning: build.query<Answer<'GET /api/v1/ml/autocomplete/tag/:query'>, CallInput<'GET /api/v1/ml/autocomplete/tag/:query'>>({
      query: (input) => ({ key: 'GET /api/v1/ml/autocomplete/tag/:query', input }),
      keepUnusedDataFor,
    }),
    artistsBeginning: build.query<Answer<'GET /api/v0/ml/autocomplete/who/:query'>, CallInput<'GET /api/v0/ml/autocomplete/who/:query'>>({
      query: (input) => ({ key: 'GET /api/v0/ml/autocomplete/who/:query', input }),
      keepUnusedDataFor,
    }),
  }),
})

interface Running<T> {
  abort(): void
  unsubscribe(): void
  unwrap(): Promise<T>
}

/** The answer of a look-up, which nobody watches any longer; it is called off with the signal. */
export async function answerOf<T>(running: Running<T>, signal: AbortSignal): Promise<T> {
  const abort = () => running.abort()
  signal.addEventListener('abort', abort)
  try {
    return await running.unwrap()
  } finally {
    signal.removeEventListener('abort', abort)
    running.unsubscribe()
  }
}
