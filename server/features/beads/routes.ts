import type { Mount } from '#http/mount.ts'
import type { Beads } from './service.ts'

export function beadRoutes(mount: Mount, { beads }: { beads: Beads }): void {
  // The answer format of all writes.
  const changed = <T extends { id: string }>(data: T): { bead: string; data: T } => ({ bead: data.id, data })

  mount('GET /api/v0/beads', ({ query, actor }) => beads.list(query, actor))
  mount('GET /api/v0/beads/day', async ({ actor }) => ({ bead: await beads.ofTheDay(actor) }))
  mount('GET /api/v0/beads/groups', async ({ query, actor }) => ({ results: await beads.groups(query.category, query.limit, actor) }))
  mount('GET /api/v0/beads/:id', ({ params, actor }) => beads.get(params.id, actor))
  mount('GET /api/v0/beads/:id/followers', ({ params, query, actor }) => beads.followers(params.id, query, actor))
  mount('POST /api/v0/beads', async ({ body, actor }) => changed(await beads.create(body, actor)))
  mount('POST /api/v0/beads/:id', async ({ params, body, actor }) => changed(await beads.edit(params.id, body, actor)))
  mount('POST /api/v0/beads/:id/publish', async ({ params, actor }) => changed(await beads.publish(params.id, actor)))
  mount('POST /api/v0/beads/:id/submit', async ({ params, actor }) => changed(await beads.submit(params.id, actor)))
  mount('POST /api/v0/beads/:id/invite', async ({ params, body, actor }) => changed(await beads.invite(params.id, body.newInvitees, actor)))
  mount('DELETE /api/v0/beads/:id/invitees/:uid', async ({ params, actor }) => changed(await beads.uninvite(params.id, params.uid, actor)))
  mount('POST /api/v0/beads/:id/featuredcurator', async ({ params, query, actor }) =>
    changed(await beads.feature(params.id, query.uid || null, actor)),
  )
  mount('POST /api/v0/admin/beads/:id/featuredpost', async ({ params, body: { post, reason }, actor }) =>
    changed(await beads.featurePost(params.id, { postId: post, reason }, actor)),
  )
  mount('POST /api/v0/beads/:id/posts/:post/move', async ({ params, body, actor }) => ({
    moved: true,
    sort: await beads.movePost(params.id, params.post, body, actor),
  }))
  mount('DELETE /api/v0/beads/:id', async ({ params, actor }) => {
    await beads.remove(params.id, actor)
    return { deleted: true }
  })
}
