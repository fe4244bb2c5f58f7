/**
 * An address shown within a text (I1), as markup of our own: a player built from an id that we parsed
 * ourselves, a file, or a card that links to it. What a provider calls its `html` is never read.
 */
import { shorten, type Answer, type Media, type Stream } from '../../contract/index.ts'
import { escapeHtml, tag } from '../../http/markup.ts'
import type { Detection } from './detection.ts'

export type Embed = Answer<'POST /api/v0/media/inlineEmbed'>

/** Height in percent of the width (B9). */
const ratio = 56
const width = 480

const seconds = (time: number | undefined): string | undefined => (time === undefined ? undefined : String(Math.floor(time)))

function address(base: string, query: Record<string, string | undefined>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The providers' own players, by their hosts in the content security policy. Dailymotion's needs an account's player id. */
const players: Partial<Record<Stream['type'], (stream: Stream, media: Media) => string>> = {
  youtube: ({ uri }, { startTime, endTime }) =>
    address(`https://www.youtube-nocookie.com/embed/${encodeURIComponent(uri)}`, { start: seconds(startTime), end: seconds(endTime), rel: '0' }),
  vimeo: ({ uri }, { startTime }) => {
    const [id, hash] = uri.split('/')
    return address(`https://player.vimeo.com/video/${id}`, { h: hash, dnt: '1' }) + (startTime === undefined ? '' : `#t=${seconds(startTime)}s`)
  },
  tiktok: ({ uri }) => address(`https://www.tiktok.com/player/v1/${uri}`, { rel: '0' }),
  soundcloud: ({ href }) => address('https://w.soundcloud.com/player/', { url: href, auto_play: 'false', show_artwork: 'true' }),
}

/** The address of the provider's player, or null where it has none that can be shown. */
export function playerAddress(media: Media): string | null {
  const [stream] = media.media
  return (stream && players[stream.type]?.(stream, media)) ?? null
}

/** @param size in pixels; by default that of an inline embed. */
export function playerFrame(media: Media, size = { width, height: Math.round((width * ratio) / 100) }): string | null {
  const source = playerAddress(media)
  if (source === null) return null
  return `${tag('iframe', {
    class: 'embed-player', src: source, title: media.title, width: size.width, height: size.height, loading: 'lazy',
    allow: 'encrypted-media; fullscreen; picture-in-picture', allowfullscreen: true,
    // YouTube plays for nobody who hides where they are (BY1).
    referrerpolicy: 'strict-origin-when-cross-origin',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  })}</iframe>`
}

/** Pages show files over https alone, and our own. */
const isShown = (source: string): boolean => source.startsWith('https://') || source.startsWith('/')

function file(media: Media): string | null {
  const [stream] = media.media
  if (!stream || !isShown(stream.uri)) return null
  if (stream.type === 'image') return tag('img', { class: 'embed-image', src: stream.uri, alt: media.title, loading: 'lazy' })
  if (stream.type !== 'file') return null
  const name = media.type === 'audio' ? 'audio' : 'video'
  return `${tag(name, { class: `embed-${name}`, src: stream.uri, controls: true, preload: 'none', title: media.title })}</${name}>`
}

function card(media: Media, description: string): string {
  const outside = media.href.startsWith('/') ? {} : { rel: 'nofollow noopener', target: '_blank' }
  const image = media.image !== undefined && isShown(media.image) ? tag('img', { src: media.image, alt: '', loading: 'lazy' }) : ''
  const text = description === '' ? '' : `<span class="embed-text">${escapeHtml(description)}</span>`
  return `${tag('a', { class: 'embed-card', href: media.href, ...outside })}${image}<strong>${escapeHtml(media.title)}</strong>${text}<small>${escapeHtml(media.source)}</small></a>`
}

const types = { video: 'video', audio: 'rich', image: 'photo', webpage: 'link' } as const

export function toEmbed({ media, about, byUri }: Detection, noData: string): Embed {
  const description = shorten(about?.description ?? '', 240)
  const shown = playerFrame(media) ?? file(media)
  return {
    html: shown ?? card(media, description),
    provider_name: media.source,
    // A player needs nobody's answer; a card of a page that nobody answered at is all there is.
    ...(shown === null && byUri ? { inlineEmbedError: noData } : {}),
    type: shown === null ? 'link' : types[media.type],
    title: media.title,
    description,
    author_name: media.artist ?? '',
    ...(media.image === undefined ? {} : { image: media.image, thumbnail_url: media.image }),
    url: media.href,
    condensed: shown === null,
    ratio,
  }
}

/** For what is no address: its text, and nothing to click. */
export const noEmbed = (text: string, error: string): Embed => {
  const title = shorten(text, 240)
  return {
    html: `<span class="embed-none">${escapeHtml(title)}</span>`, provider_name: '', inlineEmbedError: error, type: 'link', title, description: '',
    author_name: '', url: '', condensed: true, ratio,
  }
}
