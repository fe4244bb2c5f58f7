/** Comments on posts (B7). */
import { z } from 'zod'
import { deleted, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { Comment, CommentId, MemberRef, page, paging, PostId } from '../schemas.ts'

const id = z.object({ id: CommentId })
const Liking = z.object({ liked: z.boolean(), count: z.int().min(0).describe("Likes, without those of the comment's author") })
const like = {
  auth: 'member',
  params: id,
  answer: Liking,
  limit: { requests: 1200, seconds: 3600 },
  errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
} as const satisfies Partial<Endpoint>

export const commentsEndpoints = {
  'GET /api/v0/comments/:id': {
    summary:
      'Comments on a post, oldest first, without those of members whom the viewer blocks or mutes (with a post id); or one comment (with its id)',
    auth: 'optional',
    params: z.object({ id: z.union([PostId, CommentId]) }),
    query: z.object(paging(limits.page.comments, 200)),
    answer: z.union([page(Comment), Comment]),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/comments/:id': {
    summary:
      "Comments on a post (the id of a post), or changes one's own comment (the id of a comment): 409 if it has been deleted. " +
      'Members blocked by the creator of the post cannot comment',
    auth: 'member',
    params: z.object({ id: z.union([PostId, CommentId]) }),
    body: z.object({
      // An escaped character counts as one; `&amp;` is the longest escape.
      text: z
        .string()
        .max(limits.text.max * 5, messages.commentTooLong)
        .refine((text) => text.replace(/&(?:amp|lt|gt);/g, ' ').length <= limits.text.max, messages.commentTooLong)
        .refine((text) => text.trim() !== '', messages.commentRequired)
        .describe('Text with the markup of a post description; `@uid`, `#tag` and `*playlist` become links')
        .meta({ example: 'Reminds me of @demo’s *Sunday slow #jazz' }),
    }),
    answer: Comment,
    limit: { requests: 240, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'conflict', 'read_only'],
  },
  'DELETE /api/v0/comments/:id': {
    summary: `Deletes a comment: one's own, or any as an admin. "Comment deleted" remains in its place. Idempotent`,
    auth: 'member',
    params: id,
    answer: deleted,
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'GET /api/v0/comments/:id/reactions/like': {
    summary: 'Who likes a comment, latest first, without its author and members whom the viewer blocks',
    auth: 'optional',
    params: id,
    query: z.object(paging(limits.page.members)),
    answer: page(z.object({ creator: MemberRef })),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/comments/:id/reaction/like': { summary: 'Likes a comment; 409 if it was deleted', ...like },
  'DELETE /api/v0/comments/:id/reaction/like': { summary: 'Unlikes a comment', ...like },
} as const satisfies Record<string, Endpoint>
