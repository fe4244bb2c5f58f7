/** Look-ups while a person types, and search (B7, AP9). Answered from the database. */
import { z } from 'zod'
import { categoryFilter, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { page, paging } from '../schemas.ts'
import { Curator, SearchItem, searchTypes, TagCount } from '../schemas/lookups.ts'

const text = z.string().trim().min(1).max(100)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true').optional()
const few = paging(limits.page.search, 50)

export const lookupsEndpoints = {
  'GET /api/v0/ml/tags/:query/relatedtags': {
    summary: 'Tags that posts with this tag also have, most often first',
    auth: 'none',
    params: z.object({ query: text }),
    query: z.object(few),
    answer: page(TagCount),
  },
  'GET /api/v1/ml/autocomplete/tag/:query': {
    summary: 'Tags that begin like this, most used first',
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
    summary: 'Members who posted most with a tag',
    auth: 'optional',
    params: z.object({ tag: text }),
    query: z.object(few),
    answer: page(Curator),
  },
  'GET /api/v2/search': {
    summary: 'Playlists, members, tags and posts in whose titles and names words begin like those of the query; of several types they take turns',
    auth: 'optional',
    query: z.object({
      q: z.string().max(200).default('').describe('Words. A handle before them says what is looked for: * or "bead " playlists, # tags, @ members'),
      type: z.string().max(100).optional().describe(`Any of ${searchTypes.join(', ')}, joined by commas; all where nothing is said. Other types find nothing here`),
      ...paging(limits.page.search, 100),
      materialize: flag.describe('Each find brings the whole thing along'),
      autocomplete: flag.describe('The last word may be unfinished'),
      write: flag.describe('Only playlists that who asks may post to'),
      collectedby: z.string().max(limits.uid.max).optional().describe('`self` or a user id: only posts that they collected, and the playlists and creators of these'),
      category: categoryFilter,
    }),
    answer: page(SearchItem),
    errors: ['unauthenticated'],
  },
} as const satisfies Record<string, Endpoint>
