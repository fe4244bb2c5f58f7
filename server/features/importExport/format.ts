/** The file formats of playlists, and the detection of a file's format. */
import { limits, messages, type playlistFormats } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { PlaylistFile } from './entry.ts'
import { csv } from './formats/csv.ts'
import type { Format } from './formats/format.ts'
import { isStream, m3u } from './formats/m3u.ts'
import { jspf } from './formats/jspf.ts'
import { xspf } from './formats/xspf.ts'

export type FormatName = (typeof playlistFormats)[number]

export const formats: Record<FormatName, Format> = { jspf, xspf, m3u, csv }

function detectFormat(content: string): FormatName {
  const start = content
    .slice(0, 2000)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('{')) return 'jspf'
  if (start.startsWith('<')) return 'xspf'
  if (/^#EXTM3U/i.test(start) || /^https?:\/\/\S+\s*$/im.test(start.split('\n', 1)[0]!)) return 'm3u'
  return 'csv'
}

/** Parses a file in the given or detected format. Rejects with `invalid` if it is unreadable, empty or too large. */
export async function readPlaylist(content: string, given: FormatName | undefined): Promise<PlaylistFile & { format: FormatName }> {
  const refused = (message: string): StrandError => new StrandError('invalid', message, { content: message })
  const format = given ?? detectFormat(content)
  if (format === 'm3u' && isStream(content)) throw refused(messages.importStream)
  const file = await formats[format].read(content)
  if (!file) throw refused(messages.importUnknown)
  if (file.entries.length > limits.import.total) throw refused(messages.importTooLarge)
  if (file.entries.length === 0) throw refused(messages.importEmpty)
  return { format, ...file }
}
