import { limits, normaliseTags, shorten, type Media } from '#contract/index.ts'
import type { About } from './entities.ts'

/** Data from a page or provider. Untrusted until `withFacts` has cleaned it. */
export interface Facts {
  title?: string | undefined
  artist?: string | undefined
  /** If several artists are listed separately. */
  artists?: string[] | undefined
  keywords?: string[] | undefined
  description?: string | undefined
  image?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** Seconds. */
  duration?: number | undefined
}

const plain = (text: string | undefined, max: number): string | undefined => shorten(text ?? '', max) || undefined

/** A picture address over https: an https page cannot show others. */
export function pictureAddress(address: string | undefined, base?: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= limits.url ? url.href : undefined
}

/** Converts a list or comma-separated keywords to tags; drops sentences and numbers. */
function tagsOf(keywords: readonly string[]): string[] {
  const words = keywords
    .slice(0, 50)
    .flatMap((keyword) => keyword.slice(0, 1000).split(/[,;|]/))
    .map((word) => word.trim())
  return normaliseTags(words.filter((word) => word.length <= limits.guesses.tag && /\p{L}/u.test(word))).slice(0, limits.guesses.tags)
}

/** The data to store with the medium; null if there is none. */
export function aboutOf({ artists = [], keywords = [], description }: Facts): About | null {
  const names = artists.flatMap((name) => plain(name, 100) ?? []).slice(0, limits.artists)
  const tags = tagsOf(keywords)
  const told = plain(description, 500)
  const about: About = {
    ...(names.length === 0 ? {} : { artists: names }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(told === undefined ? {} : { description: told }),
  }
  return Object.keys(about).length === 0 ? null : about
}

const seconds = (duration: number | undefined): number | undefined =>
  duration !== undefined && Number.isFinite(duration) && duration > 0 && duration <= 48 * 3600 ? duration : undefined

/** Merges looked-up data into the medium; missing data keeps the value from the address. */
export function withFacts(media: Media, facts: Facts): Media {
  const title = plain(facts.title, 300) ?? media.title
  const artist = plain(facts.artist, 300) ?? media.artist
  const image = pictureAddress(facts.image) ?? media.image
  const duration = seconds(facts.duration) ?? media.duration
  const shared = {
    ...(image === undefined ? {} : { image }),
    ...(duration === undefined ? {} : { duration }),
  }
  const [first, ...others] = media.media
  const size = facts.width && facts.height ? { width: facts.width, height: facts.height } : {}
  return {
    ...media,
    title,
    ...(artist === undefined ? {} : { artist }),
    ...shared,
    media: first ? [{ ...first, ...shared, ...size }, ...others] : [],
  }
}
