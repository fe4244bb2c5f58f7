import type { Mount } from '#http/mount.ts'
import { partnerOf } from './partner.ts'
import type { SiteFacts } from './service.ts'

export function siteRoutes(mount: Mount, { site }: { site: SiteFacts }): void {
  mount('GET /api/v0/site', ({ request }) => site.facts(site.skins.byKey(partnerOf(request))))
}
