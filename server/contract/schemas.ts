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
export const Instant = z.iso.datetime().describe('ISO-8601, UTC')
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
  draftCount: Count.optional().describe('Playlists in draft, which the other counts leave out; only the member sees it'),
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
export const OwnedBeadRef = BeadRef.extend({ creatorUid: Uid.describe('Who started it, and therefore does not follow it') })

const switches = <N extends string>(names: readonly N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<N, z.ZodBoolean>)

export const EmailSwitches = switches(emailPrefNames).describe('What is told by mail; each is on unless it was switched off')
export const PushSwitches = switches(pushPrefNames).describe('What is told by push message; each is on unless it was switched off')
export const OnboardingSwitches = switches(onboardingSteps).describe('What a new member is still to be asked')

const NetworkInfo = z.object({ name: z.string().describe('What the member is called there') })

/** The signed-in member, with private fields. */
export const Me = Member.extend({
  draftCount: Count.describe('Playlists in draft, which the other counts leave out'),
  email: z.string().describe('Empty where a social network told none'),
  emailVerified: z.boolean(),
  hasPassword: z.boolean().describe('False where the member signed up through a social network and never set one'),
  isAdmin: z.boolean(),
  privileges: Privileges,
  emailPrefs: EmailSwitches,
  pushPrefs: PushSwitches,
  onboarding: OnboardingSwitches,
  hasFB: z.boolean(),
  hasTwitter: z.boolean(),
  facebookInfo: NetworkInfo.optional().describe('Present exactly where the account there is connected'),
  twitterInfo: NetworkInfo.optional().describe('Present exactly where the account there is connected'),
  groups: z.array(BeadRef).describe('Playlists that the member is invited to, latest invitation first'),
  mostusedbeads: z.array(BeadRef).describe('Playlists that the latest posts of the member went to, most used first'),
  notificationsLastChecked: Instant.nullable(),
})

export const streamTypes = ['youtube', 'vimeo', 'soundcloud', 'dailymotion', 'wistia', 'twitch', 'tiktok', 'file', 'image', 'link'] as const

/** A way to play a medium. A post can have several; the player tries them in order. */
export const Stream = z.object({
  type: z
    .enum(streamTypes)
    .describe('Which output plays it; `file` is anything that is played from its address alone, HLS and DASH included'),
  uri: z.string().max(limits.url).describe("The provider's own id, or the address of a file"),
  href: Url.describe('Where a person finds it'),
  format: z.string().max(80).optional().describe('MIME type of a file, for example video/mp4 or application/vnd.apple.mpegurl'),
  title: z.string().optional(),
  author: z.string().optional(),
  image: Url.optional(),
  duration: Seconds.optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  status: z.int().optional().describe('404 marks a dead link: asked for again and again over a day at least, it was not there'),
})

export const mediaTypes = ['video', 'audio', 'image', 'webpage'] as const

export const Media = z.object({
  type: z.enum(mediaTypes),
  href: Url,
  title: z.string().max(300),
  artist: z.string().max(300).optional().describe('At most three of `who`, joined'),
  what: z.string().max(limits.who.length).optional().describe('Name of the work, where its poster told it'),
  who: z.array(z.string().max(limits.who.length)).max(limits.who.count).optional().describe('Who made it, where its poster told it'),
  attribution: z.string().max(limits.url).optional(),
  source: z.string().max(limits.siteName).describe('Name of the site that hosts it, for example YouTube or example.org'),
  image: Url.optional(),
  duration: Seconds.optional(),
  startTime: Seconds.optional(),
  endTime: Seconds.optional(),
  status: z.int().optional().describe('404 marks a dead link, where nothing of it can be had any more: no stream, or not the page itself'),
  replaced: z
    .literal(true)
    .optional()
    .describe('It took the place of a dead link: `GET /api/v0/posts/{id}/repair` tells whose, and by whom'),
  media: z.array(Stream).max(limits.streams).describe('The streams, best first; empty for a web page'),
})

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
  tagCount: Count.optional(),
  shareCount: Count.optional(),
  recentCount: Count.optional().describe('Posts of the last seven days, where playlists are listed by who follows them'),
  matchingCount: Count.optional().describe('Tags shared with the playlist that `related` names'),
  sort: z.enum(playlistSorts).optional().describe('How its posts are sorted where nobody says otherwise; absent for the usual order'),
  topCurators: z
    .object({ curators: z.array(MemberRef) })
    .optional()
    .describe('Whose posts it holds most of, the featured curator first; of one playlist alone'),
  featuredCurator: Uid.optional(),
  skippedImage: z.literal(true).optional().describe('It has no picture'),
  imageSrc: Url.optional().describe('Where the picture was fetched from; told to whoever may edit'),
  crop: Crop.optional().describe('Which part of the picture’s original is shown; told to whoever may edit'),
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
      invite: z.boolean().optional(),
      move: z.boolean().optional().describe('Move posts within the curated order'),
    })
    .describe('What the asking member may do here; the server checks again'),
})

/** A group of playlists (B3 "Taxonomy group"): a category, or a tag in one. */
export const BeadGroup = z.object({
  _id: z.string(),
  id: z.string().describe('Name of the category, or key of the tag').meta({ example: 'music' }),
  name: z.string().meta({ example: 'Music' }),
  href: z.string().describe('Path of the page that shows all of it').meta({ example: '/music' }),
  count: Count.describe('How many playlists belong to it'),
  beads: z.array(Bead).max(limits.groups.cards),
})

export const Comment = z.object({
  _id: CommentId,
  id: CommentId,
  postId: PostId,
  text: z.string().describe('HTML, with the markup of a post description; "Comment deleted" where nothing else is left of it'),
  creationDate: Instant,
  editedDate: Instant.optional().describe('When its text was last changed'),
  deleted: z.boolean(),
  creator: MemberRef,
  reactions: z.object({ like: Count.describe('Likes by others than its creator') }),
  likers: z.array(MemberRef).describe('Who liked it last, at most 3'),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }).describe('What the asking member may do with it; the server checks again'),
})

/** The origin of a repost: "found by A, reposted by B". */
export const OriginalPost = z.object({
  _id: PostId,
  id: PostId,
  creator: MemberRef.nullable().describe('Who found it; null where they have left'),
  href: z.string().nullable().describe('Canonical path of its page; null where it is gone or may not be seen'),
  bead: z.object({ _id: BeadId, id: BeadId, title: z.string() }).nullable(),
})

export const Post = z.object({
  _id: PostId,
  id: PostId,
  title: z.string(),
  description: z.string().describe('HTML that holds nothing but italic, bold, underline, strike, line breaks and links'),
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
  isFeatured: z.boolean().describe('By the featured curator of its playlist'),
  type: z.literal('post'),
  nonMilq: z.literal(false).describe("True would mark what is not Strand's own, such as a find on the web; what Strand keeps is its own"),
  originalPost: OriginalPost.optional().describe('Marks a repost: the post that it came from in the first place'),
  borrowedText: z
    .literal(true)
    .optional()
    .describe("Headline and text are still those of somebody else's original: an edit starts without them"),
  reason: z.enum(['trending']).optional().describe('Why it is in this list'),
  previewComments: z.array(Comment).optional().describe('The latest comments, oldest first, where the list was asked with `comments`'),
  partnerMetaData: PartnerEntry.optional().describe(
    "What was sent to a partner's challenge: only for its creator and admins, and never in a list",
  ),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    repost: z.literal(false).optional().describe('The post is in a draft, whose posts cannot be reposted'),
    repair: z
      .literal(true)
      .optional()
      .describe(
        'Its link is dead, or took the place of one that was, and the asking member may replace it: its creator, who started the playlist, who is invited into it, and admins',
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
export type Stream = z.infer<typeof Stream>
export type Media = z.infer<typeof Media>
export type BeadRef = z.infer<typeof BeadRef>
export type Bead = z.infer<typeof Bead>
export type BeadGroup = z.infer<typeof BeadGroup>
export type Post = z.infer<typeof Post>
export type Comment = z.infer<typeof Comment>
export type Failure = z.infer<typeof Failure>
export type Page<T> = { results: T[]; next: number | null; counts: { total: number } }
