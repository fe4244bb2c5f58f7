/** Embeds for links in texts (I1). Loaded with the components that show them. */
import type { Answer } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** In seconds: long enough for going back to a page with the same text. */
const keepUnusedDataFor = 600

export const embedsApi = api.injectEndpoints({
  endpoints: (build) => ({
    inlineEmbed: build.query<Answer<'POST /api/v0/media/inlineEmbed'>, string>({
      query: (url) => ({ key: 'POST /api/v0/media/inlineEmbed', input: { body: { url } } }),
      keepUnusedDataFor,
    }),
    /** At most ten URLs; answered in the same order. */
    unsupportedInlineEmbeds: build.query<Answer<'POST /api/v0/media/unsupportedInlineEmbed'>, readonly string[]>({
      query: (urls) => ({ key: 'POST /api/v0/media/unsupportedInlineEmbed', input: { body: { urls } } }),
      keepUnusedDataFor,
    }),
  }),
})

export type Embedded = Answer<'POST /api/v0/media/inlineEmbed'>

export const { useInlineEmbedQuery, useUnsupportedInlineEmbedsQuery } = embedsApi
