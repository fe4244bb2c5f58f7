/** Playlists, posts and comments on the admin page (M1, H3, E1). */
import { z } from 'zod'
import { deleted, type Endpoint } from '../endpoint.ts'
import { Bead, BeadId, CommentId, PostId } from '../schemas.ts'
import { AdminContent, PartnerSubmission } from '../schemas/adminContent.ts'
import { OptionalReason, Reason } from '../schemas/moderation.ts'

const content = z.object({ id: z.union([BeadId, PostId, CommentId]) })

export const adminContentEndpoints = {
  'GET /api/v0/admin/content/:id': {
    summary: 'A playlist, post or comment with its state, author, flags and earlier admin actions',
    auth: 'admin',
    params: content,
    answer: AdminContent,
    limit: { requests: 600, seconds: 600 },
    errors: ['not_found'],
  },
  'DELETE /api/v0/admin/content/:id': {
    summary: 'Deletes a playlist with its posts, a post or a comment. Its author sees the reason in the account history',
    auth: 'admin',
    params: content,
    body: z.object({ reason: Reason.describe('For the log and the author') }),
    answer: deleted,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'POST /api/v0/admin/posts/:id/partner': {
    summary: "Reads the private data of a submission to a partner's challenge. A POST, because the log records who read it",
    auth: 'admin',
    params: z.object({ id: PostId }),
    answer: PartnerSubmission,
    limit: { requests: 120, seconds: 600 },
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/admin/beads/:id/featuredpost': {
    summary: 'Features a post of a playlist: its page and its player show it first. Without a post, ends that',
    auth: 'admin',
    params: z.object({ id: BeadId }),
    body: z.object({ post: PostId.nullable(), reason: OptionalReason }),
    answer: z.object({ bead: BeadId, data: Bead }),
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/admin/day': {
    summary: 'Makes a published open playlist with posts the Bead of the Day, of today or of a later day, at most ten years from now',
    auth: 'admin',
    body: z.object({
      bead: BeadId,
      day: z.iso.date().optional().describe('UTC; default: today'),
      reason: OptionalReason,
    }),
    answer: z.object({ bead: Bead }),
    errors: ['not_found', 'read_only'],
  },
  'DELETE /api/v0/admin/day': {
    summary: 'Removes a playlist as the Bead of the Day, of today or of a later day. Today another one is chosen, if there is one',
    auth: 'admin',
    body: z.object({ bead: BeadId, day: z.iso.date().describe('UTC').meta({ example: '2030-01-31' }), reason: OptionalReason }),
    answer: z.object({ removed: z.literal(true) }),
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
