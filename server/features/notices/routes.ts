import type { Mount } from '#http/mount.ts'
import type { Notices } from './service.ts'

export function noticeRoutes(mount: Mount, { notices }: { notices: Notices }): void {
  mount('GET /api/v0/admin/readonly', () => notices.readOnly())
  mount('POST /api/v0/admin/readonly', ({ body, actor }) => notices.switchOn(body.reason, actor))
  mount('DELETE /api/v0/admin/readonly', ({ actor }) => notices.switchOff(actor))
  mount('GET /api/v0/admin/announcements', ({ query }) => notices.announcements(query))
  mount('POST /api/v0/admin/announcements', ({ body, actor }) => notices.announce(body, actor))
  mount('POST /api/v0/admin/announcements/:id', ({ params, body, actor }) => notices.edit(params.id, body, actor))
  mount('POST /api/v0/admin/announcements/:id/end', ({ params, actor }) => notices.end(params.id, actor))
}
