/** Analytics (R21, A7): one path per event, and the counts that admins read. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Instant, page, paging, Uid } from '../schemas.ts'

/** Daily counters of what the server itself records, independent of page reports (A7). */
export const metrics = ['collect', 'play', 'newpost', 'comment', 'share', 'follow', 'followbead', 'newbead'] as const

/**
 * Events that a page may report: the counted ones from its point of view, failures without a visible message, and errors (A8, B4,
 * decision 32).
 */
export const pageEvents = [
  ...metrics,
  'pageview',
  'search',
  'signup',
  'login',
  'newbeadfailed',
  'editbeadfailed',
  'publishfailed',
  'invitefailed',
  'casterror',
  'mediaerror',
  'feederror',
  'xhrerror',
  'scripterror',
] as const

export const platforms = ['web', 'mobileweb', 'embed', 'desktop', 'ios', 'android', 'tv', 'receiver'] as const

const value = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])
const EventName = z.enum(pageEvents)
const Day = z.iso.date().describe('UTC')

export const analyticsEndpoints = {
  'POST /api/v1/analytics/:event': {
    summary: 'Reports an event. Queries are removed from addresses, and e-mail addresses from texts; stored for 30 days',
    auth: 'optional',
    whileSuspended: true,
    params: z.object({ event: EventName }),
    body: z
      .object({
        platform: z.enum(platforms).default('web'),
        uid: Uid.optional().describe('Ignored: the session identifies the member'),
        data: z
          .record(z.string().max(40), value)
          .refine((data) => Object.keys(data).length <= 20, 'At most 20 fields')
          .default({}),
      })
      .meta({ example: { platform: 'web', data: { message: 'Failed to fetch', path: '/api/v0/posts' } } }),
    bodyBytes: 16 * 1024,
    answer: z.object({ recorded: z.literal(true) }),
    limit: { requests: 120, seconds: 60 },
    errors: ['too_large', 'unsupported_type', 'read_only'],
  },
  'GET /api/v1/admin/analytics': {
    summary: 'Daily counts, and how often pages reported each event since then',
    auth: 'admin',
    query: z.object({
      since: Day.optional().describe('Default: 30 days ago'),
      until: Day.optional().describe('Default: today'),
    }),
    answer: z.object({
      days: z
        .array(z.object({ day: Day, counts: z.partialRecord(z.enum(metrics), z.int().min(0)) }))
        .describe('Days with counts, latest first'),
      totals: z.partialRecord(z.enum(metrics), z.int().min(0)),
      reported: z.partialRecord(EventName, z.int().min(0)).describe('Of the stored events, those since the day'),
    }),
  },
  'GET /api/v1/admin/analytics/:event': {
    summary: 'Reported events of one kind, latest first',
    auth: 'admin',
    params: z.object({ event: EventName }),
    query: z.object(paging(50, 200)),
    answer: page(
      z.object({
        id: z.string(),
        event: EventName,
        platform: z.enum(platforms),
        uid: Uid.nullable(),
        data: z.record(z.string(), value),
        date: Instant,
      }),
    ),
  },
} as const satisfies Record<string, Endpoint>

export type Metric = (typeof metrics)[number]
export type PageEvent = (typeof pageEvents)[number]
