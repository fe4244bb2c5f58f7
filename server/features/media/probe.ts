/**
 * Checks whether a medium still exists (BY8), with one request to a reliable source. Only an explicit "not found" counts against a link;
 * outages, rate limits, paywalls and our own failures are inconclusive.
 */
import { z } from 'zod'
import type { MediaAddress } from './address.ts'
import { jsonOf } from './answers.ts'
import { itemMetadata } from './archive.ts'
import { oembedAddress } from './oembed.ts'
import type { OwnFiles } from './own-files.ts'
import type { Provider } from './providers.ts'
import { Refusal } from './refusal.ts'
import { responsePolicies, type SafeFetch } from './safe-fetch.ts'

/**
 * `closed`: private, or the provider blocks us; counts only if the same provider confirmed another medium as alive. `unnamed`: the host
 * name does not exist. A failing resolver may report the same for every name, so it counts only if another host was reached at the same
 * time. `unclear`: the answer is inconclusive. `trouble`: the provider is down or limits our requests.
 */
export type Sign = 'alive' | 'gone' | 'closed' | 'unnamed' | 'unclear' | 'trouble'

type Name = Provider['name']

interface Way {
  /** The URL to request. */
  ask: (href: string) => string
  /** Statuses that mean "not found". */
  gone: readonly number[]
  closed?: readonly number[]
  /** The link's own host is requested: if its name does not exist, the link is dead. For a provider's API host this proves nothing. */
  ownHost?: true
  /** A second URL that must confirm "not found". */
  also?: (href: string) => string | null
}

const notFound = [404, 410]

const byOembed = (name: Name, more: Partial<Way> = {}): Way => ({ ask: (href) => oembedAddress(name, href), gone: notFound, ...more })

const ways: Partial<Record<Name, Way>> = {
  // 401: embedding is disabled, but the video exists. 403: private.
  youtube: byOembed('youtube', { gone: [400, ...notFound], closed: [403] }),
  // Vimeo's oEmbed does not find videos that are hidden on vimeo.com but can be embedded.
  vimeo: byOembed('vimeo', {
    also: (href) => {
      const [, id, hash] = /^https:\/\/vimeo\.com\/(\d+)(?:\/([0-9a-f]+))?$/.exec(href) ?? []
      return id === undefined ? null : `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`
    },
  }),
  soundcloud: byOembed('soundcloud'),
  dailymotion: byOembed('dailymotion'),
  wistia: byOembed('wistia'),
  tiktok: byOembed('tiktok', { gone: [400, ...notFound] }),
  archive: { ask: itemMetadata, gone: notFound },
  file: { ask: (href) => href, gone: notFound, ownHost: true },
  webpage: { ask: (href) => href, gone: notFound, ownHost: true },
}

/** Demo clips are checked against their catalogue; uploads live as long as their post. */
const clips = /^\/clips\/[^/]+$/

/** The host that is requested, for rate limiting; null if the address cannot be checked. */
export function hostOf({ provider, own, media }: MediaAddress): string | null {
  if (own) return clips.test(media.href) ? 'own' : null
  const way = ways[provider]
  return way === undefined ? null : new URL(way.ask(media.href)).hostname
}

function signOf(error: unknown, { gone, closed = [], ownHost }: Way): Sign {
  if (!(error instanceof Refusal)) return 'unclear'
  const { reason, status = 0 } = error
  if (reason === 'status') {
    if (gone.includes(status)) return 'gone'
    if (closed.includes(status)) return 'closed'
    return status === 408 || status === 425 || status === 429 || status >= 500 ? 'trouble' : 'unclear'
  }
  if (reason === 'name' && ownHost === true) return 'unnamed'
  return reason === 'timeout' || reason === 'network' || reason === 'name' ? 'trouble' : 'unclear'
}

/** Only the status matters; do not read the body. */
const nothing = { types: [], bytes: 0 }
const anything = ['']

/** The archive answers 200 with an empty or dark item for missing and withdrawn items. */
const Item = z.object({ metadata: z.object({}).optional(), is_dark: z.boolean().optional().catch(undefined) })
const mostOfItem = { ...responsePolicies.json, bytes: 3_000_000 }

/** Never rejects. */
export async function probe(address: MediaAddress, fetcher: SafeFetch, ownFiles: OwnFiles): Promise<Sign> {
  const {
    provider,
    own,
    media: { href },
  } = address
  if (own) return clips.test(href) ? ((await ownFiles(href)) === null ? 'gone' : 'alive') : 'unclear'
  const way = ways[provider]
  if (way === undefined) return 'unclear'
  try {
    if (provider === 'archive') {
      const item = Item.parse(await jsonOf((await fetcher.get(way.ask(href), mostOfItem)).body))
      return item.is_dark === true || item.metadata === undefined ? 'gone' : 'alive'
    }
    await fetcher.get(way.ask(href), nothing, anything)
    return 'alive'
  } catch (error) {
    const sign = signOf(error, way)
    const other = sign === 'gone' ? way.also?.(href) : undefined
    if (other === undefined || other === null) return sign
    return fetcher.get(other, nothing, anything).then(
      (): Sign => 'alive',
      (reason: unknown) => signOf(reason, { ...way, gone: notFound, closed: [] }),
    )
  }
}
