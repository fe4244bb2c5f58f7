/** The share of playable posts; for admins also the repair of dead ones, and the link checker (BZ6). */
import { z } from 'zod'
import { link, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { linkProviders } from '../rules.ts'
import { Bead, BeadId, Instant, paging, Post, PostId } from '../schemas.ts'
import { Reason } from '../schemas/moderation.ts'
import { PostParams, RepairId, RepairState, Version } from './repair.ts'

const Count = z.int().min(0)
const numbers = { total: Count.describe('Posts with a link'), dead: Count.describe('Posts of these whose link is dead') }
const Provider = z.enum(linkProviders)

export const BeadHealth = z.object({
  bead: Bead,
  ...numbers,
  checkedDate: Instant.nullable().describe('When one of its links was last checked with a result; null if never'),
})
export type BeadHealth = z.infer<typeof BeadHealth>

const LinkRound = z.object({
  startDate: Instant,
  endDate: Instant,
  alive: Count.describe('Links that work'),
  gone: Count.describe('Links that do not exist; dead if that is still so a day later'),
  unclear: Count.describe('Links with an answer that means neither'),
  failed: Count.describe('Links whose host did not answer, or limits our requests'),
  postponed: Count.describe('Links of hosts that are paused, or that have been checked often enough'),
})
export type LinkRound = z.infer<typeof LinkRound>

const FailingHost = z.object({
  _id: z.string(),
  id: z.string().describe('Name of the host'),
  failures: Count.describe('Consecutive errors'),
  failingSince: Instant,
  failureDate: Instant.describe('The latest error'),
  failure: z.string().describe('HTTP status, or `timeout`, `network`, `name` (not found by the resolver) or `unknown`'),
  pausedUntil: Instant.nullable().describe('No link of the host is checked before'),
})
export type FailingHost = z.infer<typeof FailingHost>

const ProviderHealth = z.object({ provider: Provider, ...numbers })

const reason = Reason.describe("For the log; the post's creator sees it in the account history")

const BeadParams = z.object({ id: BeadId })

export const healthEndpoints = {
  'GET /api/v0/admin/health': {
    summary: 'How many posts are playable, in total and by provider',
    auth: 'admin',
    answer: z.object({ ...numbers, providers: z.array(ProviderHealth).describe('Most posts first') }),
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
  'GET /api/v0/admin/health/beads/:id': {
    summary: 'How many posts of a playlist are playable, in total and by provider',
    auth: 'admin',
    params: BeadParams,
    answer: BeadHealth.extend({ providers: z.array(ProviderHealth).describe('Most dead posts first') }),
    errors: ['not_found'],
  },
  'GET /api/v0/admin/health/beads/:id/posts': {
    summary: 'Posts of a playlist with a dead link, latest first',
    auth: 'admin',
    params: BeadParams,
    query: z.object({ limit: paging(limits.page.posts, 100).limit, after: PostId.optional().describe('`next` of the page before') }),
    answer: z.object({ results: z.array(Post), next: PostId.nullable() }),
    errors: ['not_found'],
  },
  'POST /api/v0/admin/health/posts/:id/repair': {
    summary: 'Replaces a dead link like `POST /api/v0/posts/{id}/repair`, with a reason',
    auth: 'admin',
    params: PostParams,
    body: z.object({ href: link, version: Version, reason }),
    answer: RepairState,
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'conflict', 'too_large', 'unsupported_type', 'read_only'],
  },
  'POST /api/v0/admin/health/posts/:id/repair/reject': {
    summary: 'Rejects a suggestion, or withdraws the rejection, with a reason',
    auth: 'admin',
    params: PostParams,
    body: z.object({ href: link, rejected: z.boolean().default(true), reason }),
    answer: RepairState,
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/admin/health/posts/:id/repair/undo': {
    summary: 'Undoes a repair, with a reason. 409 if the post has changed since',
    auth: 'admin',
    params: PostParams,
    body: z.object({ repair: RepairId, reason }),
    answer: RepairState,
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'GET /api/v0/beads/:id/health': {
    summary: 'How many posts of a playlist are playable',
    description: 'For those who may repair all of its posts: its creator, its invitees, and admins.',
    auth: 'member',
    params: BeadParams,
    answer: z.object(numbers),
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/admin/health/checker': {
    summary: 'The state of the link checker, which all servers of the database share',
    auth: 'admin',
    answer: z.object({
      isRunning: z.boolean(),
      lastRunDate: Instant.nullable(),
      nextRunDate: Instant.describe('Next round'),
      failures: Count.describe('Consecutive failed rounds'),
      round: LinkRound.nullable().describe('The latest round that had due links'),
      due: Count.describe('Due links, at most 10,000'),
      nextDueDate: Instant.nullable().describe('The earliest due date of all links; null if there are none'),
    }),
  },
  'GET /api/v0/admin/health/hosts': {
    summary: 'Hosts of links whose latest check failed, the latest failure first',
    auth: 'admin',
    query: z.object({
      limit: paging(limits.page.review, 100).limit,
      after: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z~[^~]{1,255}$/)
        .optional()
        .describe('`next` of the page before')
        .meta({ example: '2026-01-01T00:00:00.000Z~example.org' }),
    }),
    answer: z.object({ results: z.array(FailingHost), next: z.string().nullable() }),
  },
  'POST /api/v0/admin/health/beads/:id/check': {
    summary: 'Checks the links of a playlist before others, beginning now',
    description: 'Hosts that are paused, or were checked often enough in the last minute, wait as in any other round.',
    auth: 'admin',
    params: BeadParams,
    answer: z.object({ links: Count.describe('Links of the playlist') }),
    limit: { requests: 30, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
