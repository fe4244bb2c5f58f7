/**
 * Whether what an address named is still there (BY8): one question to whoever can be relied on to know.
 * Only a clear "no" counts against a link. Whatever may be a provider's bad day, a limit, a wall or a
 * fault of ours tells nothing.
 */
import { z } from 'zod'
import type { MediaAddress } from './address.ts'
import { jsonOf } from './answers.ts'
import { itemMetadata } from './archive.ts'
import { oembedAddress } from './oembed.ts'
import type { OwnFiles } from './own-files.ts'
import type { Provider } from './providers.ts'
import { Refusal } from './refusal.ts'
import { wanted, type SafeFetch } from './safe-fetch.ts'

/**
 * `closed`: the answer of a provider to what is private, and to everything where it does not want to talk
 * to us: it counts only where the same provider told of something else that it is there.
 * `unnamed`: nobody knows the name of its host. A resolver of ours that is in trouble may say the same of every name: it counts only
 * where another host was reached at the same time.
 * `unclear`: it answered, and that says nothing. `trouble`: it is down, or wants to be left in peace.
 */
export type Sign = 'alive' | 'gone' | 'closed' | 'unnamed' | 'unclear' | 'trouble'

type Name = Provider['name']

interface Way {
  /** What is asked. */
  ask: (href: string) => string
  /** Statuses by which it says that there is nothing. */
  gone: readonly number[]
  closed?: readonly number[]
  /** The link lies at the very host that is asked: without a name, it is gone with it. Of a provider's, that says nothing of one link. */
  ownHost?: true
  /** Asked where the first says that there is nothing; it must say so too. */
  also?: (href: string) => string | null
}

const notFound = [404, 410]

const byOembed = (name: Name, more: Partial<Way> = {}): Way => ({ ask: (href) => oembedAddress(name, href), gone: notFound, ...more })

const ways: Partial<Record<Name, Way>> = {
  // 401: its owner lets nobody else show it, but there it is. 403: private.
  youtube: byOembed('youtube', { gone: [400, ...notFound], closed: [403] }),
  // Vimeo's oEmbed knows nothing of videos that are hidden from vimeo.com and play here all the same.
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

/** Our own clips are described beside the files; what members uploaded goes only with its post. */
const clips = /^\/clips\/[^/]+$/

/** Whom to ask, and be polite to; null where nobody could tell. */
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

/** Nothing is read of the answer: that there is one is all. */
const nothing = { types: [], bytes: 0 }
const anything = ['']

/** The archive answers for what it does not have, or shows nobody any more, with an empty item. */
const Item = z.object({ metadata: z.object({}).optional(), is_dark: z.boolean().optional().catch(undefined) })
const mostOfItem = { ...wanted.json, bytes: 3_000_000 }

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
