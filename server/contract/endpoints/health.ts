/** The share of playable posts, for admins (BZ6). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { linkProviders } from '../rules.ts'
import { Bead, Instant, paging } from '../schemas.ts'

const Count = z.int().min(0)
const numbers = { total: Count.describe('Posts with a link'), dead: Count.describe('Posts of these whose link is dead') }
const Provider = z.enum(linkProviders)

const BeadHealth = z.object({
  bead: Bead,
  ...numbers,
  checkedDate: Instant.nullable().describe('When one of its links was last checked with a result; null if never'),
})
export type BeadHealth = z.infer<typeof BeadHealth>

export const healthEndpoints = {
  'GET /api/v0/admin/health': {
    summary: 'How many posts are playable, in total and by provider',
    auth: 'admin',
    answer: z.object({ ...numbers, providers: z.array(z.object({ provider: Provider, ...numbers })).describe('Most posts first') }),
  },
  'GET /api/v0/admin/health/beads': {
    summary: 'Playlists by their share of playable posts, worst first',
    auth: 'admin',
    query: z.object({
      provider: Provider.optional().describe('Only posts of this provider count'),
      limit: paging(limits.page.review, 100).limit,
      after: z
        .string()
        .regex(/^\d(\.\d{1,20})?(e-\d{1,2})?~\d{1,9}~b[a-z0-9]{17}$/)
        .optional()
        .describe('`next` of the page before')
        .meta({ example: '0.5~3~b0mgwu0k4b2y9z0c5d' }),
    }),
    answer: z.object({ results: z.array(BeadHealth), next: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>
