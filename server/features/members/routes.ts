import type { Mount } from '#http/mount.ts'
import type { MemberAdministration } from './service.ts'

export function memberAdministrationRoutes(
  mount: Mount,
  { memberAdministration: members }: { memberAdministration: MemberAdministration },
): void {
  mount('GET /api/v0/admin/members', ({ query }) => members.find(query))
  mount('GET /api/v0/admin/members/:uid', ({ params }) => members.get(params.uid))
  mount('POST /api/v0/admin/members/:uid/suspension', ({ params, body, actor }) => members.suspend(params.uid, body, actor))
  mount('DELETE /api/v0/admin/members/:uid/suspension', ({ params, body, actor }) => members.lift(params.uid, body.reason, actor))
  mount('POST /api/v0/admin/members/:uid/sessions/end', async ({ params, body, actor }) => ({
    ended: await members.endSessions(params.uid, body.reason, actor),
  }))
  mount('GET /api/v0/admin/members/:uid/removal', ({ params, query }) => members.removals.preview(params.uid, query.since))
  mount('POST /api/v0/admin/members/:uid/removal', ({ params, body, actor }) => members.removals.start(params.uid, body, actor))
  mount('GET /api/v0/me/history', ({ query, actor }) => members.history(actor.uid, query))
}
