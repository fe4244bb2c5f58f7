import type { Mount } from '../../http/mount.ts'
import type { Comments } from './service.ts'

export function commentRoutes(mount: Mount, { comments }: { comments: Comments }): void {
  mount('GET /api/v0/comments/:id', ({ params, query, actor }) => comments.list(params.id, query, actor))
}
