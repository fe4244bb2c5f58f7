import type { Media } from '#contract/index.ts'
import { parseMediaAddress, type MediaAddress } from './address.ts'
import type { About, LinkRow } from './entities.ts'

export interface Detection {
  mediaKey: string
  media: Media
  about: About | null
  /** True if the look-up failed and all data is derived from the address. */
  byUri: boolean
}

/** Addresses of one medium share the cached data, but each keeps its own times, its scheme, and the hash of an unlisted video. */
export function detectionOf(
  { provider, media: parsed, mediaKey }: MediaAddress,
  { media: found, about, byUri }: LinkRow,
  publicUrl: string,
): Detection {
  const { startTime, endTime } = parsed
  const times = { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) }
  const { startTime: _start, endTime: _end, ...media } = found
  if (provider === 'webpage') {
    // A short link that leads to a provider gets the key of the medium there.
    const target = parseMediaAddress(media.href, publicUrl)?.mediaKey ?? mediaKey
    const href = target === mediaKey ? parsed.href : media.href
    return { mediaKey: target, byUri, about, media: { ...media, href, ...times } }
  }
  // The address of an Internet Archive item does not contain its streams.
  const streams =
    parsed.media.length === 0
      ? media.media
      : parsed.media.map((stream, index) => ({ ...media.media[index], ...stream, image: media.image ?? stream.image }))
  return { mediaKey, byUri, about, media: { ...media, href: parsed.href, media: streams, ...times } }
}
