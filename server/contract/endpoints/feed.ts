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
  .describe('ISO 8601, or milliseconds since 1970')

const feedQuery = {
  comments: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .transform((n) => Math.min(n, sizes.comments))
    .describe('Latest comments per post, at most 3'),
  category: categoryFilter,
  filter: z.literal('deadlinks').optional().describe('For casting: only posts with a medium that is not known to be dead (K2)'),
  minTime: since.optional().describe('Only activities after it'),
  maxTime: since
    .optional()
    .describe('Only activities up to it: the same value on every page keeps pages stable while new activities arrive'),
}

/** A uid, a playlist id, or a tag. */
const Followed = z.string().min(1).max(64)

/** Sent by clients that cache a feed. Ignored, as every answer is current. */
const ignored = {
  reset: z.string().max(20).optional(),
  fromCache: z.string().max(20).optional(),
  lapsedTime: z.string().max(20).optional(),
}

export const feedEndpoints = {
  'GET /api/v2/me/feed': {
    summary: 'Activities around what the signed-in member follows, newest first, without repeats; `next` also counts skipped activities',
    auth: 'member',
    cast: true,
    query: z.object({
      ...paging(sizes.page),
      ...feedQuery,
      ...ignored,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .transform((n) => (n === undefined ? undefined : Math.min(n, limits.page.max)))
        .describe('Default: 10, with `uid` 20'),
      uid: Uid.optional().describe("Returns this member's own activity instead"),
    }),
    answer: page(FeedItem),
    errors: ['not_found'],
  },
  'GET /api/v2/me/feed/status': {
    summary: "Number of new activities since then, without the viewer's own. Cheap to poll",
    auth: 'member',
    query: z.object({
      minTime: since.describe('When the feed was loaded, plus ten seconds (A4.5): activities of others within those ten seconds count'),
    }),
    answer: z.object({ count: z.int().min(0).max(sizes.status) }),
    revalidates: true,
  },
  'POST /api/v0/me/feed/fewer': {
    summary:
      'Shows fewer activities of a followed member, playlist or tag: about a third remain in the feed, and it weighs less in suggestions',
    auth: 'member',
    body: z
      .object({ type: z.enum(suggestionTypes), id: Followed.describe('uid, playlist id, or tag') })
      .meta({ example: { type: 'tag', id: 'jazz' } }),
    answer: z.object({ fewer: z.literal(true) }),
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
  'DELETE /api/v0/me/feed/fewer/:type/:id': {
    summary: 'Undoes "Fewer like this"',
    auth: 'member',
    params: z.object({ type: z.enum(suggestionTypes), id: Followed }),
    answer: z.object({ fewer: z.literal(false) }),
    errors: ['read_only'],
  },
  'GET /api/v2/members/:uid/activity': {
    summary: "A member's posts, collects, comments, playlists and follows, newest first",
    auth: 'optional',
    cast: true,
    params: z.object({ uid: Uid }),
    query: z.object({ ...paging(sizes.pageOfMember), ...feedQuery, ...ignored }),
    answer: page(FeedItem),
    errors: ['not_found'],
  },
  'GET /api/v2/trending': {
    summary: 'Posts of the whole site, ranked by a decaying score of collects, upvotes, comments and plays',
    auth: 'optional',
    query: z.object({ ...paging(sizes.pageOfSite), comments: feedQuery.comments, category: categoryFilter, filter: feedQuery.filter }),
    answer: page(FeedItem),
  },
  'GET /api/v0/me/onboarding/suggestions': {
    summary: 'Members, playlists and tags suggested to the signed-in member',
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
    summary: 'Dismisses a suggestion permanently',
    auth: 'member',
    params: z.object({ type: z.enum(suggestionTypes), id: Followed }),
    answer: z.object({ dismissed: z.literal(true) }),
    limit: { requests: 600, seconds: 3600 },
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
