/** How links within a text are shown (I1). Fetched with what shows them. */
import type { Answer } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** Seconds: who comes back to a text need not ask again. */
const keepUnusedDataFor = 600

export const embedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    inlineEmbed: build.query<Answer<'POST /api/v0/media/inlineEmbed'>, string>({
      query: (url) => ({ key: 'POST /api/v0/media/inlineEmbed', input: { body: { url } } }),
      keepUnusedDataFor,
    }),
    /** At most ten at once, which the server answers in their order. */
    unsupportedInlineEmbeds: build.query<Answer<'POST /api/v0/media/unsupportedInlineEmbed'>, readonly string[]>({
      query: (urls) => ({ key: 'POST /api/v0/media/unsupportedInlineEmbed', input: { body: { urls } } }),
      keepUnusedDataFor,
    }),
  }),
})

export type Embedded = Answer<'POST /api/v0/media/inlineEmbed'>

export const { useInlineEmbedQuery, useUnsupportedInlineEmbedsQuery } = embedsApi
