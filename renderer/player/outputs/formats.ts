/**
 * Which files the browser can play, by their MIME type or else their extension, and which streams the hosted output
 * plays.
 */
import type { Stream } from '../state.ts'

const byEnding: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  flv: 'video/x-flv',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  flac: 'audio/flac',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
}

/** Other names of MIME types: the specification and many servers use `audio/mp3` for `audio/mpeg`. */
const otherNames: Readonly<Record<string, string>> = {
  'audio/mp3': 'audio/mpeg',
  'application/x-mpegurl': 'application/vnd.apple.mpegurl',
  'audio/mpegurl': 'application/vnd.apple.mpegurl',
  'audio/x-mpegurl': 'application/vnd.apple.mpegurl',
}

/** The MIME type of a file stream without its parameters; undefined if unknown. */
export function formatOf({ format, uri }: Pick<Stream, 'format' | 'uri'>): string | undefined {
  const named = format?.split(';', 1)[0]?.trim().toLowerCase()
  if (named !== undefined && named !== '') return otherNames[named] ?? named
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  return byEnding[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}

export const isHls = (stream: Pick<Stream, 'format' | 'uri'>): boolean => formatOf(stream) === 'application/vnd.apple.mpegurl'

export const isDash = (stream: Pick<Stream, 'format' | 'uri'>): boolean => formatOf(stream) === 'application/dash+xml'

export const hasMediaSource = (): boolean => 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

/** Whether to try a file. Also those of unknown format: the media element reports an error if it is unplayable. */
export function canPlayFile(stream: Pick<Stream, 'format' | 'uri'>): boolean {
  const format = formatOf(stream)
  if (format === undefined) return true
  if (format === 'video/x-flv') return false
  if ((isHls(stream) || isDash(stream)) && hasMediaSource()) return true
  return document.createElement('video').canPlayType(stream.format?.includes(';') ? stream.format : format) !== ''
}

/** The id of the operator's Dailymotion player, from the document. Without one, Dailymotion videos are not playable. */
export function dailymotionPlayerId(): string | undefined {
  const id = document.querySelector<HTMLMetaElement>('meta[name="dailymotion-player-id"]')?.content
  return id === '' ? undefined : id
}

/** Whether the hosted output can play a stream: files, and providers that are played as files or in a frame. */
export function canHost(stream: Stream): boolean {
  const { type, uri } = stream
  if (type === 'file') return canPlayFile(stream)
  if (type === 'wistia') return /^[a-z0-9]{10}$/.test(uri) && hasMediaSource()
  if (type === 'tiktok') return /^\d{1,20}$/.test(uri)
  return type === 'twitch' && /^(videos\/\d{1,20}|\w{1,25})$/.test(uri)
}
