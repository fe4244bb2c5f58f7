import type { Mount } from '../../http/mount.ts'
import type { Beads } from './service.ts'

export function beadRoutes(mount: Mount, { beads }: { beads: Beads }): void {
  mount('GET /api/v0/beads', ({ query, actor }) => beads.list(query, actor))
  mount('GET /api/v0/beads/day', async ({ query, actor }) => ({ bead: await beads.ofTheDay(query.category, actor) }))
  mount('GET /api/v0/beads/:id', ({ params, actor }) => beads.get(params.id, actor))
  mount('POST /api/v0/beads', async ({ body, actor }) => {
    const data = await beads.create(body, actor)
    return { bead: data.id, data }
  })
  mount('POST /api/v0/beads/:id', async ({ params, body, actor }) => {
    const data = await beads.edit(params.id, body, actor)
    return { bead: data.id, data }
  })
  mount('DELETE /api/v0/beads/:id', async ({ params, actor }) => {
    await beads.remove(params.id, actor)
    return { deleted: true }
  })
}
