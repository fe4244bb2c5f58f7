/** Feeds and embeds for other programs (BY13, BY20). Answered as for a visitor: private content is never included. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { BeadId, Uid } from '../schemas.ts'

export const feedFormats = ['rss', 'atom', 'json'] as const

const format = z.enum(feedFormats).describe('RSS 2.0, Atom or JSON Feed 1.1')

const feed = {
  auth: 'none',
  produces: 'application/rss+xml; charset=utf-8',
  answer: z
    .string()
    .describe(
      'The feed, as application/rss+xml, application/atom+xml or application/feed+json; 304 if `If-None-Match` or `If-Modified-Since` matches',
    ),
  limit: { requests: 600, seconds: 600 },
} as const

/** Clamps to the maximum. */
const atMost = z.coerce
  .number()
  .int()
  .min(1)
  .transform((pixels) => Math.min(pixels, 10_000))
  .optional()

export const syndicationEndpoints = {
  'GET /api/v1/feeds/beads/:id/:format': {
    summary: "A playlist's latest posts as a feed",
    params: z.object({ id: BeadId, format }),
    ...feed,
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v1/feeds/members/:uid/:format': {
    summary: "A member's latest posts as a feed",
    params: z.object({ uid: Uid, format }),
    ...feed,
    errors: ['not_found'],
  },
  'GET /api/v1/feeds/tags/:tag/:format': {
    summary: 'The latest posts with a tag as a feed',
    params: z.object({ tag: z.string().min(1).max(limits.tags.length), format }),
    ...feed,
    errors: ['not_found'],
  },
  'GET /api/oembed': {
    summary:
      'oEmbed 1.0 for playlists, posts and members; 404 for other addresses, 401 for private content, 501 for formats other than json and xml',
    auth: 'none',
    query: z.object({
      url: z.string().trim().min(1).max(limits.url).describe('Address of a playlist, post or member'),
      format: z.string().max(40).default('json').describe('json or xml'),
      maxwidth: atMost,
      maxheight: atMost,
    }),
    produces: 'application/json; charset=utf-8',
    answer: z.string().describe('The oEmbed 1.0 answer, as application/json or text/xml'),
    limit: { requests: 600, seconds: 600 },
    errors: ['not_found', 'unauthenticated', 'not_implemented'],
  },
} as const satisfies Record<string, Endpoint>
