/** Import and export of playlists (BY11, BY12, BZ7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId } from '../schemas.ts'

export const playlistFormats = ['jspf', 'xspf', 'm3u', 'csv'] as const
const format = z.enum(playlistFormats)

const Line = z.int().min(1).describe('Line of the content; in JSPF and XSPF the number of the track')

const file = {
  content: z.string().min(1, messages.importEmpty).max(limits.import.characters, messages.importTooLarge).describe('The text of the file'),
  format: format.optional().describe('Absent: told by the content'),
}
const example = { content: '#EXTM3U\n#EXTINF:212,Rick Astley - Never Gonna Give You Up\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n' }

const PreviewEntry = z.object({
  line: Line,
  title: z.string().describe('As its post would be called, from what is known without asking anybody'),
  href: z.string().optional().describe('Absent: a text alone, or nothing to play'),
  artist: z.string().optional(),
  duration: z.number().min(0).optional().describe('Seconds'),
  state: z.enum(['new', 'repeat', 'refused']).describe('repeat: the playlist holds it already, or it stands in the file before'),
  reason: z.string().optional().describe('Why it could not be matched'),
})

export const transferEndpoints = {
  'GET /api/v0/beads/:id/export': {
    summary: 'A playlist as a file for other programs. JSPF and XSPF lose nothing; M3U holds what has an address, CSV what fits a table',
    auth: 'optional',
    params: z.object({ id: BeadId }),
    query: z.object({ format: format.default('jspf') }),
    produces: 'application/json; charset=utf-8',
    answer: z.string().describe('The file, as application/jspf+json, application/xspf+xml, audio/x-mpegurl or text/csv'),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads/import/preview': {
    summary: 'What an import of this file would make: nothing is written, and nobody outside is asked. At most 500 entries at a time',
    auth: 'member',
    body: z
      .object({
        ...file,
        bead: BeadId.optional().describe('Into which playlist; absent, into a new one'),
        from: z.int().min(0).max(1_000_000).default(0).describe('Entries that were answered before: the `next` of that answer'),
      })
      .meta({ example }),
    answer: z.object({
      format,
      title: z.string().optional().describe('What the file says of the playlist, as a new one may take it over'),
      description: z.string().optional(),
      tags: z.array(z.string()),
      total: z.int().min(0).describe('Entries of the whole file'),
      entries: z.array(PreviewEntry),
      next: z.int().nullable().describe('`from` of the call that goes on, null where that was all'),
    }),
    bodyBytes: limits.import.bytes,
    tooLarge: messages.importTooLarge,
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/beads/:id/import': {
    summary:
      'Adds what a file of another program lists: JSPF, XSPF, M3U, CSV, and the CSV of YouTube Takeout. At most 500 entries, and less than a minute, at a time',
    auth: 'member',
    params: z.object({ id: BeadId }),
    body: z
      .object({
        ...file,
        from: z.int().min(0).max(1_000_000).default(0).describe('Entries that an earlier call has handled: its `next`'),
      })
      .meta({ example }),
    answer: z.object({
      format,
      total: z.int().min(0).describe('Entries of the whole file'),
      added: z.int().min(0),
      repeated: z.int().min(0).describe('The playlist holds them already'),
      repeats: z.array(z.object({ line: Line, title: z.string() })),
      failed: z.array(z.object({ line: Line, title: z.string(), reason: z.string() })).describe('What could not be matched, and why'),
      next: z.int().nullable().describe('`from` of the call that goes on, null where all is done'),
    }),
    bodyBytes: limits.import.bytes,
    tooLarge: messages.importTooLarge,
    limit: { requests: 30, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only', 'unavailable'],
  },
} as const satisfies Record<string, Endpoint>
