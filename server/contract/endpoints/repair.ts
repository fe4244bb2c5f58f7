/** Dead links and their repair (BY8, BZ2). */
import { z } from 'zod'
import { link, type Endpoint } from '../endpoint.ts'
import { Instant, MemberRef, mediaTypes, Post, PostId, Seconds } from '../schemas.ts'

export const PostParams = z.object({ id: PostId })

export const Version = z
  .string()
  .min(1)
  .max(40)
  .describe("The post's medium when it was read: if it has changed, the call answers 409")
  .meta({ example: 'mTn0sVd1q8Jx4yKp2wZr7A' })
export const RepairId = z.string().min(1).max(24).meta({ example: 'x0mwq8lds00000000z' })

/** A candidate to replace a dead medium. */
export const Replacement = z.object({
  href: z.string(),
  title: z.string(),
  author: z.string().optional(),
  source: z.string().describe('Name of the hosting site'),
  type: z.enum(mediaTypes),
  duration: Seconds.optional(),
  image: z.string().nullable(),
  score: z.int().min(0).max(100).describe('Similarity to the dead medium, by title, artist and duration'),
  rejected: z.boolean(),
})
export type Replacement = z.infer<typeof Replacement>

const Place = z.object({ href: z.string(), title: z.string(), source: z.string() })
const Deed = z.object({
  by: MemberRef.nullable().describe('Null if the account was deleted, and for members if an admin did it'),
  byAdmin: z.boolean().describe('An admin did it who has no other right to repair the post'),
  date: Instant,
})

export const RepairState = z.object({
  post: Post,
  dead: z.boolean(),
  version: Version,
  checkedDate: Instant.nullable().describe('When the link was last checked; null if never'),
  searchedDate: Instant.nullable().describe('When replacements were last searched for; null if never'),
  suggestions: z.array(Replacement).describe('Best match first; rejected ones last'),
  outages: z.array(z.string()).describe('Services that failed or timed out; retry later'),
  history: z
    .array(
      Deed.extend({
        id: RepairId,
        from: Place,
        to: Place,
        undone: Deed.nullable(),
        canUndo: z.boolean().describe("Whether it is the post's current medium"),
      }),
    )
    .describe('Replaced media, latest first'),
})
export type RepairState = z.infer<typeof RepairState>

const whose =
  'For members who may repair the post: its creator, admins, and the creator and invitees of its playlist, unless a creator blocks them.'

export const repairEndpoints = {
  'GET /api/v0/posts/:id/repair': {
    summary: 'The state of a dead link: suggested replacements, and earlier repairs',
    description: `${whose} Sends no request to other servers.`,
    auth: 'member',
    params: PostParams,
    answer: RepairState,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/posts/:id/repair/search': {
    summary: 'Searches for replacements of a dead link, by title, artist and duration',
    description: `${whose} Results are cached for a week. \`again\` searches again, unless they are less than ten minutes old.`,
    auth: 'member',
    params: PostParams,
    body: z.object({ again: z.boolean().default(false) }),
    answer: RepairState,
    limit: { requests: 60, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/posts/:id/repair': {
    summary: 'Replaces a dead link, by a suggestion or any other address. 409 if the link works, or if the post has changed',
    description: `${whose} The post keeps its headline, text, comments and reactions.`,
    auth: 'member',
    params: PostParams,
    body: z.object({ href: link, version: Version }),
    answer: RepairState,
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'too_large', 'unsupported_type', 'read_only'],
  },
  'POST /api/v0/posts/:id/repair/reject': {
    summary: 'Rejects a suggestion, or withdraws the rejection',
    description: whose,
    auth: 'member',
    params: PostParams,
    body: z.object({ href: link, rejected: z.boolean().default(true) }),
    answer: RepairState,
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/posts/:id/repair/undo': {
    summary: 'Undoes a repair. 409 if the post has changed since',
    description: whose,
    auth: 'member',
    params: PostParams,
    body: z.object({ repair: RepairId }),
    answer: RepairState,
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
  },
  'POST /api/v0/posts/:id/repair/check': {
    summary: "Checks now whether a post's link works. A broken link counts as dead if it is still broken a day later",
    description: whose,
    auth: 'member',
    params: PostParams,
    answer: RepairState,
    limit: { requests: 20, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/posts/:id/unplayable': {
    summary: 'Reports that a stream of a post did not play. Its link is checked earlier; the report alone changes nothing',
    auth: 'optional',
    whileSuspended: true,
    params: PostParams,
    body: z.object({ href: link.describe('Address of the stream') }),
    answer: z.object({ reported: z.literal(true) }),
    limit: { requests: 60, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
