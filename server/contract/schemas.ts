/**
 * The entity schemas of the API. Every entity has `_id` and `id` (equal); timestamps are ISO 8601 in UTC, durations and positions are
 * seconds. Field names are those of section 3 of both documents.
 */
import { z } from 'zod'
import { idPattern } from './ids.ts'
import { limits } from './limits.ts'
import { categories, emailPrefNames, onboardingSteps, playlistSorts, pushPrefNames } from './rules.ts'
import { BeadExtras, PartnerMetaData } from './schemas/bead.ts'
import { Crop } from './schemas/image.ts'
import { PartnerEntry } from './schemas/partner.ts'

export const BeadId = z.string().regex(idPattern('bead')).describe('Id of a playlist')
export const PostId = z.string().regex(idPattern('post')).describe('Id of a post')
export const CommentId = z.string().regex(idPattern('comment')).describe('Id of a comment')
export const Uid = z.string().min(1).max(limits.uid.max).describe('User id')
export const Instant = z.iso.datetime().describe('ISO 8601 in UTC')
export const Seconds = z
  .number()
  .min(0)
  .max(60 * 60 * 48)
export const CategoryName = z.enum(categories)
const Count = z.int().min(0)
const Url = z.string().max(limits.url)

/** The public reference to a member, as embedded in other entities. */
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
  imageLastModified: Instant.nullable(),
  followerCount: Count,
  followingCount: Count,
  collectedPostCount: Count.describe('Collected posts of published playlists'),
  createdPostCount: Count.describe('Posts in published playlists'),
  createdBeadCount: Count.describe('Published playlists'),
  collectedBeadCount: Count.describe('Published playlists followed'),
  draftCount: Count.optional().describe('Draft playlists, which the other counts exclude; only visible to the member'),
})

/** A privilege is granted unless it is explicitly false (A3). */
export const Privileges = z.object({
  canComment: z.boolean(),
  canCreateBead: z.boolean(),
  canCreateDraftBead: z.boolean(),
  canFollow: z.boolean(),
  canPost: z.boolean(),
  canCreatePost: z.boolean(),
})

export const BeadRef = z.object({ _id: BeadId, id: BeadId, title: z.string(), category: CategoryName, image: Url.nullable() })
export const OwnedBeadRef = BeadRef.extend({ creatorUid: Uid.describe('Its creator, who therefore does not follow it') })

const switches = <N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<N, z.ZodBoolean>)

export const EmailSwitches = switches(emailPrefNames).describe('Mail notifications; each is on unless it was switched off')
export const PushSwitches = switches(pushPrefNames).describe('Push notifications; each is on unless it was switched off')
export const OnboardingSwitches = switches(onboardingSteps).describe('Pending onboarding steps')

export const Suspension = z.object({
  until: Instant.nullable().describe('When it ends by itself; null if an admin has to lift it'),
  reason: z.string().describe('Why, in the words of the admin'),
})

const NetworkInfo = z.object({ name: z.string().describe("The member's name on the network") })

/** The signed-in member, with private fields. */
export const Me = Member.extend({
  draftCount: Count.describe('Draft playlists, which the other counts exclude'),
  email: z.string().describe('Empty if the social network provided none'),
  emailVerified: z.boolean(),
  hasPassword: z.boolean().describe('False if the member signed up through a social network and never set one'),
  isAdmin: z.boolean().describe('False while suspended'),
  suspension: Suspension.optional().describe('Present if and only if the member is suspended: may read, but not change anything'),
  privileges: Privileges,
  emailPrefs: EmailSwitches,
  pushPrefs: PushSwitches,
  onboarding: OnboardingSwitches,
  hasFB: z.boolean(),
  hasTwitter: z.boolean(),
  facebookInfo: NetworkInfo.optional().describe('Present if and only if the account is connected'),
  twitterInfo: NetworkInfo.optional().describe('Present if and only if the account is connected'),
  groups: z.array(BeadRef).describe('Playlists that the member is invited to, latest invitation first'),
  mostusedbeads: z.array(BeadRef).describe("Playlists of the member's latest posts, most used first"),
  notificationsLastChecked: Instant.nullable(),
})

export const streamTypes = ['youtube', 'vimeo', 'soundcloud', 'dailymotion', 'wistia', 'twitch', 'tiktok', 'file', 'image', 'link'] as const

/** A way to play a medium. A post can have several; the player tries them in order. */
export const Stream = z.object({
  type: z
    .enum(streamTypes)
    .describe('The output that plays it; `file` covers everything played from its address alone, including HLS and DASH'),
  uri: z.string().max(limits.url).describe("The provider's id, or the address of a file"),
  href: Url.describe('The page for people'),
  format: z.string().max(80).optional().describe('MIME type of a file, such as video/mp4 or application/vnd.apple.mpegurl'),
  title: z.string().optional(),
  author: z.string().optional(),
  image: Url.optional(),
  duration: Seconds.optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  status: z.int().optional().describe('404 marks a dead link: it was missing in repeated checks over at least a day'),
})

export const mediaTypes = ['video', 'audio', 'image', 'webpage'] as const

export const Media = z.object({
  type: z.enum(mediaTypes),
  href: Url,
  title: z.string().max(300),
  artist: z.string().max(300).optional().describe('At most three of `who`, joined'),
  what: z.string().max(limits.who.length).optional().describe('Title of the work, as entered'),
  who: z.array(z.string().max(limits.who.length)).max(limits.who.count).optional().describe('Artist or author, as entered'),
  attribution: z.string().max(limits.url).optional(),
  source: z.string().max(limits.siteName).describe('Name of the hosting site, such as YouTube or example.org'),
  image: Url.optional(),
  duration: Seconds.optional(),
  startTime: Seconds.optional(),
  endTime: Seconds.optional(),
  status: z.int().optional().describe('404 marks a dead link: no stream is left, or the page itself is gone'),
  replaced: z.literal(true).optional().describe('Whether it replaced a dead link: see `GET /api/v0/posts/{id}/repair`'),
  media: z.array(Stream).max(limits.streams).describe('The streams, best first; empty for a web page'),
})

export const Bead = BeadRef.extend({
  description: z.string(),
  creator: MemberRef,
  creationDate: Instant,
  postCount: Count,
  followerCount: Count,
  tags: z.array(z.string()),
  invitees: z.array(MemberRef).optional().describe('Present, even if empty, if and only if the playlist is invite-only'),
  groupId: z.string().optional().describe('Set if and only if the playlist is invite-only'),
  isDraft: z.boolean(),
  isFeed: z.boolean(),
  attribution: z.object({ name: z.string(), url: z.string() }).optional(),
  tagCount: Count.optional(),
  shareCount: Count.optional(),
  recentCount: Count.optional().describe('Posts of the last seven days; in lists of followed playlists'),
  matchingCount: Count.optional().describe('Number of tags shared with the `related` playlist'),
  sort: z.enum(playlistSorts).optional().describe('Default order of its posts; absent for the standard order'),
  topCurators: z
    .object({ curators: z.array(MemberRef) })
    .optional()
    .describe('The members with the most posts, the featured curator first; only in the answer for a single playlist'),
  featuredCurator: Uid.optional(),
  featuredPostId: PostId.optional().describe('The post that an admin featured, which its page and its player show first'),
  skippedImage: z.literal(true).optional().describe('Whether it has no picture'),
  imageSrc: Url.optional().describe('Where the picture was fetched from; only for members who may edit'),
  crop: Crop.optional().describe('The crop of the original picture; only for members who may edit'),
  returned: z
    .object({ reason: z.string() })
    .optional()
    .describe('Why an admin returned the draft, which is not under review until it is submitted again; only for members who may edit'),
  cta: BeadExtras.shape.cta.optional(),
  featured: BeadExtras.shape.featured.optional(),
  partnerMetaData: PartnerMetaData.optional(),
  isMilqPremier: z.literal(true).optional(),
  href: z.string().describe('Canonical path of its page'),
  can: z
    .object({
      edit: z.boolean(),
      delete: z.boolean(),
      post: z.boolean(),
      publish: z.boolean().optional(),
      submit: z.literal(true).optional().describe('Submit the returned draft for review again'),
      invite: z.boolean().optional(),
      move: z.boolean().optional().describe('Move posts in the curated order'),
    })
    .describe("The viewer's permissions; the server checks them again"),
})

/** A group of playlists (B3 "Taxonomy group"): a category, or a tag in one. */
export const BeadGroup = z.object({
  _id: z.string(),
  id: z.string().describe('Name of the category, or tag key').meta({ example: 'music' }),
  name: z.string().meta({ example: 'Music' }),
  href: z.string().describe('Path of the page with the full list').meta({ example: '/music' }),
  count: Count.describe('Number of playlists in the group'),
  beads: z.array(Bead).max(limits.groups.cards),
})

export const Comment = z.object({
  _id: CommentId,
  id: CommentId,
  postId: PostId,
  text: z.string().describe('HTML with the markup of a post description; "Comment deleted" if only the tombstone is left'),
  creationDate: Instant,
  editedDate: Instant.optional().describe('When its text was last changed'),
  deleted: z.boolean(),
  creator: MemberRef,
  reactions: z.object({ like: Count.describe('Likes, without those of its author') }),
  likers: z.array(MemberRef).describe('The latest likers, at most 3'),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }).describe("The viewer's permissions; the server checks them again"),
})

/** The origin of a repost: "found by A, reposted by B". */
export const OriginalPost = z.object({
  _id: PostId,
  id: PostId,
  creator: MemberRef.nullable().describe('The original poster; null if the account was deleted'),
  href: z.string().nullable().describe('Canonical path of its page; null if it is deleted or not visible to the viewer'),
  bead: z.object({ _id: BeadId, id: BeadId, title: z.string() }).nullable(),
})

export const Post = z.object({
  _id: PostId,
  id: PostId,
  title: z.string(),
  description: z.string().describe('HTML restricted to italic, bold, underline, strike, line breaks and links'),
  creator: MemberRef,
  creationDate: Instant,
  href: z.string().describe('Canonical path of its page: {bead id}/{slug}-{post id}'),
  bead: OwnedBeadRef,
  tags: z.array(z.string()),
  media: Media.nullable(),
  collectCount: Count,
  upvoteCount: Count,
  commentCount: Count,
  playCount: Count,
  shareCount: Count,
  isFeatured: z.boolean().describe("Whether it is by the playlist's featured curator"),
  type: z.literal('post'),
  nonMilq: z.literal(false).describe('Whether it is external content, such as a web search result; false for stored posts'),
  originalPost: OriginalPost.optional().describe('For reposts: the original post'),
  borrowedText: z
    .literal(true)
    .optional()
    .describe("Whether headline and text are still those of another member's original: an edit then starts empty"),
  reason: z.enum(['trending']).optional().describe('Why it is in this list'),
  previewComments: z.array(Comment).optional().describe('The latest comments, oldest first, if requested with `comments`'),
  partnerMetaData: PartnerEntry.optional().describe("The data submitted to a partner's challenge: only for its author, and never in lists"),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    repost: z.literal(false).optional().describe('Whether the post is in a draft, whose posts cannot be reposted'),
    repair: z
      .literal(true)
      .optional()
      .describe(
        "Whether the viewer may repair the post, whose link is dead or was replaced: its author, the playlist's creator, invited members, and admins",
      ),
  }),
})

export const errorCodes = {
  invalid: 400,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  email_in_use: 403,
  account_exists: 403,
  account_does_not_exist: 403,
  wrong_credentials: 403,
  foreign_origin: 403,
  suspended: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
  read_only: 503,
} as const
export type ErrorCode = keyof typeof errorCodes

/** The body of every error answer (decision 6). */
export const Failure = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  invalidSession: z.literal(true).optional(),
  requestId: z.string(),
})

/** One page of a list (decision 5): `next` is the `from` of the next page. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), next: Count.nullable(), counts: z.object({ total: Count }) })

/** `from` and `limit` of a list. A limit above the documented maximum is clamped, not rejected. */
export const paging = (defaultLimit: number, max: number = limits.page.max) => ({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(defaultLimit)
    .transform((n) => Math.min(n, max)),
})

export type MemberRef = z.infer<typeof MemberRef>
export type Member = z.infer<typeof Member>
export type Me = z.infer<typeof Me>
export type Privileges = z.infer<typeof Privileges>
export type Suspension = z.infer<typeof Suspension>
export type Stream = z.infer<typeof Stream>
export type Media = z.infer<typeof Media>
export type BeadRef = z.infer<typeof BeadRef>
export type Bead = z.infer<typeof Bead>
export type BeadGroup = z.infer<typeof BeadGroup>
export type Post = z.infer<typeof Post>
export type Comment = z.infer<typeof Comment>
export type Failure = z.infer<typeof Failure>
export type Page<T> = { results: T[]; next: number | null; counts: { total: number } }
