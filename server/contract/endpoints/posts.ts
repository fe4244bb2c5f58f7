/** Posts (B7). */
import { z } from 'zod'
import { categoryFilter, deleted, link, tagList, type Endpoint } from '../endpoint.ts'
import { autoshare } from './share.ts'
import { idPattern } from '../ids.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { isCategory, secondsOf } from '../rules.ts'
import { BeadId, Instant, MemberRef, page, paging, Post, PostId, Seconds } from '../schemas.ts'
import { ImageData } from '../schemas/image.ts'
import { PartnerEntry } from '../schemas/partner.ts'

/** Two days, the maximum duration of a medium. */
const longestSeconds = 48 * 3600

/** A comma-separated parameter whose values are alternatives. */
const several = (pattern: RegExp, most: number, what: string) =>
  z
    .string()
    .max(4000)
    .refine((value) => {
      const parts = value.split(',')
      return parts.length <= most && parts.every((part) => pattern.test(part))
    }, `must be ${what}, joined by commas`)
    .describe(`${what}, separated by commas; any of them matches`)

const time = z
  .union([Seconds, z.string().max(20)])
  .transform((value, context): number => {
    const seconds = typeof value === 'number' ? value : secondsOf(value)
    if (seconds !== null && seconds <= longestSeconds) return seconds
    context.addIssue({ code: 'custom', message: messages.timeInvalid })
    return z.NEVER
  })
  .describe('Seconds, or text: seconds, m:ss or h:mm:ss')
  .meta({ example: '1:30' })

const name = z.string().max(limits.who.length)

/** The client's part of a medium. The server derives streams, type and source from the addresses. */
const MediaInput = z
  .object({
    href: link.optional().describe('Address of the medium; absent if an image is uploaded'),
    imageBase64: ImageData.optional(),
    title: z.string().max(300).optional(),
    what: name.optional().describe('Title of the work'),
    who: z.array(name).max(limits.who.count).optional().describe('Artist or author'),
    attribution: z.string().trim().max(limits.url).optional().describe('Attribution of an image. For an uploaded one it is Strand itself'),
    startTime: time.optional(),
    endTime: time.nullable().optional().describe('Null: to the end, ignoring times in the address'),
    media: z
      .array(z.object({ href: link }))
      .max(limits.streams - 1)
      .optional()
      .describe(
        'Alternative addresses of the same medium, best first: the player falls back to them in order. Addresses without a playable stream are dropped. If absent in an edit, they stay',
      ),
  })
  .refine(({ href, imageBase64 }) => href !== undefined || imageBase64 !== undefined, { message: messages.linkInvalid, path: ['href'] })
  .meta({ example: { href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', startTime: '0:30' } })

const postTitle = z.string().trim().max(limits.postTitle.max, messages.postTitleTooLong)
const postText = z.string().max(limits.text.max, messages.postTextTooLong)

/**
 * One call creates (with a playlist id) and edits (with a post id). On creation an absent or empty title defaults to the medium's. On an
 * edit an absent field keeps its value, except the headline and text of a repost's original, which the first edit removes.
 */
const PostInput = z.object({
  title: postTitle.optional(),
  description: postText.optional(),
  tags: tagList.optional(),
  media: MediaInput.nullable().optional(),
  repeat: z.boolean().default(false).describe('Post although the playlist already contains this medium ("Post Anyways")'),
  partnerMetaData: PartnerEntry.optional().describe("Submits the post to the challenge of the playlist's partner"),
  share: z
    .object({ fb: z.boolean().optional(), tw: z.boolean().optional() })
    .optional()
    .describe('Also share it on the connected networks'),
})

export const postSorts = ['recent', 'earliest', 'top', 'shuffle', 'mostcollected', 'curated', 'trending'] as const

const flag = z.enum(['1', 'true']).optional()

const collection = z
  .string()
  .max(limits.uid.max)
  .regex(/^[\w.]+$/)
  .optional()

/** Filters of post lists. The values of one parameter are alternatives; parameters are combined with AND. */
export const postFilters = {
  bead: several(idPattern('bead'), 50, 'Ids of playlists').optional(),
  createdby: several(/^[\w.]{1,50}$/, 50, 'User ids').optional(),
  collectedby: collection.describe('`self`, or a user id'),
  uid: collection.describe('Same as collectedby'),
  tag: z.string().max(1000).optional().describe('Comma-separated tags, any of which matches'),
  category: z
    .string()
    .max(200)
    .refine(
      (value) => value.split(',').every((one) => one === 'all' || one === 'everything' || isCategory(one)),
      'must be categories, joined by commas',
    )
    .optional(),
  q: z.string().max(200).optional().describe('Prefixes of words in the headline'),
  hasmedia: flag.describe('Only posts that the player can play'),
  filter: z.enum(['deadlinks']).optional().describe('deadlinks: excludes posts without a medium, and those with a dead medium'),
  dead: flag.describe('Only posts with a dead link: those with a medium that `filter=deadlinks` excludes'),
  featured: flag.describe('Only posts by the featured curators of their playlists'),
}

export const postsEndpoints = {
  'GET /api/v0/posts': {
    summary: 'Posts of playlists, of members, of a collection, with a tag, or of the whole site',
    auth: 'optional',
    cast: true,
    query: z.object({
      ...paging(limits.page.posts),
      ...postFilters,
      sort: z.enum(postSorts).optional().describe('Default: recent. In a collection recent and earliest sort by the time of collecting'),
      earliest: flag.describe('Same as sort=earliest'),
      shuffle: flag.describe('Same as sort=shuffle'),
      ts: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Seed of shuffle: the same value gives the same order on every page'),
      comments: z.coerce.number().int().min(0).max(10).optional().describe('Latest comments per post'),
    }),
    answer: page(Post),
    errors: ['not_found', 'forbidden', 'unauthenticated'],
  },
  'GET /api/v0/tags/popular': {
    summary: 'The most frequent tags of the trending posts, of the whole site or of one category; refreshed every 5 minutes',
    auth: 'none',
    query: z.object({ category: categoryFilter }),
    answer: z.object({ results: z.array(z.string()).max(limits.tags.popular) }),
  },
  'GET /api/v0/posts/count': {
    summary: 'Number of posts in a list with the same filters',
    auth: 'optional',
    query: z.object(postFilters),
    answer: z.object({ count: z.int().min(0) }),
    errors: ['not_found', 'forbidden', 'unauthenticated'],
  },
  'GET /api/v0/posts/:id/collectedby': {
    summary: 'Who collected a post, latest first',
    auth: 'optional',
    params: z.object({ id: PostId }),
    query: z.object(paging(limits.page.posts, 100)),
    answer: page(MemberRef.extend({ collectedDate: Instant })),
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/posts/:id': {
    summary: 'A post',
    auth: 'optional',
    params: z.object({ id: PostId }),
    answer: Post,
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/posts/:bead/:id': {
    summary: 'A post in its playlist; 404 if it is not in that playlist',
    auth: 'optional',
    params: z.object({ bead: BeadId, id: PostId }),
    answer: Post,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/posts/:id': {
    summary:
      'Adds a post (with a playlist id) or edits one (with a post id). A duplicate answers 409 with the existing post in `fields.post` and its page in `fields.href`',
    auth: 'member',
    params: z.object({ id: z.union([BeadId, PostId]) }),
    body: PostInput,
    bodyBytes: limits.image.body,
    tooLarge: messages.postImageTooLarge,
    answer: z.object({
      id: PostId,
      post: Post,
      share: autoshare.optional().describe('Where the member can share it on their networks, if requested'),
    }),
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'too_large', 'unsupported_type', 'read_only'],
  },
  'POST /api/v0/posts/:id/repost/:bead': {
    summary: 'Reposts to another playlist, keeping text and origin',
    auth: 'member',
    params: z.object({ id: PostId, bead: BeadId }),
    answer: z.object({ _id: PostId, id: PostId, href: z.string(), bead: z.object({ title: z.string() }) }),
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
  },
  'DELETE /api/v0/posts/:id': {
    summary: 'Deletes a post',
    auth: 'member',
    params: z.object({ id: PostId }),
    answer: deleted,
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/posts/:id/play': {
    summary: 'Reports that a post was played to its end; counted once per listener and hour, and not for its author',
    auth: 'optional',
    whileSuspended: true,
    cast: true,
    params: z.object({ id: PostId }),
    answer: z.object({ count: z.int().min(0) }),
    limit: { requests: 240, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
