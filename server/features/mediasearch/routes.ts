import type { Mount } from '#http/mount.ts'
import type { MediaSearch } from './service.ts'

export function mediaSearchRoutes(mount: Mount, { mediaSearch }: { mediaSearch: MediaSearch }): void {
  mount('GET /api/v0/mediasearch/sources', () => mediaSearch.sources())
  mount('GET /api/v0/mediasearch', ({ query }) => mediaSearch.search(query))
}
