/** Sharing posts and playlists (B5, B7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId, PostId, type ErrorCode } from '../schemas.ts'

const someText = z.string().max(1000)

/** Names and addresses are validated by the six checks, in their order, not by this schema. */
const Share = z
  .object({
    sharer: z
      .object({ uid: someText.optional(), name: someText.optional(), email: someText.optional() })
      .optional()
      .describe('Name and e-mail address of a visitor; ignored with a session'),
    sharees: z
      .object({
        uids: z.array(someText).max(limits.share.members).default([]).describe('Members, who are notified on the page'),
        emails: z
          .union([z.string().max(10_000), z.array(someText).max(200)])
          .default([])
          .describe('Addresses: comma-separated, or a list'),
      })
      .default({ uids: [], emails: [] }),
    msg: z.string().max(limits.share.message, messages.shareMessageTooLong).default(''),
  })
  .meta({ example: { sharees: { uids: [], emails: ['ann@example.org'] }, msg: 'You will like the third one.' } })

const shared = z.object({ shared: z.literal(true), shareCount: z.int().min(0) })
const networks = ['facebook', 'twitter'] as const
const count = z.object({ count: z.int().min(0).describe('Number of shares here and on the networks') })
const flag = z.enum(['0', '1', 'true', 'false']).optional()

export const autoshare = z.object({
  shared: z
    .array(z.enum(networks))
    .describe("Networks on which it was shared. Strand stores no credentials for members' accounts, so the member sends it: see `offers`"),
  offers: z
    .array(z.object({ network: z.enum(networks), href: z.string() }))
    .describe('Prefilled share pages of the connected networks; with a picture for those that support one'),
  picture: z.string().nullable().optional().describe('Address of the attached picture, if requested; null without one'),
})

const errors: ErrorCode[] = ['not_found', 'forbidden', 'read_only']
const ofPost = z.object({ id: PostId })
const ofBead = z.object({ id: BeadId })
const networkFlags = z.object({
  tw: flag.describe('X'),
  fb: flag.describe('Facebook'),
  picture: flag.describe('Attaches a picture: for admins and the two staff accounts'),
})
const byMail = { auth: 'optional', body: Share, answer: shared, limit: { requests: 60, seconds: 3600 }, errors } as const
const recount = { auth: 'optional', answer: count, limit: { requests: 120, seconds: 3600 }, errors } as const
const offer = { auth: 'member', query: networkFlags, answer: autoshare, limit: { requests: 240, seconds: 3600 }, errors } as const
const recounts = 'Requests from the networks how often it was shared there'
const offers = 'Offers a post or playlist to the networks that the member has connected'

export const shareEndpoints = {
  'POST /api/v0/posts/:id/share': { summary: 'Shares a post by e-mail and with members', params: ofPost, ...byMail },
  'POST /api/v0/beads/:id/share': { summary: 'Shares a playlist by e-mail and with members', params: ofBead, ...byMail },
  'GET /api/v0/posts/:id/updatesharecount': { summary: recounts, params: ofPost, ...recount, changes: true },
  'POST /api/v0/posts/:id/updatesharecount': { summary: recounts, params: ofPost, ...recount },
  'GET /api/v0/beads/:id/updatesharecount': { summary: recounts, params: ofBead, ...recount, changes: true },
  'POST /api/v0/beads/:id/updatesharecount': { summary: recounts, params: ofBead, ...recount },
  'GET /api/v0/posts/:id/autoshare': { summary: offers, params: ofPost, ...offer, changes: true },
  'POST /api/v0/posts/:id/autoshare': { summary: offers, params: ofPost, ...offer },
  'GET /api/v0/beads/:id/autoshare': { summary: offers, params: ofBead, ...offer, changes: true },
  'POST /api/v0/beads/:id/autoshare': { summary: offers, params: ofBead, ...offer },
} as const satisfies Record<string, Endpoint>
