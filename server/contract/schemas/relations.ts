/** The shapes of a member's relations to the entities that they follow, collect, upvote and like. */
import { z } from 'zod'
import { Instant, MemberRef } from '../schemas.ts'

export const relationTypeNumbers = [1, 2, 3, 4, 5, 6] as const

/** A3: one relation of a member to an entity. */
export const Relation = z.object({
  type: z
    .literal(relationTypeNumbers)
    .describe('1 post collected, 2 playlist followed, 3 member followed, 4 tag followed, 5 post upvoted, 6 comment liked'),
  entity: z.string().describe('Id of the post, playlist or comment, uid of the member, or key of the tag: its name in lower case'),
  collected: z.boolean().describe('True for type 1'),
  superfollow: z.boolean().describe('Whether the member is notified of every new post'),
  reactions: z.object({ like: z.boolean().describe('True for type 6') }),
  creationDate: Instant,
})

export const TagRef = z.object({
  _id: z.string(),
  id: z.string().describe('The name in lower case'),
  name: z.string(),
  followerCount: z.int().min(0),
})

/** A member whom the viewer blocks or mutes, and since when. */
export const HiddenMember = MemberRef.extend({ creationDate: Instant })

export type Relation = z.infer<typeof Relation>
export type TagRef = z.infer<typeof TagRef>
export type HiddenMember = z.infer<typeof HiddenMember>
