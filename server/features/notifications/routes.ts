import type { Mount } from '#http/mount.ts'
import type { Notifications } from './service.ts'

export function notificationRoutes(mount: Mount, { notifications }: { notifications: Notifications }): void {
  mount('GET /api/v1/me/notifications', ({ query, actor }) => notifications.list(actor, query))
  mount('GET /api/v1/me/notifications/status', ({ query, actor }) => notifications.status(actor, query.minTime ?? null))
  mount('POST /api/v0/me/notifications/lastchecked', async ({ body, actor }) => ({
    lastChecked: await notifications.markChecked(actor.uid, body.timestamp),
  }))
}
