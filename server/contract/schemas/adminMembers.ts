/** Members as admins see them, and what a member sees of the actions of admins. */
import { z } from 'zod'
import { idPattern } from '../ids.ts'
import { historyActions } from '../rules.ts'
import { Instant, MemberRef, Suspension, Uid } from '../schemas.ts'

const Count = z.int().min(0)

/** A member with the fields that only admins see. */
export const AdminMember = MemberRef.extend({
  _id: Uid,
  id: Uid,
  email: z.string().nullable().describe('Null if the social network provided none'),
  emailVerified: z.boolean(),
  isAdmin: z.boolean().describe('Has the role; without its rights while suspended'),
  suspension: Suspension.nullable(),
  creationDate: Instant,
  createdPostCount: Count,
  createdBeadCount: Count,
})

const Contents = z.object({ posts: Count, comments: Count, beads: Count.describe('Playlists without posts of others') })

/** The removal of a member's posts, comments and playlists of a period. */
export const ContentRemoval = Contents.extend({
  id: z.string(),
  since: Instant.nullable().describe('Null: everything'),
  before: Instant,
  reason: z.string(),
  status: z.enum(['running', 'done', 'stopped']).describe('stopped: the admin who started it lost the role'),
  left: Contents.describe('What is not removed yet'),
  creationDate: Instant,
})

export const RemovalPreview = Contents.extend({
  since: Instant.nullable(),
  before: Instant.describe('When the preview was made: the end of the period'),
  othersBeads: Count.describe('Playlists of the period that stay, because others have posted in them'),
  sample: z
    .array(
      z.object({
        kind: z.enum(['post', 'comment', 'bead']),
        id: z.string(),
        title: z.string().describe('Title, or the beginning of the comment'),
        href: z.string(),
        creationDate: Instant,
      }),
    )
    .describe('The latest of each kind'),
})

export const HistoryId = z.string().regex(idPattern('row')).describe('Id of an entry').meta({ example: 'x0mgwu0k4b2y9z0c5d' })

/** An admin action, as the member whom it concerns sees it: without the admin. */
export const HistoryEntry = z.object({
  _id: z.string(),
  id: z.string(),
  action: z.enum(historyActions),
  target: z.object({ kind: z.string(), id: z.string() }),
  title: z.string().nullable().describe('Title of the post or playlist at that time, or the beginning of the comment'),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.boolean()).describe('New values of privileges and roles'),
  until: Instant.nullable().describe('End of a suspension'),
  counts: Contents.nullable().describe('What a removal removed'),
  creationDate: Instant,
})

export type AdminMember = z.infer<typeof AdminMember>
export type ContentRemoval = z.infer<typeof ContentRemoval>
export type RemovalPreview = z.infer<typeof RemovalPreview>
export type HistoryEntry = z.infer<typeof HistoryEntry>
