/** Notifications (A7, O1-O3), push messages (O4), the admin's mail log, and unsubscribing. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { verbs } from '../notifications.ts'
import { Instant, page, paging, Uid } from '../schemas.ts'

const sizes = limits.notifications
const Count = z.int().min(0)
const verb = z.enum(verbs)

/** A timestamp: ISO 8601 text, or milliseconds since 1970. */
const moment = z
  .union([z.iso.datetime(), z.coerce.number().int().min(0).max(8_640_000_000_000)])
  .transform((value) => new Date(value).toISOString())
  .describe('ISO 8601, or milliseconds since 1970')
  .meta({ example: '2026-11-21T10:00:00.000Z' })

/** The shape of section A3. */
const Notification = z.object({
  subjects: z
    .array(z.object({ uid: Uid, name: z.string() }))
    .max(sizes.names)
    .describe('The latest actors, at most two: "A, B and N others"'),
  count: Count.describe('Total number of actors'),
  verb,
  topic: z.string().describe('Id of the post, playlist or comment, or uid of the member'),
  topicHref: z.string(),
  topicTitle: z.string(),
  date: Instant.describe('When it last happened'),
  isOwner: z.boolean().describe('Whether the topic belongs to the viewer'),
})

const Item = z.object({
  kind: z.enum(['member', 'bead', 'post', 'comment']),
  id: z.string(),
  title: z.string(),
  href: z.string(),
  image: z.string().nullable(),
})

const key = z.string().describe('A key of `items`')

/** The same for the panel: entities that it mentions are listed once, in `items`. */
const Activity = z.object({
  verb,
  topic: key,
  actor: key.describe('The latest actor'),
  target: key.nullable().describe('The playlist of the topic'),
  time: Instant,
  count: Count,
  activities: z.array(z.object({ actor: key, time: Instant })).describe('The latest of the group, at most two'),
  isPushEnabled: z.boolean().describe("Whether the member's preferences allow a push message about it, on any device"),
})

const PushSubscription = z.object({
  id: z.string().describe('SHA-256 of the endpoint, hex'),
  service: z.string().describe('Host name of the push service').meta({ example: 'updates.push.services.mozilla.com' }),
  userAgent: z.string(),
  creationDate: Instant,
})

const token = z.object({ token: z.string().min(1).max(1000).describe('From the link in a mail') })
const textPage = z.string().describe('An HTML page')

export const notificationsEndpoints = {
  'GET /api/v1/me/notifications': {
    summary: 'Activities around the signed-in member, latest first; equal activities on the same topic are grouped',
    auth: 'member',
    query: z.object(paging(sizes.start, sizes.panel)),
    answer: page(Notification).extend({
      activities: z.array(Activity).describe('The same groups for the panel, in the same order'),
      items: z
        .record(z.string(), Item)
        .describe('The entities that activities refer to, by key: `post:…`, `bead:…`, `member:…`, `comment:…`'),
      lastChecked: Instant.nullable(),
    }),
  },
  'GET /api/v1/me/notifications/status': {
    summary: 'Number of notification groups newer than `minTime`, or than the last check. Cheap to poll',
    auth: 'member',
    query: z.object({ minTime: moment.optional() }),
    answer: z.object({ count: Count, latest: Instant.nullable().describe('Date of the newest of them') }),
    revalidates: true,
  },
  'POST /api/v0/me/notifications/lastchecked': {
    summary: 'Marks notifications as seen up to this time, which never moves back or into the future',
    auth: 'member',
    whileSuspended: true,
    body: z.object({ timestamp: moment }),
    answer: z.object({ lastChecked: Instant }),
    errors: ['read_only'],
  },
  'GET /api/v0/me/push': {
    summary: "The server's public key for push messages, and the member's subscribed browsers",
    auth: 'member',
    answer: z.object({ publicKey: z.string().describe('VAPID, base64url'), results: z.array(PushSubscription) }),
  },
  'POST /api/v0/me/push': {
    summary: 'Subscribes a browser, as given by `toJSON()` of its PushSubscription; of more than 20 the oldest is removed',
    auth: 'member',
    whileSuspended: true,
    body: z.object({
      endpoint: z
        .url({ protocol: /^https$/, error: messages.pushInvalid })
        .max(1000, messages.pushInvalid)
        .meta({ example: 'https://updates.push.services.mozilla.com/wpush/v2/gAAA' }),
      keys: z.object({
        p256dh: z
          .string()
          .regex(/^B[\w-]{86}=?$/, messages.pushInvalid)
          .describe('An uncompressed P-256 point, base64url'),
        auth: z
          .string()
          .regex(/^[\w-]{22}={0,2}$/, messages.pushInvalid)
          .describe('16 bytes, base64url'),
      }),
    }),
    answer: PushSubscription,
    limit: { requests: 60, seconds: 3600 },
    errors: ['read_only'],
  },
  'DELETE /api/v0/me/push/:id': {
    summary: 'Unsubscribes a browser',
    auth: 'member',
    whileSuspended: true,
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'read_only'],
  },
  'GET /api/v0/unsubscribe/:token': {
    summary: 'The page that asks to confirm unsubscribing; changes nothing, since mail programs prefetch links',
    auth: 'none',
    params: token,
    answer: textPage,
    produces: 'text/html',
    errors: ['not_found'],
  },
  'POST /api/v0/unsubscribe/:token': {
    summary: 'Unsubscribes without a log-in; also called by mail programs for one-click unsubscribe (RFC 8058)',
    auth: 'none',
    anyOrigin: true,
    params: token,
    answer: textPage,
    produces: 'text/html',
    errors: ['not_found', 'read_only'],
  },
  'GET /api/v0/admin/mail': {
    summary: 'Mails written to files because no mail server is configured, latest first',
    auth: 'admin',
    query: z.object(paging(50, 100)),
    answer: page(z.object({ id: z.string(), date: Instant, to: z.string(), subject: z.string() })),
    errors: ['forbidden'],
  },
  'GET /api/v0/admin/mail/:id': {
    summary: 'One of these mails; in mails to other members the keys in links are masked, and the access is logged',
    auth: 'admin',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    answer: z.string(),
    produces: 'message/rfc822',
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>
