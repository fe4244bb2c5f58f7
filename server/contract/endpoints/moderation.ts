/** Flags and the tools of admins (B7, A6 "Admin", decisions 14 and 21). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { BeadId, CommentId, paging, PostId, Privileges, Uid } from '../schemas.ts'
import {
  AdminAction,
  AdminActionId,
  AdminActionName,
  Decision,
  FlagReason,
  MemberRights,
  OptionalReason,
  ReviewItem,
  Verdict,
} from '../schemas/moderation.ts'

const reviewTarget = z.object({ id: z.union([BeadId, PostId, CommentId]) })
const target = z.object({ id: z.union([PostId, CommentId]) })
const reason = z.object({ reason: FlagReason.describe('"Does not belong in this playlist" is for posts only').meta({ example: 'Spam' }) })

const flag = {
  auth: 'member',
  params: target,
  answer: z.object({ message: z.string().meta({ example: 'Thanks, we have received your feedback' }) }),
  limit: { requests: 60, seconds: 3600 },
  errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
} as const satisfies Partial<Endpoint>

const logFilter = {
  by: Uid.optional().describe('Only actions of this admin'),
  target: z.string().min(1).max(64).optional().describe('Only actions on this entity: the id of a post, comment or playlist, or a uid'),
  action: AdminActionName.optional().describe('Only actions of this kind'),
  since: z.iso.date().optional().describe('First day, UTC'),
  until: z.iso.date().optional().describe('Last day, UTC'),
}

const switches = Privileges.partial()

export const moderationEndpoints = {
  'GET /api/v0/feedback/flag/:id': {
    summary: "Flags another member's post or comment. Idempotent. Admins resolve flags instead",
    query: reason,
    changes: true,
    ...flag,
  },
  'POST /api/v0/feedback/flag/:id': { summary: 'Same as GET', body: reason, ...flag },

  'GET /api/v0/admin/review': {
    summary: 'The review queue: open playlists under review, and flagged posts and comments, oldest first, without decided ones',
    auth: 'admin',
    query: z.object({
      limit: paging(limits.page.review, 100).limit,
      after: z
        .string()
        .regex(/^[\dTZ:.-]{24}~[a-z0-9]{18}$/)
        .optional()
        .describe('`next` of the page before')
        .meta({ example: '2026-03-04T10:00:00.000Z~b0mgwu0k4b2y9z0c5d' }),
    }),
    answer: z.object({
      results: z.array(ReviewItem),
      next: z.string().nullable(),
      pending: z.array(Decision).describe("The viewer's decisions that can be undone, latest first"),
    }),
  },
  'POST /api/v0/admin/review/:id': {
    summary: 'Decides about an item of the review queue. Takes effect after 30 seconds; one decision per item',
    auth: 'admin',
    params: reviewTarget,
    body: z.object({
      verdict: Verdict,
      reason: OptionalReason.describe('For the admin log; required to return a playlist, whose author sees it'),
    }),
    answer: Decision,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'DELETE /api/v0/admin/review/:id': {
    summary: "Undoes the viewer's decision before it takes effect",
    auth: 'admin',
    params: reviewTarget,
    answer: z.object({ undone: z.literal(true) }),
    errors: ['conflict', 'read_only'],
  },
  'GET /api/v0/admin/actions': {
    summary: 'The admin log, latest first',
    auth: 'admin',
    query: z.object({
      ...logFilter,
      limit: paging(limits.page.actions, 200).limit,
      before: AdminActionId.optional().describe('Only entries below this one: `next` of the page before'),
    }),
    answer: z.object({ results: z.array(AdminAction), next: AdminActionId.nullable() }),
  },
  'GET /api/v0/admin/actions/export': {
    summary: 'The admin log as a table, latest first',
    auth: 'admin',
    query: z.object(logFilter),
    answer: z
      .string()
      .describe('A CSV file (RFC 4180): date, user id and name of the admin, action, kind and id of the target, details as JSON'),
    produces: 'text/csv; charset=utf-8',
    limit: { requests: 20, seconds: 3600 },
  },
  'GET /api/v0/admin/members/:uid/privileges': {
    summary: "A member's privileges",
    auth: 'admin',
    params: z.object({ uid: Uid }),
    answer: MemberRights,
    errors: ['not_found'],
  },
  'POST /api/v0/admin/members/:uid/privileges': {
    summary: "Changes a member's privileges, verification and admin role; absent fields stay as they are. The last admin keeps the role",
    auth: 'admin',
    params: z.object({ uid: Uid }),
    body: z
      .object({
        privileges: switches.optional(),
        verified: z.boolean().optional(),
        isAdmin: z.boolean().optional(),
        reason: OptionalReason,
      })
      .meta({ example: { privileges: { canComment: false } } }),
    answer: MemberRights,
    errors: ['not_found', 'conflict', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
