import { idKind } from '#contract/index.ts'
import type { Mount } from '#http/mount.ts'
import type { Comments } from './service.ts'

// The same path takes the id of a post (its comments, a new comment) or of a comment (that one).
export function commentRoutes(mount: Mount, { comments }: { comments: Comments }): void {
  mount('GET /api/v0/comments/:id', ({ params: { id }, query, actor }) =>
    idKind(id) === 'post' ? comments.list(id, query, actor) : comments.get(id, actor),
  )
  mount('POST /api/v0/comments/:id', ({ params: { id }, body: { text }, actor }) =>
    idKind(id) === 'post' ? comments.create(id, text, actor) : comments.edit(id, text, actor),
  )
  mount('DELETE /api/v0/comments/:id', async ({ params, actor }) => {
    await comments.remove(params.id, actor)
    return { deleted: true }
  })
  mount('GET /api/v0/comments/:id/reactions/like', ({ params, query, actor }) => comments.likers(params.id, query, actor))
  mount('POST /api/v0/comments/:id/reaction/like', ({ params, actor }) => comments.like(params.id, true, actor))
  mount('DELETE /api/v0/comments/:id/reaction/like', ({ params, actor }) => comments.like(params.id, false, actor))
}
