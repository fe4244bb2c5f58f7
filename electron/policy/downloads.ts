/** Files that pages save: which are allowed, their names, and their progress. */
import { originOf } from './origins.ts'
import { progressOf, type Playback, type TaskbarProgress } from './playback.ts'

export interface DownloadRequest {
  /** The origin of the page that starts the download; an empty text if it is unknown. */
  initiator: string
  /** The address with its redirects, the first one first. */
  urls: readonly string[]
  /** The origin of the current server. */
  server: string | null
}

/** Whether a page of the server downloads from the server, or something that it has made itself (`blob:` and `data:`). */
export function isOwnDownload({ initiator, urls, server }: DownloadRequest): boolean {
  if (server === null || initiator !== server || urls.length === 0) return false
  // A `blob:` address contains the origin of the page that has made it.
  return urls.every((url) => /^data:/i.test(url) || originOf(url.replace(/^blob:/i, '')) === server)
}

export const maxNameLength = 120
/** File systems of Linux allow 255 bytes, and an unfinished download has a longer name. */
export const maxNameBytes = 200

/** Control characters, invisible ones that reverse a name (`exe.gpj`), and what separates folders or is reserved by Windows. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
/** Names of devices on Windows, also with an extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i
const extension = /\.[\p{L}\p{N}]{1,16}$/u

const isShortEnough = (name: string): boolean => name.length <= maxNameLength && new TextEncoder().encode(name).length <= maxNameBytes

/** A name for the dialog that is safe on every system, with the extension of the suggested one. */
export function downloadName(suggested: string, fallback: string): string {
  const safe = suggested
    // Enough for any name, and limits the work.
    .slice(0, 4096)
    .normalize('NFC')
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    // Files that start with a dot are hidden; Windows removes dots and spaces at the end.
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = safe.replace(deviceName, '_$&')
  const end = extension.exec(name)?.[0] ?? ''
  const letters = [...name.slice(0, name.length - end.length)].slice(0, maxNameLength)
  while (letters.length > 1 && !isShortEnough(letters.join('') + end)) letters.pop()
  return letters.length === 0 ? fallback + end : letters.join('').trimEnd() + end
}

/** Bytes. `total` is 0 if it is unknown. */
export interface DownloadProgress {
  received: number
  total: number
}

/** What the task bar shows: the player where it has a progress, otherwise the downloads together. */
export function taskbarProgress(playback: Playback, downloads: readonly DownloadProgress[]): TaskbarProgress {
  const player = progressOf(playback)
  if (player.mode !== 'none' || downloads.length === 0) return player
  if (downloads.some(({ total }) => total <= 0)) return { value: 2, mode: 'indeterminate' }
  const sum = (key: keyof DownloadProgress): number => downloads.reduce((total, download) => total + download[key], 0)
  return { value: Math.min(Math.max(sum('received') / sum('total'), 0), 1), mode: 'normal' }
}
