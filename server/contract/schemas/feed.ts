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
    id: z.string().describe('uid, playlist id or tag key; empty for `trending` and `recommended`'),
    name: z.string().describe('Display name of the member, playlist or tag'),
  })
  .meta({ example: { type: 'tag', id: 'jazz', name: 'Jazz' } })

export const FollowActivity = z.object({
  type: z.enum(followActivities),
  member: MemberRef.optional().describe('The actor; absent for a playlist with a followed tag'),
  beads: z.array(OwnedBeadRef),
  members: z.array(MemberRef),
  tags: z.array(z.string()),
  total: z.int().min(1).describe('Number of matching items; if more than one, an even number is shown (B9)'),
})

export const FeedItem = z.object({
  id: z.string().describe('Stable id of the item across pages and time'),
  type: z.enum(['post', ...followActivities, 'suggestion']),
  timestamp: Instant.describe('When the activity of `reason` happened; the sort key of the feed'),
  state: z.object({ timestamp: Instant.describe('Same as `timestamp`') }),
  reason: z
    .enum(feedReasons)
    .optional()
    .describe('Of several reasons the latest, and the strongest of simultaneous ones; follow activities have none'),
  because: z.array(Because).describe('All reasons: `reason` first, then by strength'),
  post: Post.optional(),
  preview: z
    .string()
    .optional()
    .describe("The post's text without mark-up: 120 characters if it was collected or commented on, otherwise 360 (A9)"),
  collectors: z.array(MemberRef).describe('Followed members who collected the post'),
  comments: z.array(Comment).describe('The latest, oldest first, up to the requested number'),
  tag: z.string().optional(),
  followers: z.array(MemberRef).optional().describe('Up to two followed members who follow it'),
  suggestionType: z.enum(suggestionTypes).optional(),
  followId: z.string().optional().describe('The entity of its follow button'),
  reasonTags: z.array(z.string()).optional().describe('Tags with suggestions, at most 3 (B9)'),
  bead: Bead.optional(),
  member: MemberRef.optional(),
  activity: FollowActivity.optional(),
})

export const Suggestion = z.object({
  type: z.enum(suggestionTypes),
  id: z.union([Uid, BeadId, z.string()]),
  reasonTags: z.array(z.string()).max(3),
  followers: z.array(MemberRef).max(2).describe('Up to two followed members who follow it'),
  bead: Bead.optional(),
  member: MemberRef.optional(),
  tag: z.string().optional(),
})

export type Because = z.infer<typeof Because>
export type FeedItem = z.infer<typeof FeedItem>
export type FeedReason = (typeof feedReasons)[number]
export type FollowActivityType = (typeof followActivities)[number]
export type Suggestion = z.infer<typeof Suggestion>
