/** Strand as an oEmbed provider (https://oembed.com). */
import { afterLastDash, idKind, type Bead, type Post } from '#contract/index.ts'
import { xml, xmlDocument } from '#http/markup.ts'
import { playerFrame } from '../media/service.ts'

/** The playlist or post of a URL on this site, or null. */
export function targetOf(address: string, publicUrl: string): { kind: 'bead' | 'post'; id: string } | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.origin !== new URL(publicUrl).origin) return null
  const parts = url.pathname.replace(/\/$/, '').split('/').slice(1)
  const [first, second, ...more] = parts[0] === 'bead' ? parts.slice(1) : parts
  if (first === undefined || more.length > 0) return null
  const id = second === undefined && idKind(first) === 'bead' ? first : afterLastDash(second ?? first)
  const kind = idKind(id)
  const within = second === undefined || idKind(first) === 'bead'
  return within && (kind === 'bead' || kind === 'post') && !(second !== undefined && kind === 'bead') ? { kind, id } : null
}

export interface Bounds {
  maxwidth?: number | undefined
  maxheight?: number | undefined
}

export interface Thumbnail {
  url: string
  width: number
  height: number
}

type Fields = Record<string, string | number | undefined>

/** Height in percent of the width; default width and smallest usable width of a player in px. */
const ratio = 56
const defaultWidth = 480
const minWidth = 200

/** The largest size within the bounds, or null if it is too small. */
export function fit({ maxwidth = defaultWidth, maxheight = Infinity }: Bounds): { width: number; height: number } | null {
  const width = Math.floor(Math.min(maxwidth, (maxheight * 100) / ratio))
  return width < minWidth ? null : { width, height: Math.floor((width * ratio) / 100) }
}

const shared = (publicUrl: string): Fields => ({ version: '1.0', provider_name: 'Strand', provider_url: publicUrl, cache_age: 3600 })

const authorOf = ({ creator }: Bead | Post, publicUrl: string): Fields => ({
  author_name: creator.name,
  author_url: `${publicUrl}/p/${creator.uid}`,
})

/** All three fields or none; only if the thumbnail is within the bounds. */
const thumbnailFields = (thumbnail: Thumbnail | null, { maxwidth = Infinity, maxheight = Infinity }: Bounds): Fields =>
  thumbnail === null || thumbnail.width > maxwidth || thumbnail.height > maxheight
    ? {}
    : { thumbnail_url: thumbnail.url, thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height }

export const beadEmbed = (bead: Bead, thumbnail: Thumbnail | null, bounds: Bounds, publicUrl: string): Fields => ({
  ...shared(publicUrl),
  type: 'link',
  title: bead.title,
  ...authorOf(bead, publicUrl),
  ...thumbnailFields(thumbnail, bounds),
})

/** Embeds the provider's player if there is one, else a link. */
export function postEmbed(post: Post, thumbnail: Thumbnail | null, bounds: Bounds, publicUrl: string): Fields {
  const size = fit(bounds)
  const html = post.media && size && playerFrame(post.media, size)
  const embedded = html ? { type: post.media!.type === 'video' ? 'video' : 'rich', html, ...size } : { type: 'link' }
  return { ...shared(publicUrl), ...embedded, title: post.title, ...authorOf(post, publicUrl), ...thumbnailFields(thumbnail, bounds) }
}

export const toXml = (fields: Fields): string =>
  xmlDocument(
    xml(
      'oembed',
      {},
      Object.entries(fields).map(([name, value]) => (value === undefined ? null : xml(name, {}, value))),
    ),
  )
