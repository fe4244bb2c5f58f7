import { limits, shorten, type Media } from '../../contract/index.ts'

/** What somebody outside says of a medium. None of it is trusted before `withFacts` has cleaned it. */
export interface Facts {
  title?: string | undefined
  artist?: string | undefined
  image?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** Seconds. */
  duration?: number | undefined
}

const plain = (text: string | undefined, max: number): string | undefined => shorten(text ?? '', max) || undefined

/** An address of a picture, by https: a page that came by https shows no other. */
export function pictureAddress(address: string | undefined, base?: string): string | undefined {
  if (!address || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.href.length <= limits.url ? url.href : undefined
}

const seconds = (duration: number | undefined): number | undefined =>
  duration !== undefined && Number.isFinite(duration) && duration > 0 && duration <= 48 * 3600 ? duration : undefined

/** The medium with what was learnt of it: the address's own word stands where nothing was. */
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
    ...media, title, ...(artist === undefined ? {} : { artist }), ...shared,
    media: first ? [{ ...first, ...shared, ...size }, ...others] : [],
  }
}
