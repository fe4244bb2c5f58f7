import type { Mount } from '#http/mount.ts'
import type { Repairs } from '../repair/service.ts'
import { createLinkChecks, type LinkChecksDeps } from './checks.ts'
import { createPlaylistHealth, type PlaylistHealthDeps } from './lists.ts'

export function playlistHealthRoutes(mount: Mount, deps: PlaylistHealthDeps & LinkChecksDeps & { repairs: Repairs }): void {
  const { repairs } = deps
  const playlistHealth = createPlaylistHealth(deps)
  const checks = createLinkChecks(deps)
  mount('GET /api/v0/admin/health', () => playlistHealth.overview())
  mount('GET /api/v0/admin/health/beads', ({ query, actor }) => playlistHealth.worst(query, actor))
  mount('GET /api/v0/admin/health/beads/:id', ({ params, actor }) => playlistHealth.ofBead(params.id, actor))
  mount('GET /api/v0/admin/health/beads/:id/posts', ({ params, query, actor }) => playlistHealth.deadPosts(params.id, query, actor))
  mount('GET /api/v0/beads/:id/health', ({ params, actor }) => playlistHealth.shareOf(params.id, actor))
  mount('POST /api/v0/admin/health/posts/:id/repair', ({ params, body, actor }) => repairs.accept(params.id, body, actor))
  mount('POST /api/v0/admin/health/posts/:id/repair/reject', ({ params, body, actor }) => repairs.reject(params.id, body, actor))
  mount('POST /api/v0/admin/health/posts/:id/repair/undo', ({ params, body, actor }) => repairs.undo(params.id, body, actor))
  mount('GET /api/v0/admin/health/checker', () => checks.state())
  mount('GET /api/v0/admin/health/hosts', ({ query }) => checks.failingHosts(query))
  mount('POST /api/v0/admin/health/beads/:id/check', async ({ params, actor }) => ({ links: await checks.checkBead(params.id, actor) }))
}
