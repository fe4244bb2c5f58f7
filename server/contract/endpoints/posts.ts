/** Posts (B7). */
import { z } from 'zod'
import { categoryFilter, deleted, link, tagList, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId, page, paging, Post, PostId, Seconds, Uid } from '../schemas.ts'

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
  tags: tagList.optional(),
  media: MediaInput.nullable().optional(),
  repeat: z.boolean().default(false).describe('Post it although the playlist already holds this medium ("Post Anyways")'),
})

const postSorts = ['recent', 'earliest', 'top', 'shuffle', 'mostcollected', 'curated'] as const

export const postsEndpoints = {
  'GET /api/v0/posts': {
    summary: 'Posts of a playlist, of a member, or of the whole site',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.posts),
      bead: BeadId.optional(),
      createdby: Uid.optional(),
      category: categoryFilter,
      hasmedia: z.enum(['1', 'true']).optional().describe('Only posts that the player can play'),
      sort: z.enum(postSorts).optional().describe('recent where nothing is said; curated is the order that the writers of `bead` gave it, and recent without a bead'),
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
    answer: deleted,
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
} as const satisfies Record<string, Endpoint>
