/**
 * Markup of an address within a text (I1): a player built from a parsed id, a file, or a link card. The `html` of
 * providers is never used, because it is untrusted.
 */
import { shorten, type Answer, type Media, type Stream } from '#contract/index.ts'
import { escapeHtml, tag } from '#http/markup.ts'
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

/** Players of providers whose hosts the content security policy allows. Dailymotion is missing: its player needs an account. */
const players: Partial<Record<Stream['type'], (stream: Stream, media: Media) => string>> = {
  youtube: ({ uri }, { startTime, endTime }) =>
    address(`https://www.youtube-nocookie.com/embed/${encodeURIComponent(uri)}`, {
      start: seconds(startTime),
      end: seconds(endTime),
      rel: '0',
    }),
  vimeo: ({ uri }, { startTime }) => {
    const [id, hash] = uri.split('/')
    const start = startTime === undefined ? '' : `#t=${seconds(startTime)}s`
    return address(`https://player.vimeo.com/video/${id}`, { h: hash, dnt: '1' }) + start
  },
  tiktok: ({ uri }) => address(`https://www.tiktok.com/player/v1/${uri}`, { rel: '0' }),
  soundcloud: ({ href }) => address('https://w.soundcloud.com/player/', { url: href, auto_play: 'false', show_artwork: 'true' }),
}

/** The address of the provider's player, or null if there is none. */
export function playerAddress(media: Media): string | null {
  const [stream] = media.media
  return (stream && players[stream.type]?.(stream, media)) ?? null
}

/**
 * The provider's player as an iframe, or null if there is none.
 *
 * @param size in pixels; defaults to that of an inline embed.
 */
export function playerFrame(media: Media, size = { width, height: Math.round((width * ratio) / 100) }): string | null {
  const source = playerAddress(media)
  if (source === null) return null
  return `${tag('iframe', {
    class: 'embed-player',
    src: source,
    title: media.title,
    width: size.width,
    height: size.height,
    loading: 'lazy',
    allow: 'encrypted-media; fullscreen; picture-in-picture',
    allowfullscreen: true,
    // YouTube refuses to play without a referrer (BY1).
    referrerpolicy: 'strict-origin-when-cross-origin',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  })}</iframe>`
}

/** Height in pixels of the browser's own audio player. */
const audioHeight = 54

/**
 * The file of a medium as a player of the browser, for other sites; null if it is no video or audio file that every site can load.
 *
 * @param size in pixels; the height of an audio file is that of its player.
 */
export function filePlayer(
  media: Media,
  size: { width: number; height: number },
  absolute: (address: string) => string,
): { html: string; width: number; height: number } | null {
  const [stream] = media.media
  if (stream?.type !== 'file' || !isAllowed(stream.uri)) return null
  const name = media.type === 'audio' ? 'audio' : 'video'
  const { width, height } = name === 'audio' ? { width: size.width, height: audioHeight } : size
  const source = { src: absolute(stream.uri), title: media.title, controls: true, preload: 'none' } as const
  const poster = name === 'video' && media.image !== undefined && isAllowed(media.image) ? absolute(media.image) : undefined
  const html = name === 'audio' ? tag(name, { ...source, style: `width:${width}px` }) : tag(name, { ...source, poster, width, height })
  return { html: `${html}</${name}>`, width, height }
}

/** The content security policy allows files of this server and over https only. */
const isAllowed = (source: string): boolean => source.startsWith('https://') || source.startsWith('/')

function file(media: Media): string | null {
  const [stream] = media.media
  if (!stream || !isAllowed(stream.uri)) return null
  if (stream.type === 'image') return tag('img', { class: 'embed-image', src: stream.uri, alt: media.title, loading: 'lazy' })
  if (stream.type !== 'file') return null
  const name = media.type === 'audio' ? 'audio' : 'video'
  return `${tag(name, { class: `embed-${name}`, src: stream.uri, controls: true, preload: 'none', title: media.title })}</${name}>`
}

function card(media: Media, description: string): string {
  const outside = media.href.startsWith('/') ? {} : { rel: 'nofollow noopener', target: '_blank' }
  const image = media.image !== undefined && isAllowed(media.image) ? tag('img', { src: media.image, alt: '', loading: 'lazy' }) : ''
  const text = description === '' ? '' : `<span class="embed-text">${escapeHtml(description)}</span>`
  const title = `<strong>${escapeHtml(media.title)}</strong>`
  const source = `<small>${escapeHtml(media.source)}</small>`
  return `${tag('a', { class: 'embed-card', href: media.href, ...outside })}${image}${title}${text}${source}</a>`
}

const types = { video: 'video', audio: 'rich', image: 'photo', webpage: 'link' } as const

export function toEmbed({ media, about, byUri }: Detection, noData: string): Embed {
  const description = shorten(about?.description ?? '', 240)
  const shown = playerFrame(media) ?? file(media)
  return {
    html: shown ?? card(media, description),
    provider_name: media.source,
    // A player works without a look-up; a card without one has no data.
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

/** An invalid address as plain text. */
export const noEmbed = (text: string, error: string): Embed => {
  const title = shorten(text, 240)
  return {
    html: `<span class="embed-none">${escapeHtml(title)}</span>`,
    provider_name: '',
    inlineEmbedError: error,
    type: 'link',
    title,
    description: '',
    author_name: '',
    url: '',
    condensed: true,
    ratio,
  }
}
