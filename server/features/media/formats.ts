/**
 * File formats that browsers play or show, by extension and MIME type. `video/x-flv`, which the specification lists, is omitted because
 * browsers no longer play it.
 */
import type { Media } from '#contract/index.ts'

export interface FileFormat {
  type: Exclude<Media['type'], 'webpage'>
  format: string
}

const byExtension: Readonly<Record<string, FileFormat>> = {
  mp4: { type: 'video', format: 'video/mp4' },
  m4v: { type: 'video', format: 'video/mp4' },
  mov: { type: 'video', format: 'video/quicktime' },
  webm: { type: 'video', format: 'video/webm' },
  ogv: { type: 'video', format: 'video/ogg' },
  m3u8: { type: 'video', format: 'application/vnd.apple.mpegurl' },
  mpd: { type: 'video', format: 'application/dash+xml' },
  mp3: { type: 'audio', format: 'audio/mpeg' },
  m4a: { type: 'audio', format: 'audio/mp4' },
  aac: { type: 'audio', format: 'audio/aac' },
  ogg: { type: 'audio', format: 'audio/ogg' },
  oga: { type: 'audio', format: 'audio/ogg' },
  opus: { type: 'audio', format: 'audio/ogg' },
  weba: { type: 'audio', format: 'audio/webm' },
  wav: { type: 'audio', format: 'audio/wav' },
  flac: { type: 'audio', format: 'audio/flac' },
  jpg: { type: 'image', format: 'image/jpeg' },
  jpeg: { type: 'image', format: 'image/jpeg' },
  png: { type: 'image', format: 'image/png' },
  gif: { type: 'image', format: 'image/gif' },
  webp: { type: 'image', format: 'image/webp' },
  avif: { type: 'image', format: 'image/avif' },
}

const aliases: Readonly<Record<string, string>> = {
  'application/x-mpegurl': 'application/vnd.apple.mpegurl',
  'audio/mpegurl': 'application/vnd.apple.mpegurl',
  'audio/x-mpegurl': 'application/vnd.apple.mpegurl',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'application/ogg': 'audio/ogg',
}

const byMime = new Map(Object.values(byExtension).map((format) => [format.format, format]))

/** The format by extension, or null. */
export function formatOfPath(pathname: string): FileFormat | null {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(pathname)?.[1]?.toLowerCase()
  return (extension && byExtension[extension]) || null
}

/** The format of a Content-Type header, or null. Ignores parameters and case. */
export function formatOfMime(contentType: string): FileFormat | null {
  const mime = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return byMime.get(aliases[mime] ?? mime) ?? null
}
