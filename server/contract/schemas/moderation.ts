/** The shapes of the admin tools. */
import { z } from 'zod'
import { idPattern } from '../ids.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { adminActions, flagReasons, verdicts } from '../rules.ts'
import { Bead, Comment, Instant, Member, MemberRef, Post, Privileges, Uid } from '../schemas.ts'

const Count = z.int().min(0)

export const FlagReason = z.enum(flagReasons)

/** Of an admin's action. */
export const Reason = z.string(messages.reasonRequired).trim().min(1, messages.reasonRequired).max(limits.review.reason)
export const OptionalReason = z.string().trim().max(limits.review.reason).optional().describe('For the log and the member')

/** A flagged entity, listed once for all its flags. */
export const Flagged = z.object({
  _id: z.string(),
  id: z.string().describe('Id of the post or the comment'),
  kind: z.enum(['post', 'comment']),
  post: Post.describe('The flagged post, or the post of the flagged comment'),
  comment: Comment.optional().describe('The flagged comment'),
  flagCount: Count.describe('Flags since the last dismissal'),
  flaggedDate: Instant.describe('When it was last flagged'),
  reasons: z.array(z.object({ reason: FlagReason, count: Count })).describe('The reasons, most frequent first, including dismissed flags'),
  flags: z
    .array(z.object({ creator: MemberRef, reason: FlagReason, creationDate: Instant }))
    .describe('The latest members who flagged it, at most 10'),
})

export const AdminActionName = z.enum(adminActions).describe('Entity and verb')

export const AdminActionId = z
  .string()
  .regex(idPattern('row'))
  .describe('Id of an entry of the admin log')
  .meta({ example: 'x0mgwu0k4b2y9z0c5d' })

/** An entry of the admin log. */
export const AdminAction = z.object({
  _id: z.string(),
  id: z.string(),
  admin: MemberRef.nullable().describe('Null if the account was deleted, and for the operator'),
  uid: Uid.nullable().describe('User id of the admin; null for the operator of the server, who uses the command line'),
  action: AdminActionName,
  target: z.object({ kind: z.string(), id: z.string() }),
  detail: z.record(z.string(), z.unknown()).describe('Details that cannot be looked up later: a deleted title, the state before and after'),
  creationDate: Instant,
})

export const Verdict = z
  .enum([...new Set([...verdicts.bead, ...verdicts.post])])
  .describe(
    'publish and return: only of a playlist, the latter with a reason, which its author sees; dismiss: only of a flagged post or comment',
  )

/** A decision about an item of the review queue, which takes effect at `dueDate` and can be undone before. */
export const Decision = z.object({
  id: z.string().describe('Id of the item'),
  title: z.string().describe('Title of the playlist or the post'),
  verdict: Verdict,
  reason: z.string().nullable(),
  dueDate: Instant,
  remainingMs: Count.describe("Milliseconds until it takes effect, by the server's clock"),
})

/** An item of the review queue. It has either `bead` or `flagged`. */
export const ReviewItem = z.object({
  _id: z.string(),
  id: z.string().describe('Id of the playlist, post or comment'),
  since: Instant.describe('Submission of the playlist, or first flag since the last dismissal'),
  bead: Bead.optional().describe('An open playlist under review'),
  flagged: Flagged.optional().describe('A flagged post or comment'),
  author: Member.nullable().describe('Who made it; null if the account was deleted'),
  earlier: z.array(AdminAction).describe('Earlier admin actions on it, latest first'),
})

/** A member's privileges and roles, as admins edit them. */
export const MemberRights = z.object({
  uid: Uid,
  name: z.string(),
  privileges: Privileges,
  verified: z.boolean(),
  isAdmin: z.boolean(),
})

export type Flagged = z.infer<typeof Flagged>
export type AdminAction = z.infer<typeof AdminAction>
export type Decision = z.infer<typeof Decision>
export type ReviewItem = z.infer<typeof ReviewItem>
export type MemberRights = z.infer<typeof MemberRights>
