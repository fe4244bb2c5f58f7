import type { Mount } from '#http/mount.ts'
import type { Lookups } from './service.ts'

export function lookupRoutes(mount: Mount, { lookups }: { lookups: Lookups }): void {
  mount('GET /api/v0/ml/tags/:query/relatedtags', ({ params, query }) => lookups.related(params.query, query))
  mount('GET /api/v1/ml/autocomplete/tag/:query', ({ params, query }) => lookups.tags(params.query, query))
  mount('GET /api/v0/ml/autocomplete/who/:query', ({ params, query }) => lookups.who(params.query, query))
  mount('GET /api/v0/ml/tags/:tag/curators', ({ params, query, actor }) => lookups.curators(params.tag, query, actor))
  mount('GET /api/v2/search', ({ query, actor }) => lookups.search(query, actor))
}
