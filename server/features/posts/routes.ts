import { idKind } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import { addressOf } from '../../http/limits.ts'
import type { Mount } from '../../http/mount.ts'
import type { Posts } from './service.ts'

export function postRoutes(mount: Mount, { posts }: { posts: Posts }): void {
  mount('GET /api/v0/posts', ({ query, actor }) => posts.list(query, actor))
  mount('GET /api/v0/posts/:id', ({ params, actor }) => posts.get(params.id, actor))
  mount('GET /api/v0/posts/:bead/:id', async ({ params, actor }) => {
    const post = await posts.get(params.id, actor)
    if (post.bead.id !== params.bead) throw new StrandError('not_found')
    return post
  })
  mount('POST /api/v0/posts/:id', async ({ params, body, actor }) => {
    const creates = idKind(params.id) === 'bead'
    const post = await (creates ? posts.create(params.id, body, actor) : posts.edit(params.id, body, actor))
    return { id: post.id, post }
  })
  mount('DELETE /api/v0/posts/:id', async ({ params, actor }) => {
    await posts.remove(params.id, actor)
    return { deleted: true }
  })
  mount('POST /api/v0/posts/:id/play', async ({ params, actor, request }) => ({
    count: await posts.play(params.id, actor, addressOf(request)),
  }))
}
