/** The shapes of feed items (A3 "Feed item", A2.7). */
import { z } from 'zod'
import { BeadId, Bead, OwnedBeadRef, Comment, Instant, MemberRef, Post, Uid } from '../schemas.ts'

/** Activities of followed members and tags that concern a playlist, a member or a tag (A2.7). */
export const followActivities = ['newbead', 'followmember', 'followbead', 'publishbead', 'followtag', 'taggedbead'] as const
export const feedReasons = ['collect', 'comment', 'newpost', 'bead', 'trending', 'recommended', 'tag', 'suggestion'] as const
export const suggestionTypes = ['member', 'bead', 'tag'] as const

/** Why an item is in the feed: the followed entity, which the member can unfollow from there. */
export const Because = z
  .object({
    type: z.enum(['you', 'member', 'bead', 'tag', 'trending', 'recommended']),
    id: z.string().describe('uid, id of a playlist or key of a tag; empty for `trending` and `recommended`'),
    name: z.string().describe('The name to show: of the member, the playlist or the tag'),
  })
  .meta({ example: { type: 'tag', id: 'jazz', name: 'Jazz' } })

export const FollowActivity = z.object({
  type: z.enum(followActivities),
  member: MemberRef.optional().describe('Who did it; a playlist that bears a followed tag has nobody'),
  beads: z.array(OwnedBeadRef),
  members: z.array(MemberRef),
  tags: z.array(z.string()),
  total: z.int().min(1).describe('How many there are: of more than one, an even number is shown (B9)'),
})

export const FeedItem = z.object({
  id: z.string().describe('The same for the same item on every page and at every time'),
  type: z.enum(['post', ...followActivities, 'suggestion']),
  timestamp: Instant.describe('When what `reason` names happened; the feed is sorted by it'),
  state: z.object({ timestamp: Instant.describe('The same as `timestamp`') }),
  reason: z
    .enum(feedReasons)
    .optional()
    .describe('Of several the latest, and the strongest of those at the same instant; follow activity has none'),
  because: z.array(Because).describe('What it is shown for: `reason` first, the rest by strength'),
  post: Post.optional(),
  preview: z
    .string()
    .optional()
    .describe("The post's text without mark-up: 120 characters where it was collected or commented on, 360 otherwise (A9)"),
  collectors: z.array(MemberRef).describe('Of the members who are followed, those who collected the post'),
  comments: z.array(Comment).describe('The latest, oldest first; no more than were asked for'),
  tag: z.string().optional(),
  followers: z.array(MemberRef).optional().describe('Of the members who are followed, up to two who follow it'),
  suggestionType: z.enum(suggestionTypes).optional(),
  followId: z.string().optional().describe('What its follow button follows'),
  reasonTags: z.array(z.string()).optional().describe('Tags for which something is suggested, at most 3 (B9)'),
  bead: Bead.optional(),
  member: MemberRef.optional(),
  activity: FollowActivity.optional(),
})

export const Suggestion = z.object({
  type: z.enum(suggestionTypes),
  id: z.union([Uid, BeadId, z.string()]),
  reasonTags: z.array(z.string()).max(3),
  followers: z.array(MemberRef).max(2).describe('Of the members who are followed, up to two who follow it'),
  bead: Bead.optional(),
  member: MemberRef.optional(),
  tag: z.string().optional(),
})

export type Because = z.infer<typeof Because>
export type FeedItem = z.infer<typeof FeedItem>
export type FeedReason = (typeof feedReasons)[number]
export type FollowActivityType = (typeof followActivities)[number]
export type Suggestion = z.infer<typeof Suggestion>
