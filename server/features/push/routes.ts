import type { Mount } from '#http/mount.ts'
import type { Push } from './service.ts'

export function pushRoutes(mount: Mount, { push }: { push: Push }): void {
  mount('GET /api/v0/me/push', async ({ actor }) => ({ publicKey: await push.publicKey(), results: await push.list(actor.uid) }))
  mount('POST /api/v0/me/push', ({ body, actor, request }) => push.subscribe(actor, body, request.get('user-agent') ?? ''))
  mount('DELETE /api/v0/me/push/:id', async ({ params, actor }) => {
    await push.unsubscribe(actor.uid, params.id)
    return { deleted: true }
  })
}
