/** Resolves addresses to media (B7). */
import { z } from 'zod'
import { link, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId, Media, Post } from '../schemas.ts'

/** How a link in a text is shown (I1). */
const Embed = z.object({
  html: z.string().describe('Generated markup with escaped content: a player or file of a known host, or a card that links to the address'),
  provider_name: z.string().describe('Name of the site'),
  inlineEmbedError: z.string().optional().describe('Why there is nothing but the address: "no data" if the address did not answer'),
  type: z.enum(['video', 'rich', 'photo', 'link']),
  title: z.string(),
  description: z.string(),
  author_name: z.string(),
  author_url: z.string().optional(),
  image: z.string().optional(),
  thumbnail_url: z.string().optional().describe('Same as `image`'),
  url: z.string(),
  condensed: z.boolean().describe('Whether it is a card without an expandable player'),
  ratio: z.number().describe('Height as a percentage of the width'),
})

/** An array, or one text in which every address has a scheme and a comma precedes the next one. */
const linkBatch = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/\s*,\s*(?=https?:\/\/)/i))])
  .pipe(
    z
      .array(z.string().trim().min(1, messages.linkInvalid).max(limits.url))
      .min(1, messages.linkInvalid)
      .max(limits.embeds, messages.tooManyLinks),
  )

const linkQuery = z.object({ url: link })

/** Each of these may cause a request to another server, so they share a counter. */
const lookupLimit = { requests: 120, seconds: 600 }

export const mediaEndpoints = {
  'POST /api/v0/media/detect': {
    summary: 'Resolves an address to a medium with its streams, and to the post that already contains it in the playlist',
    auth: 'member',
    body: z.object({ media: z.object({ href: link }), category: z.string().max(40).optional(), bead: BeadId.optional() }),
    answer: z.object({
      detected: z.object({
        what: z.string(),
        who: z.object({ artists: z.array(z.string()).max(limits.artists) }),
        tags: z.array(z.string()).max(limits.guesses.tags).describe("Suggested from the page's keywords and the title's hashtags"),
        source: z.string(),
        id: z.string(),
        byuri: z.boolean().describe('Derived from the address alone: it did not answer'),
        bycategory: z
          .boolean()
          .describe('The category decides how the title is parsed: in music, "Artist - Title" is an artist and a title'),
      }),
      media: Media,
      post: Post.optional().describe("The playlist's post that already contains it"),
    }),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/media/inlineEmbed': {
    summary: 'How a link in a text is shown',
    auth: 'optional',
    whileSuspended: true,
    body: z.object({ url: link }),
    answer: Embed,
    limit: lookupLimit,
  },
  'POST /api/v0/media/unsupportedInlineEmbed': {
    summary: 'The same for up to ten links, in their order; an invalid address has its own error',
    auth: 'optional',
    whileSuspended: true,
    body: z.object({ urls: linkBatch.describe('An array, or one text with commas between addresses') }),
    answer: z.object({ results: z.array(Embed) }),
    limit: { requests: 60, seconds: 600 },
  },
  'GET /api/v0/media/info/qmedia': {
    summary: `The player's data for an address; 404 "no data" if nothing but the address is known`,
    auth: 'optional',
    query: linkQuery,
    answer: z.object({ media: Media, byuri: z.boolean().describe('Derived from the address alone') }),
    limit: lookupLimit,
    errors: ['not_found'],
  },
  'GET /api/v0/webfetch/metaimages': {
    summary: 'The pictures of a page, without those declared as small',
    auth: 'member',
    query: linkQuery,
    answer: z.object({
      images: z.array(z.string()).describe("Absolute addresses; the page's preview picture comes first"),
      meta: z.object({ 'og:image': z.string().optional() }),
      message: z.literal(messages.noData).optional().describe('If there are none'),
    }),
    limit: lookupLimit,
  },
} as const satisfies Record<string, Endpoint>
