/** Playlists (B7). */
import { z } from 'zod'
import { categoryFilter, deleted, tagList, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { beadDescriptionProblem, beadTitleProblem, playlistSorts } from '../rules.ts'
import { BeadExtras } from '../schemas/bead.ts'
import { Crop, ImageData, Resize } from '../schemas/image.ts'
import { Bead, BeadGroup, BeadId, CategoryName, MemberRef, page, paging, Post, PostId, Uid } from '../schemas.ts'

const title = z.string().max(500).describe('2 to 64 characters with at least one letter; the "?" of an open playlist is added')
const description = z.string().trim().max(limits.beadDescription.max)
const category = z.enum(CategoryName.options, { error: messages.categoryRequired })
const attribution = z
  .object({ name: z.string().max(200).default(''), url: z.string().max(limits.url).default('') })
  .describe('Attribution and source of the picture; `http://` is added if the address has no scheme')
  .meta({ example: { name: 'Ann Lee', url: 'https://example.org/photos/1' } })

/** The picture of a playlist: uploaded (`image`), fetched (`imageSrc`), or none. */
const picture = {
  image: ImageData.optional(),
  imageSrc: z.string().trim().max(limits.url).optional().describe('Address of a JPEG or PNG file, which the server fetches'),
  crop: Crop.optional(),
  resize: Resize.optional(),
  skippedImage: z.boolean().optional().describe('Removes the picture'),
}

const BeadInput = z
  .object({
    title,
    description: description.default(''),
    category,
    tags: tagList.default([]),
    attribution: attribution.optional(),
    isDraft: z.boolean().default(false).describe('For a personal playlist; an open one is a draft until an admin publishes it'),
    invitees: z.array(Uid).max(limits.invitees).optional().describe('If present, even if empty, the playlist is invite-only'),
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
  isDraft: z.boolean().optional().describe('False also publishes the playlist, if the member may; true changes nothing'),
  sort: z.enum(playlistSorts).nullable().optional().describe('Default order of its posts; null for the standard order'),
  ...picture,
  crop: Crop.optional().describe('Without `image` or `imageSrc`: a new crop of the current picture'),
  cta: cta.nullable().optional().describe('Admins only, like the next four fields'),
  featured: featured.nullable().optional(),
  partnerMetaData: partnerMetaData.nullable().optional(),
  isMilqPremier: isMilqPremier.optional(),
  isFeed: z.boolean().optional().describe('A feed accepts no posts from members'),
})

/** Members as the invite field sends them: uids or member objects. */
const Invited = z.union([Uid, z.object({ uid: Uid }).transform(({ uid }) => uid)])
const Invitation = z
  .object({ newInvitees: z.array(Invited).min(1).max(limits.invitees) })
  .describe('Other fields of the playlist are ignored; only new members are invited')
  .meta({ example: { newInvitees: ['partner'] } })

const Move = z
  .object({ before: PostId.nullable().optional(), after: PostId.nullable().optional() })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), 'Say either before or after')
  .describe('The posts it goes between: `before: null` puts it last, `after: null` first')
  .meta({ example: { after: 'p00000000000000000' } })

const beadSorts = ['top', 'recent'] as const
const params = z.object({ id: BeadId })
const answer = z.object({ bead: BeadId, data: Bead })
const changing = ['not_found', 'forbidden', 'read_only'] as const

export const beadsEndpoints = {
  'GET /api/v0/beads': {
    summary: 'Playlists: published ones, and drafts that the viewer may see',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.beads, 100),
      sort: z.enum(beadSorts).default('recent'),
      category: categoryFilter,
      createdby: Uid.optional().describe('Created by this member'),
      followedby: Uid.optional().describe('Followed by this member, latest follow first'),
      invitee: Uid.optional().describe("Playlists the viewer is invited to; must be the viewer's own uid"),
      writer: Uid.optional().describe("Only playlists that the viewer may post to; must be the viewer's own uid"),
      repost: PostId.optional().describe("With `writer`: excludes playlists that already contain this post's medium"),
      related: BeadId.optional().describe('Playlists that share the most tags with this one, then others of its category; at most 36'),
      excludefeeds: z.enum(['true', 'false']).optional(),
      ids: z.string().max(4000).optional().describe('Comma-separated ids; the answer keeps their order'),
      format: z.literal('json').optional(),
    }),
    answer: page(Bead),
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  },
  'GET /api/v0/beads/day': {
    summary: 'The Bead of the Day: the same for everyone for a whole day (UTC)',
    auth: 'optional',
    answer: z.object({ bead: Bead.nullable() }),
  },
  'GET /api/v0/beads/groups': {
    summary: 'Published playlists in groups, hottest first: one group per category, and within a category one per popular tag',
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
    summary: 'The coffee table: the best post of each of the most related playlists',
    auth: 'optional',
    params,
    answer: z.object({ results: z.array(Post).max(limits.page.table) }),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads': {
    summary: 'Creates a playlist',
    auth: 'member',
    body: BeadInput,
    bodyBytes: limits.image.body,
    tooLarge: messages.profileImageTooLarge,
    answer,
    limit: { requests: 60, seconds: 3600 },
    errors: ['forbidden', 'read_only', 'unavailable'],
  },
  'POST /api/v0/beads/:id': {
    summary: 'Edits a playlist; absent fields stay as they are',
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
    summary: 'The followers of a playlist, latest first',
    auth: 'optional',
    params,
    query: z.object({ ...paging(limits.page.followers, 100) }),
    answer: page(MemberRef),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads/:id/publish': {
    summary: 'Publishes a draft, permanently: an invite-only one by its creator or an admin, an open one by an admin',
    auth: 'member',
    params,
    answer,
    errors: [...changing],
  },
  'POST /api/v0/beads/:id/submit': {
    summary: 'Submits an open draft, which an admin returned, for review again. Idempotent',
    auth: 'member',
    params,
    answer,
    limit: { requests: 60, seconds: 3600 },
    errors: [...changing],
  },
  'POST /api/v0/beads/:id/invite': {
    summary: 'Invites members to an invite-only playlist',
    auth: 'member',
    params,
    body: Invitation,
    answer,
    limit: { requests: 120, seconds: 3600 },
    errors: [...changing],
  },
  'DELETE /api/v0/beads/:id/invitees/:uid': {
    summary: 'Withdraws an invitation, or leaves an invite-only playlist',
    auth: 'member',
    params: params.extend({ uid: Uid }),
    answer,
    errors: [...changing],
  },
  'POST /api/v0/beads/:id/featuredcurator': {
    summary: "Features a member as the playlist's first curator; without a uid removes the featured curator",
    auth: 'admin',
    params,
    query: z.object({ uid: z.string().trim().max(limits.uid.max).optional() }),
    answer,
    errors: ['not_found', 'read_only'],
  },
  'POST /api/v0/beads/:id/posts/:post/move': {
    summary: "Moves a post in the curated order, which becomes the playlist's default order",
    auth: 'member',
    params: params.extend({ post: PostId }),
    body: Move,
    answer: z.object({ moved: z.literal(true), sort: z.enum(playlistSorts).describe("Sets the default order of the playlist's posts") }),
    errors: [...changing],
  },
} as const satisfies Record<string, Endpoint>
