/** A playlist, post or comment with everything that admins see of it. */
import { z } from 'zod'
import { Bead, Comment, Instant, Member, MemberRef, Post, PostId } from '../schemas.ts'
import { AdminAction, FlagReason } from './moderation.ts'
import { PartnerEntry } from './partner.ts'

const Count = z.int().min(0)

/** Flags of a post or comment, with those that were dismissed. */
export const FlagSummary = z.object({
  status: z.enum(['open', 'dismissed']),
  flagCount: Count.describe('Flags since the last dismissal'),
  changedDate: Instant.describe('Of the latest flag while they are open, of the dismissal afterwards'),
  reasons: z.array(z.object({ reason: FlagReason, count: Count })).describe('The reasons, most frequent first'),
  flags: z.array(z.object({ creator: MemberRef, reason: FlagReason, creationDate: Instant })).describe('The latest, at most 10'),
})

const ContentState = z
  .enum(['published', 'draft', 'review', 'returned', 'deleted'])
  .describe(
    'review: an open playlist that waits for an admin; returned: one in the hands of its creator again; draft: a personal playlist, or a post or comment in any draft; deleted: only of comments',
  )

/** A playlist, post or comment as admins see it. */
export const AdminContent = z.object({
  _id: z.string(),
  id: z.string(),
  kind: z.enum(['bead', 'post', 'comment']),
  state: ContentState,
  bead: Bead.describe('The playlist, or the playlist of the post or comment'),
  post: Post.optional().describe('The post, or the post of the comment'),
  comment: Comment.optional(),
  author: Member.nullable().describe('Who made it; null if the account was deleted'),
  submittedDate: Instant.nullable().describe('When a playlist under review was submitted'),
  featuredCurator: MemberRef.nullable().describe("The playlist's featured curator"),
  featuredPost: z.object({ id: PostId, title: z.string() }).nullable().describe("The playlist's featured post"),
  days: z.array(z.iso.date()).describe('Days (UTC) on which the playlist is or was the Bead of the Day, latest first, at most 10'),
  flags: FlagSummary.nullable(),
  submission: z
    .object({ partner: z.string().describe('Key of the partner'), creationDate: Instant })
    .nullable()
    .describe("Whether the post was submitted to a partner's challenge. Its private data has an endpoint of its own"),
  actions: z.array(AdminAction).describe('The latest admin actions on it, latest first, at most 20'),
})

/** The private data of a submission to a partner's challenge. */
export const PartnerSubmission = z.object({
  partner: z.string().describe('Key of the partner'),
  creationDate: Instant,
  data: PartnerEntry,
})

export type FlagSummary = z.infer<typeof FlagSummary>
export type AdminContent = z.infer<typeof AdminContent>
export type PartnerSubmission = z.infer<typeof PartnerSubmission>
