/**
 * The shapes that travel. Every entity carries `_id` and `id` (equal); instants are ISO-8601 UTC
 * strings, durations and positions are seconds. Field names are those of section 3 of both documents.
 */
import { z } from 'zod'
import { idPattern } from './ids.ts'
import { limits } from './limits.ts'
import { categories } from './rules.ts'

export const BeadId = z.string().regex(idPattern('bead')).describe('Id of a playlist')
export const PostId = z.string().regex(idPattern('post')).describe('Id of a post')
export const Uid = z.string().min(1).max(limits.uid.max).describe('User id')
export const Instant = z.iso.datetime().describe('ISO-8601, UTC')
export const Seconds = z.number().min(0).max(60 * 60 * 48)
export const CategoryName = z.enum(categories)
const Count = z.int().min(0)
const Url = z.string().max(limits.url)

/** A member as everybody sees it where it is named in passing. */
export const MemberRef = z.object({
  uid: Uid,
  name: z.string(),
  verified: z.boolean(),
  image: Url.nullable().describe('Address of the square profile picture'),
})

export const Member = MemberRef.extend({
  _id: Uid,
  id: Uid,
  description: z.string(),
  city: z.string(),
  country: z.string(),
  creationDate: Instant,
  followerCount: Count,
  followingCount: Count,
  collectedPostCount: Count,
  createdPostCount: Count,
  createdBeadCount: Count,
  collectedBeadCount: Count.describe('Playlists followed'),
})

/** A privilege counts as granted unless it is explicitly false (A3). */
export const Privileges = z.object({
  canComment: z.boolean(),
  canCreateBead: z.boolean(),
  canCreateDraftBead: z.boolean(),
  canFollow: z.boolean(),
  canPost: z.boolean(),
  canCreatePost: z.boolean(),
})

/** The signed-in member, with what only they may see. */
export const Me = Member.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  privileges: Privileges,
})

export const streamTypes = ['youtube', 'vimeo', 'soundcloud', 'dailymotion', 'file', 'image', 'link'] as const

/** One way of playing a medium. A post may hold several; the player tries them in order. */
export const Stream = z.object({
  type: z.enum(streamTypes).describe('Which output plays it; `file` is anything that the browser itself plays, HLS included'),
  uri: z.string().max(limits.url).describe("The provider's own id, or the address of a file"),
  href: Url.describe('Where a person finds it'),
  format: z.string().max(80).optional().describe('MIME type of a file, for example video/mp4 or application/vnd.apple.mpegurl'),
  title: z.string().optional(),
  author: z.string().optional(),
  image: Url.optional(),
  duration: Seconds.optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  status: z.int().optional().describe('404 marks a dead link'),
})

export const mediaTypes = ['video', 'audio', 'image', 'webpage'] as const

export const Media = z.object({
  type: z.enum(mediaTypes),
  href: Url,
  title: z.string().max(300),
  artist: z.string().max(300).optional(),
  attribution: z.string().max(limits.url).optional(),
  source: z.string().max(limits.siteName).describe('Name of the site that hosts it, for example YouTube or example.org'),
  image: Url.optional(),
  duration: Seconds.optional(),
  startTime: Seconds.optional(),
  endTime: Seconds.optional(),
  media: z.array(Stream).max(limits.streams).describe('The streams, best first; empty for a web page'),
})

export const BeadRef = z.object({ _id: BeadId, id: BeadId, title: z.string(), category: CategoryName, image: Url.nullable() })

export const Bead = BeadRef.extend({
  description: z.string(),
  creator: MemberRef,
  creationDate: Instant,
  postCount: Count,
  followerCount: Count,
  tags: z.array(z.string()),
  invitees: z.array(MemberRef).optional().describe('Present, even empty, exactly when the playlist is invite-only'),
  groupId: z.string().optional().describe('Set exactly when the playlist is invite-only'),
  isDraft: z.boolean(),
  isFeed: z.boolean(),
  attribution: z.object({ name: z.string(), url: z.string() }).optional(),
  href: z.string().describe('Canonical path of its page'),
  can: z
    .object({ edit: z.boolean(), delete: z.boolean(), post: z.boolean() })
    .describe('What the asking member may do here; the server checks again'),
})

export const Post = z.object({
  _id: PostId,
  id: PostId,
  title: z.string(),
  description: z.string().describe('HTML that holds nothing but italic, bold, underline, strike, line breaks and links'),
  creator: MemberRef,
  creationDate: Instant,
  href: z.string().describe('Canonical path of its page: {bead id}/{slug}-{post id}'),
  bead: BeadRef,
  tags: z.array(z.string()),
  media: Media.nullable(),
  collectCount: Count,
  upvoteCount: Count,
  commentCount: Count,
  playCount: Count,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const Comment = z.object({
  _id: z.string(),
  id: z.string(),
  postId: PostId,
  text: z.string().describe('HTML, with the markup of a post description'),
  creationDate: Instant,
  creator: MemberRef,
})

export const errorCodes = {
  invalid: 400, malformed: 400, unauthenticated: 401, forbidden: 403, email_in_use: 403, account_exists: 403,
  account_does_not_exist: 403, wrong_credentials: 403, foreign_origin: 403, not_found: 404, conflict: 409,
  too_large: 413, unsupported_type: 415, too_many_requests: 429, internal: 500, unavailable: 503, read_only: 503,
} as const
export type ErrorCode = keyof typeof errorCodes

/** What every failure answers (decision 6). */
export const Failure = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  invalidSession: z.literal(true).optional(),
  requestId: z.string(),
})

/** Every list answers one page of itself (decision 5): `next` is the `from` of the next page. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), next: Count.nullable(), counts: z.object({ total: Count }) })

/** `from` and `limit` of a list; a limit above the documented maximum is clamped, not refused. */
export const paging = (defaultLimit: number, max: number = limits.page.max) => ({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).default(defaultLimit).transform((n) => Math.min(n, max)),
})

export type MemberRef = z.infer<typeof MemberRef>
export type Member = z.infer<typeof Member>
export type Me = z.infer<typeof Me>
export type Privileges = z.infer<typeof Privileges>
export type Stream = z.infer<typeof Stream>
export type Media = z.infer<typeof Media>
export type BeadRef = z.infer<typeof BeadRef>
export type Bead = z.infer<typeof Bead>
export type Post = z.infer<typeof Post>
export type Comment = z.infer<typeof Comment>
export type Failure = z.infer<typeof Failure>
export type Page<T> = { results: T[]; next: number | null; counts: { total: number } }
