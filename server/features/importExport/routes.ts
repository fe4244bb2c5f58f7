import type { Mount } from '#http/mount.ts'
import type { Transfer } from './service.ts'

/** Endpoints of the import and export of playlists. */
export function transferRoutes(mount: Mount, { transfer }: { transfer: Transfer }): void {
  mount('GET /api/v0/beads/:id/export', ({ params, query, actor }) => transfer.export(params.id, query.format, actor))
  mount('POST /api/v0/beads/import/preview', ({ body, actor }) => transfer.preview(body, actor))
  mount('POST /api/v0/beads/:id/import', ({ params, body, actor }) => transfer.import(params.id, body, actor))
}
