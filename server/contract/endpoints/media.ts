/** What an address holds (B7). */
import { z } from 'zod'
import { link, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { BeadId, Media, Post } from '../schemas.ts'

export const mediaEndpoints = {
  'POST /api/v0/media/detect': {
    summary: 'What an address holds: a medium with its streams, and the post that already has it in the playlist',
    auth: 'member',
    body: z.object({ media: z.object({ href: link }), category: z.string().max(40).optional(), bead: BeadId.optional() }),
    answer: z.object({
      detected: z.object({
        what: z.string(),
        who: z.object({ artists: z.array(z.string()).max(limits.artists) }),
        tags: z.array(z.string()),
        source: z.string(),
        id: z.string(),
        byuri: z.boolean().describe('Told by the address alone: nothing answered at it'),
        bycategory: z.boolean(),
      }),
      media: Media,
      post: Post.optional().describe('The post of the playlist that already holds it'),
    }),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
