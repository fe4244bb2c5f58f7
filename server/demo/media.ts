/** Converts a table entry to the medium of a post, with the parser that also reads pasted addresses. */
import type { Media } from '#contract/index.ts'
import { parseMediaAddress } from '../features/media/address.ts'
import { hash } from './chance.ts'
import { variations, type DemoMedium } from './tables.ts'

/** Only decides which addresses are internal; those in the tables are root-relative. */
const self = 'http://127.0.0.1'

function parse(href: string) {
  const address = parseMediaAddress(href, self)
  if (!address) throw new Error(`Not an address: ${href}`)
  return address
}

/** A medium has the same picture in every post. */
const pathOf = (picture: string, href: string): string =>
  picture.startsWith('/') ? picture : `/images/posts/${picture}-${(hash(href) % variations) + 1}.jpg`

export function toMedia(medium: DemoMedium | null): { media: Media | null; mediaKey: string | null; tags: string[] } {
  if (!medium) return { media: null, mediaKey: null, tags: [] }
  const { href, title, artist, duration, picture, others = [], attribution, startTime, endTime } = medium
  const { media: parsed, mediaKey, own } = parse(href)
  const streams = [parsed, ...others.map((other) => parse(other).media)].flatMap(({ media }) => media)
  const image = own && parsed.type === 'image' ? (picture ?? parsed.image) : picture && pathOf(picture, href)
  const known = { ...(duration === undefined ? {} : { duration }) }
  const media: Media = {
    ...parsed,
    title,
    ...known,
    ...(artist === undefined ? {} : { artist }),
    ...(image === undefined ? {} : { image }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(startTime ? { startTime } : {}),
    ...(endTime === undefined ? {} : { endTime }),
    media: streams.map((stream) => ({ ...stream, ...known, ...(own || image === undefined ? {} : { image }) })),
  }
  return { media, mediaKey, tags: artist === undefined || own ? [] : [artist.split(' ft. ')[0]!] }
}
