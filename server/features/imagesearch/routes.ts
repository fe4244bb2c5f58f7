/** Endpoints of the picture search. The part after `imagesearch/` names a source, and some a call of its API. */
import type { Mount } from '#http/mount.ts'
import type { ImageSearch } from './service.ts'

export function imageSearchRoutes(mount: Mount, { imageSearch }: { imageSearch: ImageSearch }): void {
  mount('GET /api/v0/imagesearch/sources', () => imageSearch.sources())
  mount('GET /api/v0/imagesearch/flickr', ({ query }) => imageSearch.search('flickr', query))
  mount('GET /api/v0/imagesearch/fivepx', ({ query }) => imageSearch.search('fivepx', query))
  mount('GET /api/v0/imagesearch/behance', ({ query }) => imageSearch.search('behance', query))
  mount('GET /api/v0/imagesearch/openverse', ({ query }) => imageSearch.search('openverse', query))
  mount('GET /api/v0/imagesearch/wikimedia', ({ query }) => imageSearch.search('wikimedia', query))
  mount('GET /api/v0/imagesearch/flickr_getInfo', ({ query }) => imageSearch.flickrInfo(query.query, query.secret))
  mount('GET /api/v0/imagesearch/flickr_getSizes', ({ query }) => imageSearch.flickrSizes(query.query))
  mount('GET /api/v0/imagesearch/fivepx_getPhoto', ({ query }) => imageSearch.fivePxPhoto(query.query))
  mount('GET /api/v0/imagesearch/behance_project', ({ query }) => imageSearch.behanceProject(query.query))
}
