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
    summary: 'Tags that posts with this tag also have, most often first; of words that are no tag, the tags of the posts that they find',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(TagCount),
  },
  'GET /api/v1/ml/autocomplete/tag/:query': {
    summary: 'Tags that begin like this, typing errors forgiven, best first',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(TagCount),
  },
  'GET /api/v0/ml/autocomplete/who/:query': {
    summary: 'Artists in whose names a word begins like this',
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
      words: flag.describe(
        'For a search for words: where no post has them as a tag, the members who made the posts in which they are found',
      ),
    }),
    answer: page(Curator),
  },
  'GET /api/v2/search': {
    summary: 'Playlists, members, tags and posts in which the words are found, best first; of several types they take turns',
    description:
      'Case and accents make no difference, and typing errors are forgiven: one from four letters on, two from eight. `counts.total` counts to 1000, and no more can be reached.',
    auth: 'optional',
    query: z.object({
      q: z
        .string()
        .max(200)
        .default('')
        .describe(
          'Words. A handle before them says what is looked for: * or "bead " playlists, @ members, by name and user id only, # tags that begin so, and playlists and posts with exactly this tag',
        ),
      type: z
        .string()
        .max(100)
        .optional()
        .describe(`Any of ${searchTypes.join(', ')}, joined by commas; all where nothing is said. Other types find nothing here`),
      ...paging(limits.page.search, 100),
      materialize: flag.describe('Each find brings the whole thing along'),
      autocomplete: flag.describe(
        'The last word may be unfinished; otherwise it may be so only where the words as they are find nothing. Includes `sections`',
      ),
      sections: flag.describe(
        'For the live list, also of a pasted text: each type with results has a place on the first page, and the other places are for the best matches; later pages may repeat what it holds. The total is that of the results page',
      ),
      write: flag.describe('Only playlists, those that who asks may post to'),
      collectedby: z
        .string()
        .max(limits.uid.max)
        .optional()
        .describe(
          '`self` or a user id: only posts that they collected, the latest 10,000, and the playlists and creators of these; no words find all of them',
        ),
      category: categoryFilter.describe('Only playlists and posts of this category'),
      tag: text.optional().describe('Only playlists and posts that have this tag'),
    }),
    answer: page(SearchItem),
    errors: ['unauthenticated'],
  },
} as const satisfies Record<string, Endpoint>
