/** M3U with the extensions that players share: EXTINF, PLAYLIST, and VLC's start and stop times. */
import { tidy } from '../../../contract/index.ts'
import type { Entry, PlaylistFile } from '../entry.ts'
import type { Format } from '../format.ts'

const artistAndTitle = (text: string): Pick<Entry, 'artist' | 'title'> => {
  const [, artist, title] = /^(.{1,200}?) - (.+)$/.exec(text) ?? []
  return artist === undefined ? { title: text || undefined } : { artist: tidy(artist), title: tidy(title!) }
}

/** A list of the parts of one stream looks alike, and is none of things to play. */
export const isStream = (content: string): boolean => /^#EXT-X-(TARGETDURATION|STREAM-INF|MEDIA)\b/m.test(content)

/** Seconds, attributes such as `tvg-id="x"`, a comma, and the name. */
function readInf(text: string): Omit<Entry, 'line' | 'hrefs'> {
  const bare = text.replace(/"[^"]*"/g, '')
  const comma = bare.indexOf(',')
  const seconds = parseFloat(bare)
  return { ...(comma < 0 ? {} : artistAndTitle(tidy(bare.slice(comma + 1)))), ...(seconds > 0 ? { duration: seconds } : {}) }
}

/** Characters of a line that mean anything. */
const lineLimit = 5000

function read(content: string): PlaylistFile {
  const entries: Entry[] = []
  let title: string | undefined
  let about: Omit<Entry, 'line' | 'hrefs'> = {}
  for (const [index, raw] of content.split(/\r\n?|\n/).entries()) {
    const line = raw.slice(0, lineLimit).trim()
    const [, name, value] = /^#EXTVLCOPT:\s*(start-time|stop-time)\s*=\s*(\d+(?:\.\d+)?)/i.exec(line) ?? []
    if (line === '') continue
    else if (/^#PLAYLIST:/i.test(line)) title ??= tidy(line.slice(10)) || undefined
    else if (/^#EXTINF:/i.test(line)) about = { ...about, ...readInf(line.slice(8)) }
    else if (name !== undefined) about = { ...about, [name.toLowerCase() === 'start-time' ? 'startTime' : 'endTime']: Number(value) }
    else if (!line.startsWith('#')) {
      entries.push({ line: index + 1, hrefs: [line], ...about })
      about = {}
    }
  }
  return { title, entries }
}

/** A line of its own: an end of line in a title would start an entry. */
const oneLine = (text: string): string => tidy(text)

function entry({ hrefs: [href], title = '', artist, duration, startTime, endTime }: Entry): string {
  // A text alone has no place among things to play.
  if (href === undefined) return ''
  const name = oneLine(artist === undefined ? title : `${artist} - ${title}`)
  const times = [...(startTime === undefined ? [] : [`#EXTVLCOPT:start-time=${startTime}\n`]), ...(endTime === undefined ? [] : [`#EXTVLCOPT:stop-time=${endTime}\n`])]
  return `#EXTINF:${duration === undefined ? -1 : Math.round(duration)},${name}\n${times.join('')}${oneLine(href)}\n`
}

export const m3u: Format = {
  type: 'audio/x-mpegurl; charset=utf-8',
  extension: 'm3u',
  read,
  writer: ({ title }) => ({ begin: `#EXTM3U\n#EXTENC:UTF-8\n#PLAYLIST:${oneLine(title)}\n`, entry, end: '' }),
}
