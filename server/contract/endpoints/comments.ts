/** Comments on posts (B7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Comment, page, paging, PostId } from '../schemas.ts'

export const commentsEndpoints = {
  'GET /api/v0/comments/:id': {
    summary: 'Comments on a post, oldest first',
    auth: 'optional',
    params: z.object({ id: PostId }),
    query: z.object(paging(limits.page.comments, 200)),
    answer: page(Comment),
    errors: ['not_found', 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
