/** Video and audio from other services, to play or to post (B2, B5, D2). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Instant, page, paging } from '../schemas.ts'

export const mediaSources = ['archive', 'youtube', 'vimeo', 'soundcloud'] as const
export const mediaResultTypes = ['video', 'audio'] as const

const Type = z.enum(mediaResultTypes)
const Source = z.enum(mediaSources)

/** A result from another service. `GET /api/v0/media/info/qmedia?url={href}` returns its streams. */
export const MediaResult = z.object({
  _id: z.string().describe('The service and its id of the result'),
  id: z.string(),
  type: Type,
  source: Source,
  title: z.string(),
  description: z.string().optional(),
  author: z.string().optional(),
  date: Instant.optional(),
  duration: z.number().positive().optional().describe('Seconds'),
  viewCount: z.int().min(0).optional(),
  image: z.string().nullable(),
  href: z.string().describe('Address of its page on the service'),
  uri: z.string().describe("The service's id"),
})
export type MediaResult = z.infer<typeof MediaResult>

export const mediaSearchEndpoints = {
  'GET /api/v0/mediasearch/sources': {
    summary: 'The video and audio services that are configured, so that pages can hide the others',
    auth: 'none',
    answer: z.object({ sources: z.array(z.object({ name: Source, title: z.string(), types: z.array(Type), available: z.boolean() })) }),
  },
  'GET /api/v0/mediasearch': {
    summary: 'Searches other services for video and audio; several sources are interleaved',
    auth: 'none',
    query: z.object({
      q: z.string().trim().max(200).describe('The query; a handle (#, @, *) is ignored'),
      source: Source.optional(),
      type: Type.optional(),
      ...paging(limits.page.web, limits.page.webMost),
    }),
    answer: page(MediaResult).extend({
      counts: z.object({ total: z.int().min(0).describe('As reported by the services; not all results are reachable') }),
      outages: z.array(Source).describe('Services that failed or timed out; retry later'),
    }),
    /** Pages scroll through results, and each call may cause a request to another service. */
    limit: { requests: 120, seconds: 600 },
  },
} as const satisfies Record<string, Endpoint>
