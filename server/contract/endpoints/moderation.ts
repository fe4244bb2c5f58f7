/** Flags and the tools of admins (B7, A6 "Admin", decisions 14, 21 and 23). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Bead, BeadId, CommentId, page, paging, PostId, Privileges, Uid } from '../schemas.ts'
import { AdminAction, Flagged, FlagReason, Standing } from '../schemas/moderation.ts'

const target = z.object({ id: z.union([PostId, CommentId]) })
const reason = z.object({ reason: FlagReason.describe('"Does not belong in this playlist" is for posts alone').meta({ example: 'Spam' }) })

const flag = {
  auth: 'member',
  params: target,
  answer: z.object({ message: z.string().meta({ example: 'Thanks, we have received your feedback' }) }),
  limit: { requests: 60, seconds: 3600 },
  errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
} as const satisfies Partial<Endpoint>

const switches = Privileges.partial()

export const moderationEndpoints = {
  'GET /api/v0/feedback/flag/:id': {
    summary: 'Flags a post or a comment, of others; a second time is no error and counts for nothing. Admins do not flag, they resolve',
    query: reason,
    changes: true,
    ...flag,
  },
  'POST /api/v0/feedback/flag/:id': { summary: 'The same as the GET', body: reason, ...flag },

  'GET /api/v0/admin/flags': {
    summary: 'The review queue: what members flagged and no admin has resolved yet, most flagged first',
    auth: 'admin',
    query: z.object(paging(limits.page.review, 100)),
    answer: page(Flagged),
  },
  'POST /api/v0/admin/flags/:id': {
    summary: 'Resolves the flags of a post or a comment: dismisses them, or removes what was flagged',
    auth: 'admin',
    params: target,
    body: z.object({ resolution: z.enum(['dismiss', 'remove']) }),
    answer: z.object({ removed: z.boolean() }),
    errors: ['not_found', 'read_only'],
  },
  'GET /api/v0/admin/drafts': {
    summary: 'Open playlists that wait for their review, the latest first; publishing is POST /api/v0/beads/:id/publish',
    auth: 'admin',
    query: z.object(paging(limits.page.review, 100)),
    answer: page(Bead),
  },
  'GET /api/v0/admin/actions': {
    summary: 'What admins did, the latest first',
    auth: 'admin',
    query: z.object({
      ...paging(limits.page.actions, 200),
      by: Uid.optional().describe('Only what this admin did'),
      target: z.string().min(1).max(64).optional().describe('Only what was done to this: the id of a post, comment or playlist, or a uid'),
    }),
    answer: page(AdminAction),
  },
  'GET /api/v0/admin/members/:uid/privileges': {
    summary: 'What a member may do',
    auth: 'admin',
    params: z.object({ uid: Uid }),
    answer: Standing,
    errors: ['not_found'],
  },
  'POST /api/v0/admin/members/:uid/privileges': {
    summary:
      'Gives a member privileges and takes them away, verifies them, makes them an admin; what is absent stays as it is. The last admin remains one',
    auth: 'admin',
    params: z.object({ uid: Uid }),
    body: z
      .object({ privileges: switches.optional(), verified: z.boolean().optional(), isAdmin: z.boolean().optional() })
      .meta({ example: { privileges: { canComment: false } } }),
    answer: Standing,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'POST /api/v0/admin/day': {
    summary: 'Makes a published open playlist that holds a post the Bead of the Day',
    auth: 'admin',
    body: z.object({
      bead: BeadId,
      day: z.iso.date().optional().describe('UTC; today where absent'),
    }),
    answer: z.object({ bead: Bead }),
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
