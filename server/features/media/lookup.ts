/** Fetches data about an address: from the provider's oEmbed or the page itself. */
import type { Media } from '#contract/index.ts'
import { toMedia, parseMediaAddress, type MediaAddress } from './address.ts'
import type { About } from './entities.ts'
import { askArchive } from './archive.ts'
import { aboutOf, withFacts, type Facts } from './facts.ts'
import { formatOfMime } from './formats.ts'
import { askOembed, hasOembed } from './oembed.ts'
import { fileFinding } from './providers.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { responsePolicies } from './safe-fetch.ts'
import { scrape } from './scrape.ts'

/** Whether a look-up can add anything to the data from the address. */
export const canLookUp = ({ provider, own }: MediaAddress): boolean =>
  !own && (hasOembed(provider) || provider === 'archive' || provider === 'webpage')

const mediaTypes = [
  'video/',
  'audio/',
  'image/',
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'application/dash+xml',
  'application/ogg',
]

export interface LookedUp {
  media: Media
  about: About | null
}

const withAllData = (media: Media, facts: Facts): LookedUp => ({ media: withFacts(media, facts), about: aboutOf(facts) })

/** The medium with all data found. Rejects if the look-up fails. */
export async function lookUp(address: MediaAddress, fetcher: SafeFetch, publicUrl: string): Promise<LookedUp> {
  const { provider, media } = address
  if (provider === 'archive') {
    const work = await askArchive(fetcher, media)
    return withAllData(work.media, work.facts)
  }
  if (provider !== 'webpage') return withAllData(media, await askOembed(fetcher, provider, media.href))

  const page = await fetcher.get(media.href, responsePolicies.html, mediaTypes)
  // A short link resolves to its target.
  const target = page.href === media.href ? address : parseMediaAddress(page.href, publicUrl)
  if (!target || target.own) return { media, about: null }
  if (target.provider !== 'webpage') return canLookUp(target) ? lookUp(target, fetcher, publicUrl) : { media: target.media, about: null }

  const format = formatOfMime(page.type)
  if (format) return { media: { ...toMedia(fileFinding(new URL(page.href), format)), href: media.href }, about: null }
  if (page.body.length === 0) return { media, about: null }

  const { facts, medium } = scrape(page)
  if (!medium) return withAllData(media, facts)
  const { type, media: streams } = toMedia(medium)
  return withAllData({ ...media, type, media: streams }, { ...facts, image: facts.image ?? medium.image })
}
