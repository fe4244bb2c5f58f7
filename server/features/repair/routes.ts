import type { Mount } from '#http/mount.ts'
import type { Repairs } from './service.ts'

export function repairRoutes(mount: Mount, { repairs }: { repairs: Repairs }): void {
  mount('GET /api/v0/posts/:id/repair', ({ params, actor }) => repairs.read(params.id, actor))
  mount('POST /api/v0/posts/:id/repair', ({ params, body, actor }) => repairs.accept(params.id, body, actor))
  mount('POST /api/v0/posts/:id/repair/search', ({ params, body, actor }) => repairs.search(params.id, body.again, actor))
  mount('POST /api/v0/posts/:id/repair/reject', ({ params, body, actor }) => repairs.reject(params.id, body, actor))
  mount('POST /api/v0/posts/:id/repair/undo', ({ params, body, actor }) => repairs.undo(params.id, body, actor))
  mount('POST /api/v0/posts/:id/repair/check', ({ params, actor }) => repairs.check(params.id, actor))
  mount('POST /api/v0/posts/:id/unplayable', async ({ params, body, actor }) => {
    await repairs.report(params.id, body.href, actor)
    return { reported: true }
  })
}
