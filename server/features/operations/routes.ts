import type { Mount } from '#http/mount.ts'
import type { Operations } from './service.ts'

export function operationRoutes(mount: Mount, { operations }: { operations: Operations }): void {
  mount('GET /api/v0/admin/system', () => operations.system())
  mount('GET /api/v0/admin/outbox', ({ query }) => operations.failures(query))
  mount('POST /api/v0/admin/outbox/:id/retry', async ({ params, actor }) => ({ retried: await operations.retryOne(params.id, actor) }))
  mount('POST /api/v0/admin/outbox/retry', async ({ body, actor }) => ({ retried: await operations.retryKind(body.kind, actor) }))
  mount('POST /api/v0/admin/jobs/:name/run', async ({ params, actor }) => {
    await operations.runJob(params.name, actor)
    return { isDue: true }
  })
}
