/** Image search in other services, for covers and posts (B7, C2, D5). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { page } from '../schemas.ts'

export const imageSources = ['flickr', 'fivepx', 'behance', 'openverse', 'wikimedia'] as const

const Image = z.object({
  id: z.string(),
  source: z.enum(imageSources),
  title: z.string(),
  author: z.string(),
  authorUrl: z.string().optional(),
  image: z.string().describe('Address of the full picture'),
  thumbnail: z.string().describe('Address of a thumbnail'),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  href: z.string().describe("The picture's page, for attribution"),
  license: z.object({ name: z.string(), url: z.string().optional() }),
  copyright: z.boolean().describe('True if the licence does not allow use: on Flickr all licences except 4, 5 and 6 (B5)'),
  secret: z.string().optional().describe('Needed by `flickr_getInfo` in addition to the id'),
})

const ImageSize = z.object({ label: z.string(), image: z.string(), width: z.int().positive(), height: z.int().positive() })

/** Why a list is empty. */
const nothing = {
  message: z.literal(messages.noData).optional().describe('If nothing was found'),
  outage: z.literal(true).optional().describe('The service failed or timed out; retry later'),
  available: z.boolean().describe('False without an API key in the configuration: the answer is always empty'),
}

const search = {
  auth: 'member',
  query: z.object({
    query: z.string().trim().min(1).max(200),
    page: z.coerce.number().int().min(1).max(100).default(1),
    loadMore: z.enum(['1', 'true', '0', 'false']).optional().describe('Absent: the first four of the page (B9); set: all of it'),
  }),
  answer: page(Image).extend({
    ...nothing,
    next: z.int().nullable().describe('The `page` of the next request, with `loadMore`; at most three (B9)'),
  }),
} as const

const detail = z.object({
  query: z
    .string()
    .trim()
    .regex(/^[\w-]{1,40}$/)
    .describe('Id of the picture'),
})

/** Typing in a form calls these often, and each call may cause a request to another service. They share a counter. */
const limit = { requests: 120, seconds: 600 }

export const imageSearchEndpoints = {
  'GET /api/v0/imagesearch/sources': {
    summary: 'The image services that are configured, so that pages can hide the others',
    auth: 'none',
    answer: z.object({ sources: z.array(z.object({ name: z.enum(imageSources), title: z.string(), available: z.boolean() })) }),
  },
  'GET /api/v0/imagesearch/flickr': { summary: 'Searches Flickr', ...search, limit },
  'GET /api/v0/imagesearch/fivepx': { summary: 'Searches 500px', ...search, limit },
  'GET /api/v0/imagesearch/behance': { summary: 'Searches Behance', ...search, limit },
  'GET /api/v0/imagesearch/openverse': { summary: 'Searches Openverse, which needs no key', ...search, limit },
  'GET /api/v0/imagesearch/wikimedia': { summary: 'Searches Wikimedia Commons, which needs no key', ...search, limit },
  'GET /api/v0/imagesearch/flickr_getInfo': {
    summary: 'Author and licence of a Flickr picture',
    auth: 'member',
    query: detail.extend({
      secret: z
        .string()
        .trim()
        .regex(/^\w{0,40}$/)
        .optional(),
    }),
    answer: z.object({
      data: Image.pick({ id: true, title: true, author: true, authorUrl: true, href: true, license: true, copyright: true })
        .extend({ description: z.string(), tags: z.array(z.string()) })
        .nullable(),
      ...nothing,
    }),
    limit,
  },
  'GET /api/v0/imagesearch/flickr_getSizes': {
    summary: 'The sizes of a Flickr picture, without those under 300 by 200 pixels',
    auth: 'member',
    query: detail,
    answer: z.object({ data: z.array(ImageSize), ...nothing }),
    limit,
  },
  'GET /api/v0/imagesearch/fivepx_getPhoto': {
    summary: 'A picture of 500px',
    auth: 'member',
    query: detail,
    answer: z.object({ data: Image.nullable(), ...nothing }),
    limit,
  },
  'GET /api/v0/imagesearch/behance_project': {
    summary: 'A project of Behance with its pictures',
    auth: 'member',
    query: detail,
    answer: z.object({
      data: Image.pick({ id: true, title: true, author: true, href: true })
        .extend({ images: z.array(Image) })
        .nullable(),
      ...nothing,
    }),
    limit,
  },
} as const satisfies Record<string, Endpoint>
