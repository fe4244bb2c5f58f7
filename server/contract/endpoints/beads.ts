/** Playlists (B7). */
import { z } from 'zod'
import { categoryFilter, deleted, tagList, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { beadDescriptionProblem, beadTitleProblem, playlistSorts } from '../rules.ts'
import { BeadExtras } from '../schemas/bead.ts'
import { Crop, ImageData, Resize } from '../schemas/image.ts'
import { Bead, BeadGroup, BeadId, CategoryName, MemberRef, page, paging, Post, PostId, Uid } from '../schemas.ts'

const title = z.string().max(500).describe('2 to 64 characters with a letter among them; an open playlist’s ends in "?", which is added')
const description = z.string().trim().max(limits.beadDescription.max)
const category = z.enum(CategoryName.options, { error: messages.categoryRequired })
const attribution = z
  .object({ name: z.string().max(200).default(''), url: z.string().max(limits.url).default('') })
  .describe('Whose picture it is and where it comes from; `http://` is put before an address without a scheme')
  .meta({ example: { name: 'Ann Lee', url: 'https://example.org/photos/1' } })

/** The picture of a playlist: uploaded (`image`), fetched (`imageSrc`), or none. */
const picture = {
  image: ImageData.optional(),
  imageSrc: z.string().trim().max(limits.url).optional().describe('Address of a JPEG or PNG file that the server fetches'),
  crop: Crop.optional(),
  resize: Resize.optional(),
  skippedImage: z.boolean().optional().describe('The playlist is to have no picture'),
}

const BeadInput = z
  .object({
    title,
    description: description.default(''),
    category,
    tags: tagList.default([]),
    attribution: attribution.optional(),
    isDraft: z.boolean().default(false).describe('Of a personal playlist; an open one is a draft until an admin publishes it'),
    invitees: z.array(Uid).max(limits.invitees).optional().describe('Present, even empty: an invite-only playlist'),
    ...picture,
  })
  .superRefine(({ title: given, description: text, invitees }, context) => {
    const open = invitees === undefined
    const problem = beadTitleProblem(given, open)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['title'], message: problem })
    const undescribed = beadDescriptionProblem(text, open)
    if (undescribed !== null) context.addIssue({ code: 'custom', path: ['description'], message: undescribed })
  })

const { cta, featured, partnerMetaData, isMilqPremier } = BeadExtras.shape

/** Whether a playlist is open or invite-only is fixed at its creation (B4), so it is not a field of an edit. */
const BeadEdit = z.object({
  title: title.optional(),
  description: description.optional(),
  category: category.optional(),
  tags: tagList.optional(),
  attribution: attribution.optional(),
  isDraft: z.boolean().optional().describe('False publishes it along with what is changed, where the member may; true changes nothing'),
  sort: z
    .enum(playlistSorts)
    .nullable()
    .optional()
    .describe('How its posts are sorted where nobody says otherwise; null for the usual order'),
  ...picture,
  crop: Crop.optional().describe('Without `image` or `imageSrc`: another part of the picture that the playlist has'),
  cta: cta.nullable().optional().describe('Admins only, as the next four'),
  featured: featured.nullable().optional(),
  partnerMetaData: partnerMetaData.nullable().optional(),
  isMilqPremier: isMilqPremier.optional(),
  isFeed: z.boolean().optional().describe('A feed takes nobody’s posts'),
})

/** Members as the invite field sends them: uids or member objects. */
const Invited = z.union([Uid, z.object({ uid: Uid }).transform(({ uid }) => uid)])
const Invitation = z
  .object({ newInvitees: z.array(Invited).min(1).max(limits.invitees) })
  .describe('The playlist’s other fields may come along; only who is new is read')
  .meta({ example: { newInvitees: ['partner'] } })

const Move = z
  .object({ before: PostId.nullable().optional(), after: PostId.nullable().optional() })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), 'Say either before or after')
  .describe('Right before or right after which post it goes; `before: null` puts it last, `after: null` first')
  .meta({ example: { after: 'p00000000000000000' } })

const beadSorts = ['top', 'recent'] as const
const params = z.object({ id: BeadId })
const answer = z.object({ bead: BeadId, data: Bead })
const changing = ['not_found', 'forbidden', 'read_only'] as const

export const beadsEndpoints = {
  'GET /api/v0/beads': {
    summary: 'Playlists, published ones and the drafts that the asking member may see',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.beads, 100),
      sort: z.enum(beadSorts).default('recent'),
      category: categoryFilter,
      createdby: Uid.optional().describe('Started by this member'),
      followedby: Uid.optional().describe('Followed by this member, latest follow first'),
      invitee: Uid.optional().describe('That the asking member, who must be this one, is invited to'),
      writer: Uid.optional().describe('Only playlists into which the asking member, who must be this one, may post'),
      repost: PostId.optional().describe('With `writer`: only those that do not hold this post’s medium yet'),
      related: BeadId.optional().describe('Those that share most tags with this playlist, then others of its category; 36 at most'),
      excludefeeds: z.enum(['true', 'false']).optional(),
      ids: z.string().max(4000).optional().describe('Comma-joined ids; the answer keeps their order'),
      format: z.literal('json').optional(),
    }),
    answer: page(Bead),
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  },
  'GET /api/v0/beads/day': {
    summary: 'The Bead of the Day: the same for everyone, everywhere and all day (UTC)',
    auth: 'optional',
    answer: z.object({ bead: Bead.nullable() }),
  },
  'GET /api/v0/beads/groups': {
    summary:
      'Published playlists in groups, the hottest first in each: one for each category, and within a category one for each of the tags that lead there',
    auth: 'optional',
    query: z.object({
      category: categoryFilter,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(CategoryName.options.length)
        .transform((n) => Math.min(n, CategoryName.options.length)),
    }),
    answer: z.object({ results: z.array(BeadGroup) }),
  },
  'GET /api/v0/beads/:id': {
    summary: 'A playlist',
    auth: 'optional',
    params,
    answer: Bead,
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/beads/:id/table': {
    summary: 'The coffee table: the best post of each of the playlists that are related most',
    auth: 'optional',
    params,
    answer: z.object({ results: z.array(Post).max(limits.page.table) }),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads': {
    summary: 'Starts a playlist',
    auth: 'member',
    body: BeadInput,
    bodyBytes: limits.image.body,
    tooLarge: messages.profileImageTooLarge,
    answer,
    limit: { requests: 60, seconds: 3600 },
    errors: ['forbidden', 'read_only', 'unavailable'],
  },
  'POST /api/v0/beads/:id': {
    summary: 'Edits a playlist; what is left out stays as it is',
    auth: 'member',
    params,
    body: BeadEdit,
    bodyBytes: limits.image.body,
    tooLarge: messages.profileImageTooLarge,
    answer,
    limit: { requests: 240, seconds: 3600 },
    errors: [...changing, 'unavailable'],
  },
  'DELETE /api/v0/beads/:id': {
    summary: 'Deletes a playlist and its posts',
    auth: 'member',
    params,
    answer: deleted,
    errors: [...changing],
  },
  'GET /api/v0/beads/:id/followers': {
    summary: 'Who follows a playlist, latest first',
    auth: 'optional',
    params,
    query: z.object({ ...paging(limits.page.followers, 100) }),
    answer: page(MemberRef),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads/:id/publish': {
    summary: 'Shows a draft to everyone, for good: an invite-only one by its creator or an admin, an open one by an admin',
    auth: 'member',
    params,
    answer,
    errors: [...changing],
  },
  'POST /api/v0/beads/:id/invite': {
    summary: 'Invites members into an invite-only playlist',
    auth: 'member',
    params,
    body: Invitation,
    answer,
    limit: { requests: 120, seconds: 3600 },
    errors: [...changing],
  },
  'DELETE /api/v0/beads/:id/invitees/:uid': {
    summary: 'Takes an invitation back, or leaves an invite-only playlist',
    auth: 'member',
    params: params.extend({ uid: Uid }),
    answer,
    errors: [...changing],
  },
  'POST /api/v0/beads/:id/featuredcurator': {
    summary: 'Puts a member first among the playlist’s curators; without a uid nobody is put first any more',
    auth: 'admin',
    params,
    query: z.object({ uid: z.string().trim().max(limits.uid.max).optional() }),
    answer,
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/beads/:id/posts/:post/move': {
    summary: 'Moves a post within the curated order, which becomes the playlist’s own',
    auth: 'member',
    params: params.extend({ post: PostId }),
    body: Move,
    answer: z.object({ moved: z.literal(true), sort: z.enum(playlistSorts).describe('How the playlist’s posts are sorted from now on') }),
    errors: [...changing],
  },
} as const satisfies Record<string, Endpoint>
