/** Autocomplete and search (B7, AP9, X5). */
import { z } from 'zod'
import { categoryFilter, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { page, paging } from '../schemas.ts'
import { Curator, SearchItem, searchTypes, TagCount } from '../schemas/lookups.ts'

const text = z.string().trim().min(1).max(100)
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional()
const few = paging(limits.page.search, 50)

export const lookupsEndpoints = {
  'GET /api/v0/ml/tags/:query/relatedtags': {
    summary: 'Tags that often occur together with this tag; for a text that is not a tag, the tags of matching posts',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(TagCount),
  },
  'GET /api/v1/ml/autocomplete/tag/:query': {
    summary: 'Tags with this prefix, tolerating typing errors, best match first',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(TagCount),
  },
  'GET /api/v0/ml/autocomplete/who/:query': {
    summary: 'Artists with a name word that has this prefix',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(z.object({ _id: z.string(), id: z.string(), name: z.string() })),
  },
  'GET /api/v0/ml/tags/:tag/curators': {
    summary: 'Members who posted with exactly this tag, most posts first',
    auth: 'optional',
    params: z.object({ tag: text }),
    query: z.object({
      ...few,
      words: flag.describe('For text queries: if no post has the text as a tag, the authors of matching posts'),
    }),
    answer: page(Curator),
  },
  'GET /api/v2/search': {
    summary: 'Matching playlists, members, tags and posts, best match first; several types are interleaved',
    description:
      'Ignores case and accents, and tolerates typing errors: one from four letters on, two from eight. `counts.total` is capped at 1000, the maximum number of reachable results.',
    auth: 'optional',
    query: z.object({
      q: z
        .string()
        .max(200)
        .default('')
        .describe(
          'The query. A handle restricts it: * or "bead " to playlists, @ to members (by name and user id), # to tags with this prefix and playlists and posts with exactly this tag',
        ),
      type: z
        .string()
        .max(100)
        .optional()
        .describe(`Any of ${searchTypes.join(', ')}, separated by commas; by default all. Other types return no results`),
      ...paging(limits.page.search, 100),
      materialize: flag.describe('Includes the full entity in each result'),
      autocomplete: flag.describe(
        'Treats the last word as a prefix; otherwise prefixes are only matched if whole words match nothing. Implies `sections`',
      ),
      sections: flag.describe(
        'For the live dropdown: each type with results gets a slot on the first page, the remaining slots go to the best matches; later pages may repeat results. The total equals that of the results page',
      ),
      write: flag.describe('Only playlists that the viewer may post to'),
      collectedby: z
        .string()
        .max(limits.uid.max)
        .optional()
        .describe(
          '`self` or a user id: only posts collected by that member (the latest 10,000), and their playlists and authors; an empty query matches all',
        ),
      category: categoryFilter.describe('Only playlists and posts of this category'),
      tag: text.optional().describe('Only playlists and posts with this tag'),
    }),
    answer: page(SearchItem),
    errors: ['unauthenticated'],
  },
} as const satisfies Record<string, Endpoint>
