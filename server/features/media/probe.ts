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
export type ProbeResult = 'alive' | 'gone' | 'closed' | 'unnamed' | 'unclear' | 'trouble'

type Name = Provider['name']

interface ProbeMethod {
  /** The URL to request. */
  urlOf: (href: string) => string
  /** Statuses that mean "not found". */
  goneStatuses: readonly number[]
  closedStatuses?: readonly number[]
  /** The link's own host is requested: if its name does not exist, the link is dead. For a provider's API host this proves nothing. */
  isOwnHost?: true
  /** A second URL that must confirm "not found". */
  confirmationUrl?: (href: string) => string | null
}

const notFound = [404, 410]

const byOembed = (name: Name, more: Partial<ProbeMethod> = {}): ProbeMethod => ({
  urlOf: (href) => oembedAddress(name, href),
  goneStatuses: notFound,
  ...more,
})

const probeMethods: Partial<Record<Name, ProbeMethod>> = {
  // 401: embedding is disabled, but the video exists. 403: private.
  youtube: byOembed('youtube', { goneStatuses: [400, ...notFound], closedStatuses: [403] }),
  // Vimeo's oEmbed does not find videos that are hidden on vimeo.com but can be embedded.
  vimeo: byOembed('vimeo', {
    confirmationUrl: (href) => {
      const [, id, hash] = /^https:\/\/vimeo\.com\/(\d+)(?:\/([0-9a-f]+))?$/.exec(href) ?? []
      return id === undefined ? null : `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`
    },
  }),
  soundcloud: byOembed('soundcloud'),
  dailymotion: byOembed('dailymotion'),
  wistia: byOembed('wistia'),
  tiktok: byOembed('tiktok', { goneStatuses: [400, ...notFound] }),
  archive: { urlOf: itemMetadata, goneStatuses: notFound },
  file: { urlOf: (href) => href, goneStatuses: notFound, isOwnHost: true },
  webpage: { urlOf: (href) => href, goneStatuses: notFound, isOwnHost: true },
}

/** Demo clips are checked against their catalogue; uploads live as long as their post. */
const clips = /^\/clips\/[^/]+$/

/** Longer host names cannot be resolved (RFC 1035), but `URL` accepts them. PostgreSQL stores up to 255 characters. */
const maxHostName = 253

/** The host that is requested, for rate limiting; null if the address cannot be checked. */
export function hostOf({ provider, own, media }: MediaAddress): string | null {
  if (own) return clips.test(media.href) ? 'own' : null
  const way = probeMethods[provider]
  if (way === undefined) return null
  const { hostname } = new URL(way.urlOf(media.href))
  return hostname.length > maxHostName ? null : hostname
}

function resultOfError(error: unknown, { goneStatuses, closedStatuses = [], isOwnHost }: ProbeMethod): ProbeResult {
  if (!(error instanceof Refusal)) return 'unclear'
  const { reason, status = 0 } = error
  if (reason === 'status') {
    if (goneStatuses.includes(status)) return 'gone'
    if (closedStatuses.includes(status)) return 'closed'
    return status === 408 || status === 425 || status === 429 || status >= 500 ? 'trouble' : 'unclear'
  }
  if (reason === 'name' && isOwnHost === true) return 'unnamed'
  return reason === 'timeout' || reason === 'network' || reason === 'name' ? 'trouble' : 'unclear'
}

/** Only the status matters; do not read the body. */
const noBody = { types: [], bytes: 0 }
const anyType = ['']

/** The archive answers 200 with an empty or dark item for missing and withdrawn items. */
const Item = z.object({ metadata: z.object({}).optional(), is_dark: z.boolean().optional().catch(undefined) })
const archivePolicy = { ...responsePolicies.json, bytes: 3_000_000 }

/** Why a provider did not answer: an HTTP status, or the reason of a refusal. */
const failureOf = (error: unknown): string => (error instanceof Refusal ? String(error.status ?? error.reason) : 'unknown')

/** Never rejects. `onFailure` gets the status or reason of a failed request. */
export async function probe(
  address: MediaAddress,
  fetcher: SafeFetch,
  ownFiles: OwnFiles,
  onFailure?: (failure: string) => void,
): Promise<ProbeResult> {
  const {
    provider,
    own,
    media: { href },
  } = address
  if (own) return clips.test(href) ? ((await ownFiles(href)) === null ? 'gone' : 'alive') : 'unclear'
  const way = probeMethods[provider]
  if (way === undefined) return 'unclear'
  try {
    if (provider === 'archive') {
      const item = Item.parse(await jsonOf((await fetcher.get(way.urlOf(href), archivePolicy)).body))
      return item.is_dark === true || item.metadata === undefined ? 'gone' : 'alive'
    }
    await fetcher.get(way.urlOf(href), noBody, anyType)
    return 'alive'
  } catch (error) {
    onFailure?.(failureOf(error))
    const sign = resultOfError(error, way)
    const other = sign === 'gone' ? way.confirmationUrl?.(href) : undefined
    if (other === undefined || other === null) return sign
    return fetcher.get(other, noBody, anyType).then(
      (): ProbeResult => 'alive',
      (reason: unknown) => {
        onFailure?.(failureOf(reason))
        return resultOfError(reason, { ...way, goneStatuses: notFound, closedStatuses: [] })
      },
    )
  }
}
