import type { Mount } from '#http/mount.ts'
import type { Syndication } from './service.ts'

export function syndicationRoutes(mount: Mount, { syndication }: { syndication: Syndication }): void {
  mount('GET /api/v1/feeds/beads/:id/:format', ({ params }) => syndication.beadFeed(params.id, params.format))
  mount('GET /api/v1/feeds/members/:uid/:format', ({ params }) => syndication.memberFeed(params.uid, params.format))
  mount('GET /api/v1/feeds/tags/:tag/:format', ({ params }) => syndication.tagFeed(params.tag, params.format))
  mount('GET /api/oembed', ({ query }) => syndication.oembed(query))
}
