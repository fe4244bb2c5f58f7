import type { Mount } from '#http/mount.ts'
import type { Analytics } from './service.ts'

export function analyticsRoutes(mount: Mount, { analytics }: { analytics: Analytics }): void {
  mount('POST /api/v1/analytics/:event', async ({ params, body, actor }) => {
    await analytics.report(params.event, body, actor)
    return { recorded: true }
  })
  mount('GET /api/v1/admin/analytics', ({ query }) => analytics.overview(query))
  mount('GET /api/v1/admin/analytics/:event', ({ params, query }) => analytics.events(params.event, query))
}
