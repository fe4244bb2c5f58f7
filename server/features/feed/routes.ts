/** Endpoints of the feed, "Fewer like this", a member's activity, trending posts and suggestions. */
import { departureOf } from '#http/departure.ts'
import type { Mount } from '#http/mount.ts'
import type { Fewer, Suggestions } from '../suggestions/service.ts'
import type { Feed } from './service.ts'

export function feedRoutes(mount: Mount, { feed, fewer, suggestions }: { feed: Feed; fewer: Fewer; suggestions: Suggestions }): void {
  mount('GET /api/v2/me/feed', ({ query, actor, response }) => feed.mine(query, actor, departureOf(response)))
  mount('GET /api/v2/me/feed/status', async ({ query, actor, response }) => ({
    count: await feed.news(query.minTime, actor, departureOf(response)),
  }))
  mount('POST /api/v0/me/feed/fewer', async ({ body, actor }) => {
    await fewer.add(actor.uid, body.type, body.id)
    return { fewer: true }
  })
  mount('DELETE /api/v0/me/feed/fewer/:type/:id', async ({ params, actor }) => {
    await fewer.remove(actor.uid, params.type, params.id)
    return { fewer: false }
  })
  mount('GET /api/v2/members/:uid/activity', ({ params, query, actor, response }) =>
    feed.activity(params.uid, query, actor, departureOf(response)),
  )
  mount('GET /api/v2/trending', ({ query, actor }) => feed.trending(query, actor))
  mount('GET /api/v0/me/onboarding/suggestions', async ({ query, actor }) => ({
    results: await suggestions.for(actor, query.limit, query.type === undefined ? undefined : [query.type]),
  }))
  mount('DELETE /api/v0/me/onboarding/suggestion/:type/:id', async ({ params, actor }) => {
    await suggestions.dismiss(params.type, params.id, actor)
    return { dismissed: true }
  })
}
