/** Relations of members to members, playlists, tags and posts (A7 "Relations and follows", B7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { BeadId, MemberRef, page, paging, PostId, Uid } from '../schemas.ts'
import { HiddenMember, Relation, TagRef, relationTypeNumbers } from '../schemas/relations.ts'

const Count = z.int().min(0)
const uid = z.object({ uid: Uid })
const bead = z.object({ id: BeadId })
const post = z.object({ id: PostId })
const tag = z.object({ tag: z.string().min(1).max(200).describe('A tag, in any spelling') })

const Following = z.object({
  following: z.boolean(),
  superfollow: z.boolean().describe('Whether the member is notified of every new post'),
  count: Count.describe("Followers, without the playlist's creator"),
})
const TagFollowing = z.object({ following: z.boolean(), count: Count.describe('Followers') })
const Collecting = z.object({ collected: z.boolean(), count: Count.describe("Collects, without those of the post's author") })
const Upvoting = z.object({ upvoted: z.boolean(), count: Count.describe("Upvotes, without those of the post's author") })
const BlockState = z.object({ blocked: z.boolean(), muted: z.boolean() })

/** High, because the calls are idempotent. */
const followLimit = { requests: 1200, seconds: 3600 }
const change = { auth: 'member', limit: followLimit, errors: ['not_found', 'forbidden', 'read_only'] } as const satisfies Partial<Endpoint>

export const relationsEndpoints = {
  'GET /api/v0/members/:uid/relations': {
    summary: 'What a member follows, collects, upvotes and likes, the latest of each type first; only for the member',
    auth: 'member',
    params: uid,
    query: z.object({
      ...paging(limits.page.max),
      type: z.coerce
        .number()
        .int()
        .refine((n) => relationTypeNumbers.includes(n as 1))
        .optional()
        .describe('1 post collected, 2 playlist followed, 3 member followed, 4 tag followed, 5 post upvoted, 6 comment liked'),
      entities: z
        .string()
        .max(8000)
        .optional()
        .describe('Only relations to these entities, at most 200: comma-separated ids, uids and tag keys'),
    }),
    answer: z.object({ data: z.array(Relation), next: Count.nullable().describe('`from` of the next page') }),
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/members/:uid/followers': {
    summary: 'The followers of a member, latest first, without those whom the viewer blocks',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(MemberRef),
    errors: ['not_found'],
  },
  'GET /api/v0/members/:uid/following': {
    summary: 'The members whom a member follows, latest first, without those whom the viewer blocks',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(MemberRef),
    errors: ['not_found'],
  },
  'GET /api/v0/members/:uid/following/tags': {
    summary: 'The tags that a member follows, latest first',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(TagRef),
    errors: ['not_found'],
  },
  'GET /api/v0/tags/:tag/followers': {
    summary: 'The followers of a tag, latest first, without those whom the viewer blocks',
    auth: 'optional',
    params: tag,
    query: z.object({
      ...paging(limits.page.members),
      soft: z.enum(['0', '1']).optional().describe('1: an empty list instead of 404 for a tag that was never followed'),
    }),
    answer: page(MemberRef),
    errors: ['not_found'],
  },

  'POST /api/v0/members/:uid/follow': {
    summary: 'Follows a member; not oneself, and not a member who blocks the viewer',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/unfollow': {
    summary: 'Unfollows a member; also ends superfollowing',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/superfollow': {
    summary: 'Superfollows a member: follows them with a notification for every new post',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/unsuperfollow': {
    summary: 'Ends superfollowing, but keeps following',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/follow': {
    summary: 'Follows a playlist, unless its creator blocks the viewer',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/unfollow': {
    summary: 'Unfollows a playlist; also ends superfollowing',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/superfollow': {
    summary: 'Superfollows a playlist: follows it with a notification for every new post',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/unsuperfollow': {
    summary: 'Ends superfollowing, but keeps following',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/tags/:tag/follow': { summary: 'Follows a tag', params: tag, answer: TagFollowing, ...change },
  'POST /api/v0/tags/:tag/unfollow': { summary: 'Unfollows a tag', params: tag, answer: TagFollowing, ...change },

  'POST /api/v0/posts/:id/collect': { summary: 'Collects a post', params: post, answer: Collecting, ...change },
  'POST /api/v0/posts/:id/uncollect': { summary: 'Removes a post from the collection', params: post, answer: Collecting, ...change },
  'POST /api/v0/posts/:id/upvote': { summary: 'Upvotes a post', params: post, answer: Upvoting, ...change },
  'POST /api/v0/posts/:id/unupvote': { summary: 'Removes an upvote', params: post, answer: Upvoting, ...change },

  'POST /api/v0/members/:uid/block': {
    summary:
      'Blocks a member. Both stop following each other. The blocked member can no longer follow, mention, invite or share to the blocking member, ' +
      'comment on or like their content, or follow their playlists, and is hidden from them in every list. Collecting and upvoting public posts ' +
      'remains possible, without a notification',
    params: uid,
    answer: BlockState,
    ...change,
  },
  'POST /api/v0/members/:uid/unblock': {
    summary: 'Unblocks a member; follows that the block ended are not restored',
    params: uid,
    answer: BlockState,
    ...change,
  },
  'POST /api/v0/members/:uid/mute': {
    summary: 'Mutes a member: hides them in the feed, in comments and in notifications, without their knowledge',
    params: uid,
    answer: BlockState,
    ...change,
  },
  'POST /api/v0/members/:uid/unmute': { summary: 'Unmutes a member', params: uid, answer: BlockState, ...change },
  'GET /api/v0/me/blocked': {
    summary: 'Members whom the viewer blocks, latest first',
    auth: 'member',
    query: z.object(paging(limits.page.members)),
    answer: page(HiddenMember),
  },
  'GET /api/v0/me/muted': {
    summary: 'Members whom the viewer mutes, latest first',
    auth: 'member',
    query: z.object(paging(limits.page.members)),
    answer: page(HiddenMember),
  },
} as const satisfies Record<string, Endpoint>
