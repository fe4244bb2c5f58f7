/** Resolves addresses to media (B7). */
import { z } from 'zod'
import { link, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId, Media, Post } from '../schemas.ts'

/** How a link in a text is shown (I1). */
const Embed = z.object({
  html: z
    .string()
    .describe('Our own markup, everything in it escaped: a player or file of known hosts, or a card that links to the address'),
  provider_name: z.string().describe('Name of the site'),
  inlineEmbedError: z.string().optional().describe('Why there is nothing but the address: "no data" where nothing answered'),
  type: z.enum(['video', 'rich', 'photo', 'link']),
  title: z.string(),
  description: z.string(),
  author_name: z.string(),
  author_url: z.string().optional(),
  image: z.string().optional(),
  thumbnail_url: z.string().optional().describe('The same as `image`'),
  url: z.string(),
  condensed: z.boolean().describe('A card, and nothing that could be expanded'),
  ratio: z.number().describe('Height in percent of the width'),
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
const asking = { requests: 120, seconds: 600 }

export const mediaEndpoints = {
  'POST /api/v0/media/detect': {
    summary: 'What an address holds: a medium with its streams, and the post that already has it in the playlist',
    auth: 'member',
    body: z.object({ media: z.object({ href: link }), category: z.string().max(40).optional(), bead: BeadId.optional() }),
    answer: z.object({
      detected: z.object({
        what: z.string(),
        who: z.object({ artists: z.array(z.string()).max(limits.artists) }),
        tags: z.array(z.string()).max(limits.guesses.tags).describe('Guessed from the keywords of the page and the hashtags of the title'),
        source: z.string(),
        id: z.string(),
        byuri: z.boolean().describe('Told by the address alone: nothing answered at it'),
        bycategory: z
          .boolean()
          .describe('The category decided how the title was read: in music, "Artist - Title" is an artist and a title'),
      }),
      media: Media,
      post: Post.optional().describe('The post of the playlist that already holds it'),
    }),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/media/inlineEmbed': {
    summary: 'How a link within a text is shown',
    auth: 'optional',
    body: z.object({ url: link }),
    answer: Embed,
    limit: asking,
  },
  'POST /api/v0/media/unsupportedInlineEmbed': {
    summary: 'The same for up to ten links at once, in their order; one that is no address has an error of its own',
    auth: 'optional',
    body: z.object({ urls: linkBatch.describe('An array, or one text with commas between the addresses') }),
    answer: z.object({ results: z.array(Embed) }),
    limit: { requests: 60, seconds: 600 },
  },
  'GET /api/v0/media/info/qmedia': {
    summary: 'What the player is told of an address; 404 "no data" where nothing is known but the address itself',
    auth: 'optional',
    query: linkQuery,
    answer: z.object({ media: Media, byuri: z.boolean().describe('Told by the address alone') }),
    limit: asking,
    errors: ['not_found'],
  },
  'GET /api/v0/webfetch/metaimages': {
    summary: 'The pictures of a page, without those that say they are small',
    auth: 'member',
    query: linkQuery,
    answer: z.object({
      images: z.array(z.string()).describe('Absolute addresses; the one that the page itself names comes first'),
      meta: z.object({ 'og:image': z.string().optional() }),
      message: z.literal(messages.noData).optional().describe('Where there are none'),
    }),
    limit: asking,
  },
} as const satisfies Record<string, Endpoint>
