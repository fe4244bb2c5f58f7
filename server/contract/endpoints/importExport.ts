/** Import and export of playlists (BY11, BY12, BZ7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId } from '../schemas.ts'

export const playlistFormats = ['jspf', 'xspf', 'm3u', 'csv'] as const
const format = z.enum(playlistFormats)

const Line = z.int().min(1).describe('Line of the file; in JSPF and XSPF the number of the track')

const file = {
  content: z.string().min(1, messages.importEmpty).max(limits.import.characters, messages.importTooLarge).describe('Content of the file'),
  format: format.optional().describe('Absent: detected from the content'),
}
const example = { content: '#EXTM3U\n#EXTINF:212,Rick Astley - Never Gonna Give You Up\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n' }

const PreviewEntry = z.object({
  line: Line,
  title: z.string().describe('The title its post would have, from local data only'),
  href: z.string().optional().describe('Absent: a text without a medium'),
  artist: z.string().optional(),
  duration: z.number().min(0).optional().describe('Seconds'),
  state: z.enum(['new', 'repeat', 'refused']).describe('repeat: the playlist already contains it, or it occurs earlier in the file'),
  reason: z.string().optional().describe('Why it could not be matched'),
})

export const transferEndpoints = {
  'GET /api/v0/beads/:id/export': {
    summary:
      'Exports a playlist as a file for other programs. JSPF and XSPF are lossless; M3U contains entries with an address, CSV a table',
    auth: 'optional',
    params: z.object({ id: BeadId }),
    query: z.object({ format: format.default('jspf') }),
    produces: 'application/json; charset=utf-8',
    answer: z.string().describe('The file, as application/jspf+json, application/xspf+xml, audio/x-mpegurl or text/csv'),
    limit: { requests: 60, seconds: 600 },
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads/import/preview': {
    summary: 'Previews an import: nothing is written, and no other server is contacted. At most 500 entries per call',
    auth: 'member',
    body: z
      .object({
        ...file,
        bead: BeadId.optional().describe('The target playlist; absent: a new one'),
        from: z.int().min(0).max(1_000_000).default(0).describe('Number of entries already previewed: `next` of the previous answer'),
      })
      .meta({ example }),
    answer: z.object({
      format,
      title: z.string().optional().describe("The file's data about the playlist, for a new one"),
      description: z.string().optional(),
      tags: z.array(z.string()),
      total: z.int().min(0).describe('Entries in the whole file'),
      entries: z.array(PreviewEntry),
      next: z.int().nullable().describe('`from` of the next call; null at the end'),
    }),
    bodyBytes: limits.import.bytes,
    tooLarge: messages.importTooLarge,
    limit: { requests: 120, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'POST /api/v0/beads/:id/import': {
    summary:
      'Imports a file of another program: JSPF, XSPF, M3U, CSV, and the CSV of YouTube Takeout. At most 500 entries per call, and less than a minute',
    auth: 'member',
    params: z.object({ id: BeadId }),
    body: z
      .object({
        ...file,
        from: z.int().min(0).max(1_000_000).default(0).describe('Number of entries already imported: `next` of the previous answer'),
      })
      .meta({ example }),
    answer: z.object({
      format,
      total: z.int().min(0).describe('Entries in the whole file'),
      added: z.int().min(0),
      repeated: z.int().min(0).describe('Entries that the playlist already contains'),
      repeats: z.array(z.object({ line: Line, title: z.string() })),
      failed: z
        .array(z.object({ line: Line, title: z.string(), reason: z.string() }))
        .describe('Entries that could not be matched, with the reason'),
      next: z.int().nullable().describe('`from` of the next call; null when done'),
    }),
    bodyBytes: limits.import.bytes,
    tooLarge: messages.importTooLarge,
    limit: { requests: 30, seconds: 3600 },
    errors: ['not_found', 'forbidden', 'read_only', 'unavailable'],
  },
} as const satisfies Record<string, Endpoint>
