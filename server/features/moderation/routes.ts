import { messages, type FlagReason } from '#contract/index.ts'
import type { Mount } from '#http/mount.ts'
import type { Actor } from '#http/session.ts'
import type { Moderation } from './moderation.ts'

export function moderationRoutes(mount: Mount, { moderation }: { moderation: Moderation }): void {
  const { flags, sanctions, decisions } = moderation

  const flag = async (id: string, reason: FlagReason, actor: Actor) => {
    await flags.flag(id, reason, actor)
    return { message: messages.flagThanks }
  }
  mount('GET /api/v0/feedback/flag/:id', ({ params, query, actor }) => flag(params.id, query.reason, actor))
  mount('POST /api/v0/feedback/flag/:id', ({ params, body, actor }) => flag(params.id, body.reason, actor))

  mount('GET /api/v0/admin/review', async ({ query, actor }) => {
    const [queue, pending] = await Promise.all([moderation.reviewQueue(query, actor), decisions.pending(actor)])
    return { ...queue, pending }
  })
  mount('POST /api/v0/admin/review/:id', ({ params, body, actor }) => decisions.decide(params.id, body, actor))
  mount('DELETE /api/v0/admin/review/:id', async ({ params, actor }) => {
    await decisions.undo(params.id, actor)
    return { undone: true }
  })
  mount('GET /api/v0/admin/actions', ({ query }) => moderation.log.list(query))
  mount('GET /api/v0/admin/actions/export', ({ query }) => ({
    body: moderation.log.exportCsv(query),
    headers: { 'Content-Disposition': 'attachment; filename="strand-admin-log.csv"' },
  }))
  mount('GET /api/v0/admin/members/:uid/privileges', ({ params }) => sanctions.get(params.uid))
  mount('POST /api/v0/admin/members/:uid/privileges', ({ params, body, actor }) => sanctions.set(params.uid, body, actor))
  mount('GET /api/v0/admin/content/:id', ({ params, actor }) => moderation.content.get(params.id, actor))
  mount('DELETE /api/v0/admin/content/:id', async ({ params, body, actor }) => {
    await moderation.content.remove(params.id, body.reason, actor)
    return { deleted: true }
  })
  mount('POST /api/v0/admin/posts/:id/partner', ({ params, actor }) => moderation.content.partnerSubmission(params.id, actor))
  mount('DELETE /api/v0/admin/day', async ({ body, actor }) => {
    await moderation.removeDay(body, actor)
    return { removed: true }
  })
  mount('POST /api/v0/admin/day', async ({ body, actor }) => ({ bead: await moderation.setDay(body, actor) }))
}
