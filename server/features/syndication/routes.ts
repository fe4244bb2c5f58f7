import type { Mount } from '#http/mount.ts'
import type { Machine } from './service.ts'

export function machineRoutes(mount: Mount, { machine }: { machine: Machine }): void {
  mount('GET /api/v1/feeds/beads/:id/:format', ({ params }) => machine.beadFeed(params.id, params.format))
  mount('GET /api/v1/feeds/members/:uid/:format', ({ params }) => machine.memberFeed(params.uid, params.format))
  mount('GET /api/v1/feeds/tags/:tag/:format', ({ params }) => machine.tagFeed(params.tag, params.format))
  mount('GET /api/oembed', ({ query }) => machine.oembed(query))
}
