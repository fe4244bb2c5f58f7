/** Strand as an oEmbed provider (https://oembed.com). */
import { afterLastDash, idKind, isDead, isUid, pageTitles, type Answer, type Bead, type Post } from '#contract/index.ts'
import { widgetAddress, widgetPermissions, widgetSize, type WidgetTarget } from '#contract/pages/widget.ts'
import { tag, xml, xmlDocument } from '#http/markup.ts'
import { filePlayer, playerFrame } from '../media/service.ts'
import { toAbsolute } from './feed.ts'

type Member = Answer<'GET /api/v0/members/:uid'>

type Target = { kind: 'bead' | 'post' | 'member'; id: string }

/** The target of a widget's path, after `/embed`. */
function widgetTargetOf(first: string, [second, ...more]: readonly string[]): Target | null {
  if (first === 'p') return second !== undefined && isUid(second) && more.length === 0 ? { kind: 'member', id: second } : null
  const kind = idKind(first)
  return second === undefined && (kind === 'bead' || kind === 'post') ? { kind, id: first } : null
}

/** The playlist, post or member of a URL on this site, or null. */
export function targetOf(address: string, publicUrl: string): Target | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.origin !== new URL(publicUrl).origin) return null
  const parts = url.pathname.replace(/\/$/, '').split('/').slice(1)
  const [first, second, ...more] = parts[0] === 'bead' ? parts.slice(1) : parts
  if (first === 'embed' && second !== undefined) return widgetTargetOf(second, more)
  if (first === undefined || more.length > 0) return null
  if (first === 'p') return second !== undefined && isUid(second) ? { kind: 'member', id: second } : null
  if (first === 'embed') return null
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

/** The frame of a widget in pixels: its default size, which is the largest, and the smallest that shows a post. */
const frame = { width: widgetSize.width, height: widgetSize.height, minWidth: 200, minHeight: 200 } as const
/** The height for a post without a medium to play. */
const textHeight = 240

/** The size of a widget's frame within the bounds, or null if it is too small. */
export function fitFrame(
  { maxwidth = Infinity, maxheight = Infinity }: Bounds,
  fullHeight: number = frame.height,
): { width: number; height: number } | null {
  const [width, height] = [Math.min(frame.width, maxwidth), Math.min(fullHeight, maxheight)]
  return width < frame.minWidth || height < frame.minHeight ? null : { width, height }
}

const shared = (publicUrl: string): Fields => ({ version: '1.0', provider_name: 'Strand', provider_url: publicUrl, cache_age: 3600 })

const authorOf = ({ name, uid }: { name: string; uid: string }, publicUrl: string): Fields => ({
  author_name: name,
  author_url: `${publicUrl}/p/${uid}`,
})

/** All three fields or none; only if the thumbnail is within the bounds. */
const thumbnailFields = (thumbnail: Thumbnail | null, { maxwidth = Infinity, maxheight = Infinity }: Bounds): Fields =>
  thumbnail === null || thumbnail.width > maxwidth || thumbnail.height > maxheight
    ? {}
    : { thumbnail_url: thumbnail.url, thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height }

const link: Fields = { type: 'link' }

/** A widget in a frame, or a link if it does not fit. Without the attribute `sandbox`, which would block the players of the providers inside. */
function widgetFields(target: WidgetTarget, title: string, size: ReturnType<typeof fitFrame>, publicUrl: string): Fields {
  if (size === null) return link
  const html = `${tag('iframe', {
    src: widgetAddress(publicUrl, target),
    title: pageTitles.of(title),
    ...size,
    loading: 'lazy',
    allow: widgetPermissions,
    allowfullscreen: true,
    referrerpolicy: 'strict-origin-when-cross-origin',
    style: 'border:0;max-width:100%',
  })}</iframe>`
  return { type: 'rich', html, ...size }
}

export function beadEmbed(bead: Bead, thumbnail: Thumbnail | null, bounds: Bounds, publicUrl: string): Fields {
  return {
    ...shared(publicUrl),
    ...widgetFields(bead.id, bead.title, fitFrame(bounds), publicUrl),
    title: bead.title,
    ...authorOf(bead.creator, publicUrl),
    ...thumbnailFields(thumbnail, bounds),
  }
}

/** The player of the provider, else the one of the browser for a file; null if there is none or it does not fit. */
function postPlayer({ media }: Post, bounds: Bounds, publicUrl: string): Fields | null {
  const size = fit(bounds)
  if (media === null || size === null) return null
  const type = media.type === 'video' ? 'video' : 'rich'
  const html = playerFrame(media, size)
  if (html !== null) return { type, html, ...size }
  const player = filePlayer(media, size, toAbsolute(publicUrl))
  return player === null || player.height > (bounds.maxheight ?? Infinity) ? null : { type, ...player }
}

/** The widget of a post without a player. A widget leaves out a dead post, so that has a link. */
function postWidget({ id, title, media }: Post, bounds: Bounds, publicUrl: string): Fields {
  if (isDead(media)) return link
  const hasStage = media?.media.some(({ type }) => type !== 'link') === true
  return widgetFields(id, title, fitFrame(bounds, hasStage ? frame.height : textHeight), publicUrl)
}

export const postEmbed = (post: Post, thumbnail: Thumbnail | null, bounds: Bounds, publicUrl: string): Fields => ({
  ...shared(publicUrl),
  ...(postPlayer(post, bounds, publicUrl) ?? postWidget(post, bounds, publicUrl)),
  title: post.title,
  ...authorOf(post.creator, publicUrl),
  ...thumbnailFields(thumbnail, bounds),
})

export function memberEmbed(member: Member, thumbnail: Thumbnail | null, bounds: Bounds, publicUrl: string): Fields {
  const title = pageTitles.member(member.name, member.uid)
  return {
    ...shared(publicUrl),
    ...widgetFields({ uid: member.uid }, title, fitFrame(bounds), publicUrl),
    title,
    ...authorOf(member, publicUrl),
    ...thumbnailFields(thumbnail, bounds),
  }
}

export const toXml = (fields: Fields): string =>
  xmlDocument(
    xml(
      'oembed',
      {},
      Object.entries(fields).map(([name, value]) => (value === undefined ? null : xml(name, {}, value))),
    ),
  )
