/**
 * The picture search in other services (AP9), with a timeout and a cache. If a service fails, the answer is empty with
 * `outage: true`, not an error.
 */
import type { Logger } from 'pino'
import { messages, type Answer, type CallOutput } from '#contract/index.ts'
import { createOutcomes, responsePolicies, type Outcome, type SafeFetch } from '../media/service.ts'
import { createQueryService, type Found, type Source, type SourceName } from './source.ts'
import { createBehance, type Behance } from './sources/behance.ts'
import { createFivePx, type FivePx } from './sources/fivepx.ts'
import { createFlickr, type Flickr } from './sources/flickr.ts'
import { createOpenverse } from './sources/openverse.ts'
import { createWikimedia } from './sources/wikimedia.ts'

type SearchQuery = CallOutput<'GET /api/v0/imagesearch/flickr'>['query']
type Images = Answer<'GET /api/v0/imagesearch/flickr'>
type Data<K extends 'flickr_getInfo' | 'flickr_getSizes' | 'fivepx_getPhoto' | 'behance_project'> =
  Answer<`GET /api/v0/imagesearch/${K}`>['data']
/** Answer about one picture or project. `available` is false if no key of the service is configured. */
type Detail<T> = { data: T; message?: typeof messages.noData; outage?: true; available: boolean }

export interface ImageSearch {
  sources(): Answer<'GET /api/v0/imagesearch/sources'>
  search(name: SourceName, query: SearchQuery): Promise<Images>
  /** Whether a recent search returned this picture URL. Distinguishes search results from pasted URLs. */
  answered(address: string): boolean
  flickrInfo(id: string, secret: string | undefined): Promise<Answer<'GET /api/v0/imagesearch/flickr_getInfo'>>
  flickrSizes(id: string): Promise<Answer<'GET /api/v0/imagesearch/flickr_getSizes'>>
  fivePxPhoto(id: string): Promise<Answer<'GET /api/v0/imagesearch/fivepx_getPhoto'>>
  behanceProject(id: string): Promise<Answer<'GET /api/v0/imagesearch/behance_project'>>
}

/** API keys; null if not configured. Openverse and Wikimedia Commons need none. */
export interface ImageKeys {
  flickr: string | null
  fivepx: string | null
  behance: string | null
}

export interface ImageSearchDeps {
  log: Pick<Logger, 'warn'>
  fetcher: SafeFetch
  keys: ImageKeys
  /** Timeout of a service (ms). */
  waitMs?: number
  now?: () => number
}

/** Maximum number of pages, and number of pictures before "load more" (B9). */
const pages = 3
const firstImages = 4

/** Maximum number of remembered picture URLs: those of about 1000 pages of results. */
const knownImages = 20_000

export function createImageSearch({ log, fetcher, keys, waitMs = 5_000, now = Date.now }: ImageSearchDeps): ImageSearch {
  const ask = createQueryService((href) => fetcher.get(href, responsePolicies.json))
  const flickr = keys.flickr === null ? null : createFlickr(ask, keys.flickr)
  const fivepx = keys.fivepx === null ? null : createFivePx(ask, keys.fivepx)
  const behance = keys.behance === null ? null : createBehance(ask, keys.behance)
  const sources: Record<SourceName, { source: Source | null; title: string }> = {
    flickr: { source: flickr, title: 'Flickr' },
    fivepx: { source: fivepx, title: '500px' },
    behance: { source: behance, title: 'Behance' },
    openverse: { source: createOpenverse(ask), title: 'Openverse' },
    wikimedia: { source: createWikimedia(ask), title: 'Wikimedia Commons' },
  }
  const outcomeOf = createOutcomes({ log, warning: 'an image service did not answer as it should', now })

  const known = new Set<string>()
  function remember(address: string): void {
    // Moves the URL to the end of the set; the first one is evicted.
    known.delete(address)
    known.add(address)
    if (known.size > knownImages) known.delete(known.values().next().value!)
  }

  /** The cached or new outcome of `work`, or an outage after `waitMs`. */
  async function within<T>(name: string, key: string, work: () => Promise<T>): Promise<Outcome<T>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome<T>>((resolve) => (timer = setTimeout(resolve, waitMs, { outage: true })))
    try {
      return await Promise.race([outcomeOf(name, key, work), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param empty `data` of the answer without a key or after an outage. */
  async function detail<S, T extends object | null>(
    source: S | null,
    key: string,
    empty: T,
    work: (source: S) => Promise<T>,
  ): Promise<Detail<T>> {
    if (source === null) return { data: empty, message: messages.noData, available: false }
    const outcome = await within('detail', key, () => work(source))
    if ('outage' in outcome) return { data: empty, outage: true, available: true }
    const { found } = outcome
    const nothing = found === null || (Array.isArray(found) && found.length === 0)
    return { data: found, available: true, ...(nothing ? { message: messages.noData } : {}) }
  }

  return {
    sources: () => ({
      sources: Object.entries(sources).map(([name, { source, title }]) => ({
        name: name as SourceName,
        title,
        available: source !== null,
      })),
    }),

    async search(name, { query, page, loadMore }) {
      const { source } = sources[name]
      const nothing = { results: [], next: null, counts: { total: 0 }, available: source !== null }
      if (source === null || page > pages) return { ...nothing, message: messages.noData }
      const text = query.toLowerCase()
      const outcome = await within<Found>(name, `${page} ${text}`, () => source.search(text, page))
      if ('outage' in outcome) return { ...nothing, outage: true }
      const { images, total, more } = outcome.found
      for (const { image } of images) remember(image)
      // Without "load more" only the first pictures of the page; `next` is then the same page.
      const all = loadMore === '1' || loadMore === 'true'
      const following = more && page < pages ? page + 1 : null
      return {
        results: all ? images : images.slice(0, firstImages),
        next: all || images.length <= firstImages ? following : page,
        counts: { total },
        available: true,
        ...(images.length === 0 ? { message: messages.noData } : {}),
      }
    },

    answered: (address) => known.has(address),

    flickrInfo: (id, secret) =>
      detail<Flickr, Data<'flickr_getInfo'>>(flickr, `info ${id} ${secret}`, null, (source) => source.info(id, secret)),
    flickrSizes: (id) => detail<Flickr, Data<'flickr_getSizes'>>(flickr, `sizes ${id}`, [], (source) => source.sizes(id)),
    fivePxPhoto: (id) => detail<FivePx, Data<'fivepx_getPhoto'>>(fivepx, `photo ${id}`, null, (source) => source.photo(id)),
    behanceProject: (id) => detail<Behance, Data<'behance_project'>>(behance, `project ${id}`, null, (source) => source.project(id)),
  }
}
