/** The activity feed, version 2 (A7), and its suggestions. */
import { z } from 'zod'
import { categoryFilter, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { page, paging, Uid } from '../schemas.ts'
import { FeedItem, Suggestion, suggestionTypes } from '../schemas/feed.ts'

const sizes = limits.feed

/** A timestamp: ISO 8601 text, or milliseconds since 1970. */
const since = z
  .union([z.iso.datetime(), z.coerce.number().int().min(0).max(8_640_000_000_000)])
  .transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
  .describe('ISO-8601, or milliseconds since 1970')

const feedQuery = {
  comments: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .transform((n) => Math.min(n, sizes.comments))
    .describe('Latest comments with each post, at most 3'),
  category: categoryFilter,
  filter: z.literal('deadlinks').optional().describe('For casting: only posts that have a medium which is not known to be dead (K2)'),
  minTime: since.optional().describe('Only what happened after it'),
  maxTime: since
    .optional()
    .describe('Only what happened up to it: the same for every page keeps them from sliding while new things happen'),
}

/** A uid, a playlist id, or a tag. */
const Followed = z.string().min(1).max(64)

/** Sent by clients that cache a feed. Ignored, as every answer is current. */
const kept = {
  reset: z.string().max(20).optional(),
  fromCache: z.string().max(20).optional(),
  lapsedTime: z.string().max(20).optional(),
}

export const feedEndpoints = {
  'GET /api/v2/me/feed': {
    summary:
      'What happened around what the signed-in member follows, newest first, each thing once; `next` counts what was passed over too',
    auth: 'member',
    cast: true,
    query: z.object({
      ...paging(sizes.page),
      ...feedQuery,
      ...kept,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .transform((n) => (n === undefined ? undefined : Math.min(n, limits.page.max)))
        .describe('10; with `uid` 20'),
      uid: Uid.optional().describe('What this member did, as in their activity, instead'),
    }),
    answer: page(FeedItem),
    errors: ['not_found'],
  },
  'GET /api/v2/me/feed/status': {
    summary: 'How much has happened since; what the asking member did does not count. Cheap to ask often',
    auth: 'member',
    query: z.object({
      minTime: since.describe('When the feed was loaded, and ten seconds more (A4.5): what others did in those ten seconds counts'),
    }),
    answer: z.object({ count: z.int().min(0).max(sizes.status) }),
    revalidates: true,
  },
  'POST /api/v0/me/feed/fewer': {
    summary:
      'Less of what a followed member, playlist or tag has to tell: about a third of it stays in the feed, and it counts less for what is suggested',
    auth: 'member',
    body: z
      .object({ type: z.enum(suggestionTypes), id: Followed.describe('uid, id of the playlist, or the tag') })
      .meta({ example: { type: 'tag', id: 'jazz' } }),
    answer: z.object({ fewer: z.literal(true) }),
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
  'DELETE /api/v0/me/feed/fewer/:type/:id': {
    summary: 'All of it again',
    auth: 'member',
    params: z.object({ type: z.enum(suggestionTypes), id: Followed }),
    answer: z.object({ fewer: z.literal(false) }),
    errors: ['read_only'],
  },
  'GET /api/v2/members/:uid/activity': {
    summary: 'What a member did: posts, collects, comments, playlists and follows, newest first',
    auth: 'optional',
    cast: true,
    params: z.object({ uid: Uid }),
    query: z.object({ ...paging(sizes.pageOfMember), ...feedQuery, ...kept }),
    answer: page(FeedItem),
    errors: ['not_found'],
  },
  'GET /api/v2/trending': {
    summary: "The whole site's posts by a score of collects, upvotes, comments and plays that fades with time",
    auth: 'optional',
    query: z.object({ ...paging(sizes.pageOfSite), comments: feedQuery.comments, category: categoryFilter, filter: feedQuery.filter }),
    answer: page(FeedItem),
  },
  'GET /api/v0/me/onboarding/suggestions': {
    summary: 'Members, playlists and tags that the signed-in member may want to follow',
    auth: 'member',
    query: z.object({
      type: z.enum(suggestionTypes).optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(sizes.suggestionsShown)
        .transform((n) => Math.min(n, sizes.suggestions)),
    }),
    answer: z.object({ results: z.array(Suggestion) }),
  },
  'DELETE /api/v0/me/onboarding/suggestion/:type/:id': {
    summary: 'Dismisses a suggestion for good',
    auth: 'member',
    params: z.object({ type: z.enum(suggestionTypes), id: Followed }),
    answer: z.object({ dismissed: z.literal(true) }),
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
