import { limits, normaliseTags, shorten, type Media } from '#contract/index.ts'
import type { About } from './entities.ts'

/** Untrusted data about a medium, before `withFacts` cleans it. */
export interface Facts {
  title?: string | undefined
  artist?: string | undefined
  /** If listed individually. */
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

/** An https picture URL: browsers block http pictures in https pages. */
export function pictureAddress(address: string | undefined, base?: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= limits.url ? url.href : undefined
}

/** Keywords, as a list or separated by commas, as tags; without sentences and numbers. */
function tagsOf(keywords: readonly string[]): string[] {
  const words = keywords
    .slice(0, 50)
    .flatMap((keyword) => keyword.slice(0, 1000).split(/[,;|]/))
    .map((word) => word.trim())
  return normaliseTags(words.filter((word) => word.length <= limits.guesses.tag && /\p{L}/u.test(word))).slice(0, limits.guesses.tags)
}

/** Information beyond the medium; null if empty. */
export function aboutOf({ artists = [], keywords = [], description }: Facts): About | null {
  const names = artists.flatMap((name) => plain(name, 100) ?? []).slice(0, limits.artists)
  const tags = tagsOf(keywords)
  const summary = plain(description, 500)
  const about: About = {
    ...(names.length === 0 ? {} : { artists: names }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(summary === undefined ? {} : { description: summary }),
  }
  return Object.keys(about).length === 0 ? null : about
}

const seconds = (duration: number | undefined): number | undefined =>
  duration !== undefined && Number.isFinite(duration) && duration > 0 && duration <= 48 * 3600 ? duration : undefined

/** Merges facts into the medium; data from the address is the fallback. */
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
