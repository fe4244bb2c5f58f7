import type { Mount } from '#http/mount.ts'
import { createPlaylistHealth, type PlaylistHealthDeps } from './lists.ts'

export function playlistHealthRoutes(mount: Mount, deps: PlaylistHealthDeps): void {
  const playlistHealth = createPlaylistHealth(deps)
  mount('GET /api/v0/admin/health', () => playlistHealth.overview())
  mount('GET /api/v0/admin/health/beads', ({ query, actor }) => playlistHealth.worst(query, actor))
}
