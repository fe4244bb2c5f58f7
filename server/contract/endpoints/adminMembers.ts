/** Members on the admin page (M1, S3), and the account history (BY14). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Instant, paging, Suspension, Uid } from '../schemas.ts'
import { AdminMember, ContentRemoval, HistoryEntry, HistoryId, RemovalPreview } from '../schemas/adminMembers.ts'
import { OptionalReason, Reason } from '../schemas/moderation.ts'

const member = z.object({ uid: Uid })
const since = Instant.optional().describe('First instant of the period; absent: everything')

export const adminMembersEndpoints = {
  'GET /api/v0/admin/members': {
    summary: 'Members, found by name, user id, e-mail address or tag; without a query the newest first',
    auth: 'admin',
    query: z.object({
      q: z
        .string()
        .trim()
        .max(200)
        .default('')
        .describe('A name or user id; the beginning of an e-mail address, up to and beyond the @; or #tag: members who post with it'),
      list: z.enum(['newest', 'suspended', 'admins']).default('newest').describe('Which members, without a query'),
      limit: paging(limits.page.adminMembers, 100).limit,
      after: z.string().min(1).max(limits.uid.max).optional().describe('`next` of the page before').meta({ example: '25' }),
    }),
    answer: z.object({ results: z.array(AdminMember), next: z.string().nullable() }),
    limit: { requests: 600, seconds: 600 },
  },
  'GET /api/v0/admin/members/:uid': {
    summary: 'A member as admins see it, with the latest removal of content',
    auth: 'admin',
    params: member,
    answer: z.object({
      member: AdminMember,
      sessionCount: z.int().min(0).describe('Signed-in browsers and televisions'),
      removal: ContentRemoval.nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /api/v0/admin/members/:uid/suspension': {
    summary: 'Suspends a member, or changes the end or reason of the suspension. A suspended member can read, but not change anything',
    auth: 'admin',
    params: member,
    body: Suspension.extend({ reason: Reason }),
    answer: AdminMember,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'DELETE /api/v0/admin/members/:uid/suspension': {
    summary: 'Lifts the suspension of a member. Idempotent',
    auth: 'admin',
    params: member,
    body: z.object({ reason: OptionalReason }),
    answer: AdminMember,
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/admin/members/:uid/sessions/end': {
    summary: 'Signs a member out everywhere at once: browsers, televisions, cast receivers, and push messages to them',
    auth: 'admin',
    params: member,
    body: z.object({ reason: OptionalReason }),
    answer: z.object({ ended: z.int().min(0) }),
    errors: ['not_found', 'read_only'],
  },
  'GET /api/v0/admin/members/:uid/removal': {
    summary: 'What a removal of the content of a member would remove',
    auth: 'admin',
    params: member,
    query: z.object({ since }),
    answer: RemovalPreview,
    limit: { requests: 120, seconds: 600 },
    errors: ['not_found'],
  },
  'POST /api/v0/admin/members/:uid/removal': {
    summary:
      'Removes the posts, comments and playlists of a member of a period, in batches in the background; one removal per member at a time',
    auth: 'admin',
    params: member,
    body: z.object({ since, before: Instant.describe('`before` of the preview'), reason: Reason }),
    answer: ContentRemoval,
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'GET /api/v0/me/history': {
    summary: "What admins did to the member's account, posts, comments and playlists, and why; latest first",
    auth: 'member',
    query: z.object({
      limit: paging(limits.page.history, 100).limit,
      before: HistoryId.optional().describe('Only entries below this one: `next` of the page before'),
    }),
    answer: z.object({ results: z.array(HistoryEntry), next: HistoryId.nullable() }),
  },
} as const satisfies Record<string, Endpoint>
