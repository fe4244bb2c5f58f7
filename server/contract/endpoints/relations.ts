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
const tag = z.object({ tag: z.string().min(1).max(200).describe('A tag, in any spelling that means the same') })

const Following = z.object({
  following: z.boolean(),
  superfollow: z.boolean().describe('Whether every new post is told at once'),
  count: Count.describe('Followers, without the creator of a playlist'),
})
const TagFollowing = z.object({ following: z.boolean(), count: Count.describe('Followers') })
const Collecting = z.object({ collected: z.boolean(), count: Count.describe('Collects by others than the creator of the post') })
const Upvoting = z.object({ upvoted: z.boolean(), count: Count.describe('Upvotes by others than the creator of the post') })
const Averse = z.object({ blocked: z.boolean(), muted: z.boolean() })

/** Idempotent, so that repeated calls change nothing. */
const often = { requests: 1200, seconds: 3600 }
const change = { auth: 'member', limit: often, errors: ['not_found', 'forbidden', 'read_only'] } as const satisfies Partial<Endpoint>

export const relationsEndpoints = {
  'GET /api/v0/members/:uid/relations': {
    summary: 'What a member follows, collects, upvotes and likes, the latest of each type first; only the member itself may ask',
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
        .describe('Only relations to these, at most 200: ids, uids and keys of tags, with commas between'),
    }),
    answer: z.object({ data: z.array(Relation), next: Count.nullable().describe('`from` of the next page') }),
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/members/:uid/followers': {
    summary: 'Who follows a member, the latest first; without those whom the asking member blocks',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(MemberRef),
    errors: ['not_found'],
  },
  'GET /api/v0/members/:uid/following': {
    summary: 'Whom a member follows, the latest first; without those whom the asking member blocks',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(MemberRef),
    errors: ['not_found'],
  },
  'GET /api/v0/members/:uid/following/tags': {
    summary: 'The tags that a member follows, the latest first',
    auth: 'optional',
    params: uid,
    query: z.object(paging(limits.page.members)),
    answer: page(TagRef),
    errors: ['not_found'],
  },
  'GET /api/v0/tags/:tag/followers': {
    summary: 'Who follows a tag, the latest first; without those whom the asking member blocks',
    auth: 'optional',
    params: tag,
    query: z.object({
      ...paging(limits.page.members),
      soft: z.enum(['0', '1']).optional().describe('1: a tag that nobody ever followed has an empty list instead of 404'),
    }),
    answer: page(MemberRef),
    errors: ['not_found'],
  },

  'POST /api/v0/members/:uid/follow': {
    summary: 'Follows a member; not oneself, nor somebody who blocks the asking member',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/unfollow': {
    summary: 'Follows a member no more; superfollowing ends with it',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/superfollow': {
    summary: 'Follows a member and is told of every new post at once',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/members/:uid/unsuperfollow': {
    summary: 'Goes on following a member without being told at once',
    params: uid,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/follow': {
    summary: 'Follows a playlist; not where its creator blocks the asking member',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/unfollow': {
    summary: 'Follows a playlist no more; superfollowing ends with it',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/superfollow': {
    summary: 'Follows a playlist and is told of every new post at once',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/beads/:id/unsuperfollow': {
    summary: 'Goes on following a playlist without being told at once',
    params: bead,
    answer: Following,
    ...change,
  },
  'POST /api/v0/tags/:tag/follow': { summary: 'Follows a tag', params: tag, answer: TagFollowing, ...change },
  'POST /api/v0/tags/:tag/unfollow': { summary: 'Follows a tag no more', params: tag, answer: TagFollowing, ...change },

  'POST /api/v0/posts/:id/collect': { summary: 'Collects a post', params: post, answer: Collecting, ...change },
  'POST /api/v0/posts/:id/uncollect': { summary: 'Puts a collected post back', params: post, answer: Collecting, ...change },
  'POST /api/v0/posts/:id/upvote': { summary: 'Upvotes a post', params: post, answer: Upvoting, ...change },
  'POST /api/v0/posts/:id/unupvote': { summary: 'Takes an upvote back', params: post, answer: Upvoting, ...change },

  'POST /api/v0/members/:uid/block': {
    summary:
      'Blocks a member: neither goes on following the other, the blocked one can no more follow, comment on, like, mention, invite or share to the ' +
      'one who blocks or follow their playlists, and is out of their sight in every list; collecting and upvoting what is public stays possible, untold',
    params: uid,
    answer: Averse,
    ...change,
  },
  'POST /api/v0/members/:uid/unblock': {
    summary: 'Blocks a member no more; who followed whom before does not come back',
    params: uid,
    answer: Averse,
    ...change,
  },
  'POST /api/v0/members/:uid/mute': {
    summary: 'Mutes a member: out of sight in the feed, in comments and in notifications; the muted one notices nothing',
    params: uid,
    answer: Averse,
    ...change,
  },
  'POST /api/v0/members/:uid/unmute': { summary: 'Mutes a member no more', params: uid, answer: Averse, ...change },
  'GET /api/v0/me/blocked': {
    summary: 'Members whom the asking member blocks, the latest first',
    auth: 'member',
    query: z.object(paging(limits.page.members)),
    answer: page(HiddenMember),
  },
  'GET /api/v0/me/muted': {
    summary: 'Members whom the asking member mutes, the latest first',
    auth: 'member',
    query: z.object(paging(limits.page.members)),
    answer: page(HiddenMember),
  },
} as const satisfies Record<string, Endpoint>
