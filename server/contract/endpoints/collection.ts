/** Filters of a collection (B7, Y2). `GET /api/v0/posts` lists its posts. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { BeadId, Uid } from '../schemas.ts'
import { TagCount } from '../schemas/lookups.ts'
import { postFilters } from './posts.ts'

const Count = z.int().min(0)
const filterTypes = ['tag', 'bead', 'member'] as const
const Counted = { name: z.string(), image: z.string().nullable(), count: Count }
const limit = z.coerce
  .number()
  .int()
  .min(1)
  .default(limits.page.filters)
  .transform((n) => Math.min(n, 100))

export const collectionEndpoints = {
  'GET /api/v1/collection/filters': {
    summary:
      "Tags, playlists and members of a collection with their numbers of posts, highest first. Without collectedby and createdby it is the viewer's collection",
    auth: 'optional',
    query: z.object({
      ...postFilters,
      limit,
      type: z
        .string()
        .max(60)
        .refine(
          (value) => value.split(',').every((type) => (filterTypes as readonly string[]).includes(type)),
          'must be tag, bead and member, joined by commas',
        )
        .optional()
        .describe('Comma-separated facets: tag, bead, member. Default: all')
        .meta({ example: 'tag,member' }),
    }),
    answer: z.object({
      tags: z.array(TagCount),
      beads: z.array(z.object({ _id: BeadId, id: BeadId, ...Counted })),
      members: z.array(z.object({ _id: Uid, id: Uid, ...Counted })),
      counts: z.object({ total: Count.describe('Matching posts') }),
    }),
    errors: ['not_found', 'forbidden', 'unauthenticated'],
  },
  'GET /api/v0/beads/:id/filters': {
    summary: "Tags and members by which a playlist's posts can be filtered, with their numbers of posts, highest first",
    auth: 'optional',
    params: z.object({ id: BeadId }),
    query: z.object({
      tag: postFilters.tag,
      createdby: postFilters.createdby,
      collectedby: postFilters.collectedby,
      filter: postFilters.filter,
      limit,
      type: z.enum(['tag', 'member']).optional().describe('Which facet to return. Default: both'),
    }),
    answer: z.object({
      tags: z.array(TagCount),
      members: z.array(z.object({ _id: Uid, id: Uid, ...Counted })),
      counts: z.object({ total: Count.describe('Matching posts') }),
    }),
    errors: ['not_found', 'forbidden', 'unauthenticated'],
  },
} as const satisfies Record<string, Endpoint>
