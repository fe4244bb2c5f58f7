/**
 * Reads and writes M3U with common extensions: EXTINF (duration and title), PLAYLIST (name), and VLC's start and stop
 * times.
 */
import { limits, tidy } from '#contract/index.ts'
import { createSlices } from '#http/slices.ts'
import type { Entry, PlaylistFile } from '../entry.ts'
import type { Format } from './format.ts'

/** Splits `artist - title`. */
const artistAndTitle = (text: string): Pick<Entry, 'artist' | 'title'> => {
  const [, artist, title] = /^(.{1,200}?) - (.+)$/.exec(text) ?? []
  return artist === undefined ? { title: text || undefined } : { artist: tidy(artist), title: tidy(title!) }
}

/** Number of characters that are searched for the tags of an HLS playlist. */
const streamHead = 20_000

/** Whether the file is an HLS playlist. It has the same syntax, but lists the segments of one stream. */
export const isStream = (content: string): boolean => /^#EXT-X-(TARGETDURATION|STREAM-INF|MEDIA)\b/m.test(content.slice(0, streamHead))

/** Parses the value of EXTINF: seconds, attributes such as `tvg-id="x"` (which are ignored), a comma and the title. */
function readInf(text: string): Omit<Entry, 'line' | 'hrefs'> {
  const bare = text.replace(/"[^"]*"/g, '')
  const comma = bare.indexOf(',')
  const seconds = parseFloat(bare)
  return { ...(comma < 0 ? {} : artistAndTitle(tidy(bare.slice(comma + 1)))), ...(seconds > 0 ? { duration: seconds } : {}) }
}

/** Maximum characters read per line. */
const lineLimit = 5000

/**
 * The lines with their numbers. Accepts all line endings. A generator, because splitting would create all lines at
 * once.
 */
function* linesOf(content: string): Generator<[number: number, line: string]> {
  let number = 1
  for (let at = 0; at <= content.length; number += 1) {
    const end = lineEnd(content, at)
    yield [number, content.slice(at, Math.min(end, at + lineLimit))]
    at = content.startsWith('\r\n', end) ? end + 2 : end + 1
  }
}

/** Index of the next line feed or carriage return; otherwise the length of the content. */
function lineEnd(content: string, from: number): number {
  for (let at = from; at < content.length; at += 1) {
    const code = content.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return content.length
}

async function read(content: string): Promise<PlaylistFile> {
  const slices = createSlices()
  const entries: Entry[] = []
  let title: string | undefined
  let about: Omit<Entry, 'line' | 'hrefs'> = {}
  for (const [number, raw] of linesOf(content)) {
    if (slices.over()) await slices.next()
    if (entries.length > limits.import.total) break
    const line = raw.trim()
    const [, name, value] = /^#EXTVLCOPT:\s*(start-time|stop-time)\s*=\s*(\d+(?:\.\d+)?)/i.exec(line) ?? []
    if (line === '') continue
    else if (/^#PLAYLIST:/i.test(line)) title ??= tidy(line.slice(10)) || undefined
    else if (/^#EXTINF:/i.test(line)) about = { ...about, ...readInf(line.slice(8)) }
    else if (name !== undefined) about = { ...about, [name.toLowerCase() === 'start-time' ? 'startTime' : 'endTime']: Number(value) }
    else if (!line.startsWith('#')) {
      entries.push({ line: number, hrefs: [line], ...about })
      about = {}
    }
  }
  return { title, entries }
}

/** Line breaks in a title would start another entry. */
const oneLine = (text: string): string => tidy(text)

function entry({ hrefs: [href], title = '', artist, duration, startTime, endTime }: Entry): string {
  // A post without a medium has no URL to play, so it is omitted.
  if (href === undefined) return ''
  const name = oneLine(artist === undefined ? title : `${artist} - ${title}`)
  const times = [
    ...(startTime === undefined ? [] : [`#EXTVLCOPT:start-time=${startTime}\n`]),
    ...(endTime === undefined ? [] : [`#EXTVLCOPT:stop-time=${endTime}\n`]),
  ]
  return `#EXTINF:${duration === undefined ? -1 : Math.round(duration)},${name}\n${times.join('')}${oneLine(href)}\n`
}

export const m3u: Format = {
  type: 'audio/x-mpegurl; charset=utf-8',
  extension: 'm3u',
  read,
  writer: ({ title }) => ({ begin: `#EXTM3U\n#EXTENC:UTF-8\n#PLAYLIST:${oneLine(title)}\n`, entry, end: '' }),
}
