/** Search for video and audio in external services (B2, B5): with a timeout and a cache; a failing service is never an API error. */
import type { Logger } from 'pino'
import { tidy, type Answer, type CallOutput } from '#contract/index.ts'
import { createQueryService, createOutcomes, responsePolicies, type Outcome, type SafeCall, type SafeFetch } from '../media/service.ts'
import type { MediaResultType, Found, MediaResult, Source, SourceName } from './source.ts'
import { createArchive } from './sources/archive.ts'
import { createSoundcloud } from './sources/soundcloud.ts'
import { createVimeo } from './sources/vimeo.ts'
import { createYoutube } from './sources/youtube.ts'

type SearchQuery = CallOutput<'GET /api/v0/mediasearch'>['query']

export interface MediaSearch {
  sources(): Answer<'GET /api/v0/mediasearch/sources'>
  search(query: SearchQuery): Promise<Answer<'GET /api/v0/mediasearch'>>
}

export interface MediaKeys {
  youtube: string | null
  vimeo: string | null
  soundcloud: string | null
}

export interface MediaSearchDeps {
  log: Pick<Logger, 'warn'>
  fetcher: SafeFetch
  /** Creates a client that can send headers: Vimeo needs its key in one. */
  caller: () => SafeCall
  keys: MediaKeys
  /** Timeout of a whole search (ms). */
  waitMs?: number
  now?: () => number
}

/** Maximum reachable results. */
const reach = 100
/** Consecutive pages without new results after which a service counts as exhausted. */
const mostBarren = 3

/** Results read so far from one service. */
interface Walk {
  name: SourceName
  source: Source
  results: MediaResult[]
  total: number
  next: string | null
  hasStarted: boolean
  /** Consecutive pages without a new result. */
  barren: number
  failed: boolean
}

export function createMediaSearch({ log, fetcher, caller, keys, waitMs = 5_000, now = Date.now }: MediaSearchDeps): MediaSearch {
  const ask = createQueryService((href) => fetcher.get(href, responsePolicies.json))
  const vimeoOf = (token: string): Source => {
    const { call } = caller()
    const headers = { authorization: `bearer ${token}`, accept: 'application/vnd.vimeo.*+json;version=3.4' }
    const types = [...responsePolicies.json.types, 'application/vnd.vimeo.video+json']
    return createVimeo(createQueryService((href) => call(href, { method: 'GET', headers }, { ...responsePolicies.json, types })))
  }
  const sources: Record<SourceName, { source: Source | null; title: string; types: MediaResultType[] }> = {
    archive: { source: createArchive(ask), title: 'Internet Archive', types: ['video', 'audio'] },
    youtube: { source: keys.youtube === null ? null : createYoutube(ask, keys.youtube), title: 'YouTube', types: ['video'] },
    vimeo: { source: keys.vimeo === null ? null : vimeoOf(keys.vimeo), title: 'Vimeo', types: ['video'] },
    soundcloud: { source: keys.soundcloud === null ? null : createSoundcloud(ask, keys.soundcloud), title: 'SoundCloud', types: ['audio'] },
  }
  const outcomeOf = createOutcomes({ log, warning: 'a media service did not answer as it should', now })

  /** Reads one more page; after `late` the service counts as failed. */
  async function readOn(walk: Walk, query: string, type: MediaResultType | undefined, late: Promise<Outcome<Found>>): Promise<void> {
    const { name, source, next } = walk
    const outcome = await Promise.race([outcomeOf(name, [query, type, next], () => source.search(query, type, next)), late])
    walk.hasStarted = true
    if ('outage' in outcome) Object.assign(walk, { next: null, failed: true })
    else {
      // Results may move between two pages of a service, so deduplicate.
      const known = walk.results.length
      walk.results = [...new Map([...walk.results, ...outcome.found.results].map((result) => [result.id, result])).values()]
      walk.total = Math.max(walk.total, outcome.found.total, walk.results.length)
      walk.barren = walk.results.length > known ? 0 : walk.barren + 1
      // Filters may drop a whole page. Requests cost the operator's quota, so give up after a few.
      walk.next = walk.barren < mostBarren ? outcome.found.next : null
    }
  }

  /** Interleaves the services by rank until there are at least `most` results, or no more. */
  async function takeTurns(walks: readonly Walk[], maxResults: number, work: (walk: Walk) => Promise<void>): Promise<MediaResult[]> {
    const taken: MediaResult[] = []
    const upTo = async (walk: Walk, n: number): Promise<void> => {
      while (walk.results.length <= n && (!walk.hasStarted || walk.next !== null)) await work(walk)
    }
    for (let n = 0; taken.length < maxResults; n += 1) {
      await Promise.all(walks.map((walk) => upTo(walk, n)))
      const round = walks.flatMap(({ results }) => results[n] ?? [])
      if (round.length === 0) break
      taken.push(...round)
    }
    return taken
  }

  return {
    sources: () => ({
      sources: Object.entries(sources).map(([name, { source, title, types }]) => ({
        name: name as SourceName,
        title,
        types,
        available: source !== null,
      })),
    }),

    async search({ q, source: only, type, from, limit }) {
      const query = tidy(q.replace(/^\s*[#@*]+/, '')).toLowerCase()
      const walks = Object.entries(sources).flatMap(([name, { source }]): Walk[] => {
        const isSelected = source !== null && (only === undefined || only === name) && (type === undefined || source.types.includes(type))
        return isSelected
          ? [{ name: name as SourceName, source, results: [], total: 0, next: null, hasStarted: false, barren: 0, failed: false }]
          : []
      })
      if (query === '' || from >= reach) return { results: [], next: null, counts: { total: 0 }, outages: [] }
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<Outcome<Found>>((resolve) => (timer = setTimeout(resolve, waitMs, { outage: true })))
      try {
        const end = Math.min(from + limit, reach)
        const found = await takeTurns(walks, end, (walk) => readOn(walk, query, type, late))
        const more =
          found.length > end || walks.some(({ next }) => next !== null) || walks.reduce((sum, { results }) => sum + results.length, 0) > end
        const results = found.slice(from, end)
        return {
          results,
          next: more && results.length > 0 && end < reach ? end : null,
          counts: { total: walks.reduce((sum, { total }) => sum + total, 0) },
          outages: walks.filter(({ failed }) => failed).map(({ name }) => name),
        }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
