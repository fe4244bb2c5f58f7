/**
 * The published API, one row an endpoint, keyed by verb and path. The server mounts and validates
 * from it, `GET /api/openapi.json` is printed from it, and the renderer's client takes its types
 * from it (types only, so that no zod reaches the browser).
 */
import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import {
  beadTitleProblem, cleanEmail, cleanName, emailProblem, loginProblem, nameProblem, passwordProblem,
} from './rules.ts'
import {
  Bead, BeadId, CategoryName, Comment, Me, Media, Member, page, paging, Post, PostId, Seconds, Uid,
  type ErrorCode,
} from './schemas.ts'

export interface Endpoint {
  summary: string
  /** `optional`: works for everybody and knows who asks; `member`, `admin`: 401 or 403 without. */
  auth: 'none' | 'optional' | 'member' | 'admin'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  /** Requests allowed per `seconds` and address, or per member where one is signed in. Absent: the general limit. */
  limit?: { requests: number; seconds: number }
  /** What it may answer beside 400, 429 and 500 (and 401 for `member`, which goes without saying). */
  errors?: ErrorCode[]
  /** A GET that changes something (decision 7): it demands what a POST demands. */
  changes?: true
}

/** A string that must pass a rule of `rules.ts`; the rule's message becomes the field's. */
const ruled = (problem: (value: string) => string | null, max: number) =>
  z.string().max(max).superRefine((value, context) => {
    const message = problem(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const email = ruled(emailProblem, limits.email.max + 16).transform(cleanEmail)
const password = ruled(passwordProblem, limits.password.max)
const tags = z.array(z.string().max(200)).max(100).default([])

const BeadInput = z
  .object({
    title: z.string().max(500),
    description: z.string().trim().max(limits.beadDescription.max).default(''),
    category: z.enum(CategoryName.options, { error: messages.categoryRequired }),
    tags,
    attribution: z.object({ name: z.string().max(200).default(''), url: z.string().max(limits.url).default('') }).optional(),
    isDraft: z.boolean().default(false),
    invitees: z.array(Uid).max(200).optional().describe('Present, even empty: an invite-only playlist'),
  })
  .superRefine(({ title, description, invitees }, context) => {
    const open = invitees === undefined
    const problem = beadTitleProblem(title, open)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['title'], message: problem })
    if (open && description === '')
      context.addIssue({ code: 'custom', path: ['description'], message: messages.beadDescriptionRequired })
  })

/** Whether a playlist is open or invite-only is chosen only at its creation (B4), so an edit does not say it. */
const BeadEdit = z.object({
  title: z.string().max(500).optional(),
  description: z.string().trim().max(limits.beadDescription.max).optional(),
  category: z.enum(CategoryName.options, { error: messages.categoryRequired }).optional(),
  tags: z.array(z.string().max(200)).max(100).optional(),
})

const link = z.string().trim().min(1, messages.linkInvalid).max(limits.url)

/** What a client may say of a medium. Streams, type and source are the server's finding from `href`. */
const MediaInput = z.object({
  href: link,
  title: z.string().max(300).optional(),
  startTime: Seconds.optional(),
  endTime: Seconds.optional(),
})

const postTitle = z.string().trim().max(limits.postTitle.max, messages.postTitleTooLong)
const postText = z.string().max(limits.text.max, messages.postTextTooLong)

/**
 * The same call creates (the id of a playlist) and edits (the id of a post). When creating, an absent
 * or empty title falls back to the medium's; when editing, an absent field stays as it is.
 */
const PostInput = z.object({
  title: postTitle.optional(),
  description: postText.optional(),
  tags: z.array(z.string().max(200)).max(100).optional(),
  media: MediaInput.nullable().optional(),
  repeat: z.boolean().default(false).describe('Post it although the playlist already holds this medium ("Post Anyways")'),
})

const beadSorts = ['top', 'recent'] as const
const postSorts = ['recent', 'earliest', 'top', 'shuffle', 'mostcollected'] as const

const table = {
  'GET /healthz': {
    summary: 'Whether the server and its database answer',
    auth: 'none',
    answer: z.object({ status: z.literal('ok'), database: z.enum(['sqlite', 'postgres']), uptime: z.number() }),
    errors: ['unavailable'],
  },
  'GET /api/openapi.json': {
    summary: 'This document: the API as OpenAPI 3.1',
    auth: 'none',
    answer: z.record(z.string(), z.unknown()),
  },

  'GET /api/v0/me': {
    summary: 'The signed-in member; 401 for an anonymous visitor, with invalidSession for an ended session',
    auth: 'member',
    answer: Me,
  },
  'POST /api/v0/auth/signup': {
    summary: 'Creates an account and signs it in',
    auth: 'none',
    body: z.object({
      name: ruled(nameProblem, 500).transform(cleanName),
      email,
      password,
      device: z.enum(['web', 'mobileweb', 'desktop']).default('web'),
    }),
    answer: Me,
    limit: { requests: 10, seconds: 3600 },
    errors: ['email_in_use', 'account_exists', 'read_only'],
  },
  'POST /api/v1/auth/milq': {
    summary: 'Log-in by user id or e-mail address',
    auth: 'none',
    body: z.object({ username: ruled(loginProblem, 200).transform((v) => v.trim()), password: z.string().min(1, messages.passwordInvalid).max(limits.password.max) }),
    answer: Me,
    limit: { requests: 20, seconds: 600 },
    errors: ['wrong_credentials', 'account_does_not_exist'],
  },
  'GET /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    answer: z.object({ signedIn: z.literal(false) }),
    changes: true,
  },
  'POST /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    answer: z.object({ signedIn: z.literal(false) }),
  },

  'GET /api/v0/members/:uid': {
    summary: 'A member',
    auth: 'optional',
    params: z.object({ uid: Uid }),
    answer: Member,
    errors: ['not_found'],
  },

  'GET /api/v0/beads': {
    summary: 'Playlists, published ones and the drafts that the asking member may see',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.beads, 100),
      sort: z.enum(beadSorts).default('recent'),
      category: z.enum([...CategoryName.options, 'all', 'everything']).optional(),
      createdby: Uid.optional(),
      writer: Uid.optional().describe('Only playlists into which the asking member, who must be this one, may post'),
      excludefeeds: z.enum(['true', 'false']).optional(),
      ids: z.string().max(4000).optional().describe('Comma-joined ids; the answer keeps their order'),
      format: z.literal('json').optional(),
    }),
    answer: page(Bead),
    errors: ['unauthenticated', 'forbidden'],
  },
  'GET /api/v0/beads/day': {
    summary: 'The Bead of the Day: the same for everyone, all day (UTC)',
    auth: 'optional',
    query: z.object({ category: z.enum([...CategoryName.options, 'all', 'everything']).optional() }),
    answer: z.object({ bead: Bead.nullable() }),
  },
  'GET /api/v0/beads/:id': {
    summary: 'A playlist',
    auth: 'optional',
    params: z.object({ id: BeadId }),
    answer: Bead,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads': {
    summary: 'Starts a playlist',
    auth: 'member',
    body: BeadInput,
    answer: z.object({ bead: BeadId, data: Bead }),
    limit: { requests: 60, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/beads/:id': {
    summary: 'Edits a playlist',
    auth: 'member',
    params: z.object({ id: BeadId }),
    body: BeadEdit,
    answer: z.object({ bead: BeadId, data: Bead }),
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'DELETE /api/v0/beads/:id': {
    summary: 'Deletes a playlist and its posts',
    auth: 'member',
    params: z.object({ id: BeadId }),
    answer: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'forbidden', 'read_only'],
  },

  'GET /api/v0/posts': {
    summary: 'Posts of a playlist, of a member, or of the whole site',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.posts),
      bead: BeadId.optional(),
      createdby: Uid.optional(),
      category: z.enum([...CategoryName.options, 'all', 'everything']).optional(),
      hasmedia: z.enum(['1', 'true']).optional().describe('Only posts that the player can play'),
      sort: z.enum(postSorts).optional().describe('recent where nothing is said'),
      earliest: z.enum(['1', 'true']).optional(),
      ts: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('Seed of shuffle: the same ts gives the same order on every page'),
    }),
    answer: page(Post),
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/posts/:id': {
    summary: 'A post',
    auth: 'optional',
    params: z.object({ id: PostId }),
    answer: Post,
    errors: ['not_found', 'forbidden'],
  },
  'GET /api/v0/posts/:bead/:id': {
    summary: 'A post in its playlist; 404 where it is not in that playlist',
    auth: 'optional',
    params: z.object({ bead: BeadId, id: PostId }),
    answer: Post,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/posts/:id': {
    summary: 'Adds a post (the id is a playlist) or edits one (the id is a post)',
    auth: 'member',
    params: z.object({ id: z.union([BeadId, PostId]) }),
    body: PostInput,
    answer: z.object({ id: PostId, post: Post }),
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
  },
  'DELETE /api/v0/posts/:id': {
    summary: 'Deletes a post',
    auth: 'member',
    params: z.object({ id: PostId }),
    answer: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/posts/:id/play': {
    summary: 'Reports that a post was played to its end; counted once per listener and hour, never for its creator',
    auth: 'optional',
    params: z.object({ id: PostId }),
    answer: z.object({ count: z.int().min(0) }),
    limit: { requests: 240, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },

  'GET /api/v0/comments/:id': {
    summary: 'Comments on a post, oldest first',
    auth: 'optional',
    params: z.object({ id: PostId }),
    query: z.object(paging(limits.page.comments, 200)),
    answer: page(Comment),
    errors: ['not_found', 'forbidden'],
  },

  'POST /api/v0/media/detect': {
    summary: 'What an address holds: a medium with its streams, and the post that already has it in the playlist',
    auth: 'member',
    body: z.object({ media: z.object({ href: link }), category: z.string().max(40).optional(), bead: BeadId.optional() }),
    answer: z.object({
      detected: z.object({
        what: z.string(),
        who: z.object({ artists: z.array(z.string()).max(limits.artists) }),
        tags: z.array(z.string()),
        source: z.string(),
        id: z.string(),
        byuri: z.boolean().describe('Told by the address alone: nothing answered at it'),
        bycategory: z.boolean(),
      }),
      media: Media,
      post: Post.optional().describe('The post of the playlist that already holds it'),
    }),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>

export const endpoints = {
  ...table,
  'POST /api/v1/auth/login': { ...table['POST /api/v1/auth/milq'], summary: 'Alias of POST /api/v1/auth/milq' },
} as const satisfies Record<string, Endpoint>

export type EndpointKey = keyof typeof endpoints
type Row<K extends EndpointKey> = (typeof endpoints)[K]
type Part<K extends EndpointKey, P extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  Row<K> extends Record<P, infer S extends z.ZodType> ? (Side extends 'in' ? z.input<S> : z.output<S>) : undefined

/** What a client sends: `params`, `query`, `body`, those that the endpoint has. */
export type CallInput<K extends EndpointKey> = {
  [P in 'params' | 'query' | 'body' as Row<K> extends Record<P, z.ZodType> ? P : never]: Part<K, P, 'in'>
}
/** What a route's handler gets after validation. */
export type CallOutput<K extends EndpointKey> = {
  params: Part<K, 'params', 'out'>
  query: Part<K, 'query', 'out'>
  body: Part<K, 'body', 'out'>
}
export type Answer<K extends EndpointKey> = z.output<Row<K>['answer']>
