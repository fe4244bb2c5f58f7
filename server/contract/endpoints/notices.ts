/** Read-only mode and announcements (M1, decision 31). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { idPattern } from '../ids.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { announcementHref, announcementKinds } from '../rules.ts'
import { Instant, paging } from '../schemas.ts'

const AnnouncementId = z.string().regex(idPattern('row')).meta({ example: 'x0mgwu0k4b2y9z0c5d' })

const oneLine = (max: number) =>
  z
    .string()
    .max(max + 200, messages.noticeTooLong)
    .transform((value) => value.replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, messages.noticeRequired).max(max, messages.noticeTooLong))

export const Announcement = z.object({
  _id: z.string(),
  id: AnnouncementId,
  kind: z.enum(announcementKinds),
  text: z.string(),
  href: z.string().nullable(),
  startDate: Instant,
  endDate: Instant,
})
export type Announcement = z.infer<typeof Announcement>

const AnnouncementBody = z
  .object({
    kind: z.enum(announcementKinds),
    text: oneLine(limits.notices.text).meta({ example: 'Strand moves to a new server on Sunday.' }),
    href: z
      .string()
      .max(limits.url)
      .nullable()
      .default(null)
      .transform((value) => (value === null || value.trim() === '' ? null : value))
      .refine((value) => value === null || announcementHref(value) !== null, messages.noticeLink)
      .transform((value) => value && announcementHref(value))
      .describe('A path of this site or an http address')
      .meta({ example: '/about' }),
    startDate: z.iso.datetime().optional().describe('Default: now').meta({ example: '2027-01-03T10:00:00.000Z' }),
    endDate: z.iso.datetime().meta({ example: '2027-01-03T12:00:00.000Z' }),
  })
  .refine(({ startDate, endDate }) => startDate === undefined || Date.parse(endDate) > Date.parse(startDate), {
    path: ['endDate'],
    message: messages.noticeEnd,
  })
export type AnnouncementBody = z.output<typeof AnnouncementBody>

export const ReadOnlyState = z.object({
  /** `operator`: by STRAND_READ_ONLY, which applies to admins too. */
  by: z.enum(['admin', 'operator']).nullable().describe('Who switched read-only mode on; null: it is off'),
  reason: z.string().nullable(),
  since: Instant.nullable(),
})
export type ReadOnlyState = z.infer<typeof ReadOnlyState>

const params = z.object({ id: AnnouncementId })

export const noticesEndpoints = {
  'GET /api/v0/admin/readonly': { summary: 'Whether read-only mode is on, and why', auth: 'admin', answer: ReadOnlyState },
  'POST /api/v0/admin/readonly': {
    summary: 'Switches read-only mode on, with a reason that everyone sees, or changes the reason',
    description: 'Changes of everyone except admins are then refused. All servers of the database apply it within seconds.',
    auth: 'admin',
    body: z.object({ reason: oneLine(limits.notices.reason).meta({ example: 'We move to a new server until 18:00 UTC.' }) }),
    answer: ReadOnlyState,
    errors: ['read_only'],
  },
  'DELETE /api/v0/admin/readonly': {
    summary: 'Switches read-only mode off. Idempotent',
    auth: 'admin',
    answer: ReadOnlyState,
    errors: ['read_only'],
  },
  'GET /api/v0/admin/announcements': {
    summary: 'Announcements, those with the latest end first',
    auth: 'admin',
    query: z.object({
      limit: paging(20, 100).limit,
      before: z
        .string()
        .regex(/^[\dTZ:.-]{24}~[a-z0-9]{18}$/)
        .optional()
        .describe('`next` of the page before')
        .meta({ example: '2026-03-04T10:00:00.000Z~x0mgwu0k4b2y9z0c5d' }),
    }),
    answer: z.object({ results: z.array(Announcement), next: z.string().nullable() }),
  },
  'POST /api/v0/admin/announcements': {
    summary: `Announces a text to everyone. At most ${limits.notices.announcements} announcements are current or in the future`,
    auth: 'admin',
    body: AnnouncementBody,
    answer: Announcement,
    errors: ['conflict', 'read_only'],
  },
  'POST /api/v0/admin/announcements/:id': {
    summary: 'Edits an announcement that has not ended. Members who dismissed it see it again if the text, link or kind changes',
    auth: 'admin',
    params,
    body: AnnouncementBody,
    answer: Announcement,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  'POST /api/v0/admin/announcements/:id/end': {
    summary: 'Ends an announcement now. Idempotent',
    auth: 'admin',
    params,
    answer: Announcement,
    errors: ['not_found', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
