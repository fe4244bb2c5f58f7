/** Playlists in and out of other programs (BY11, BY12, BZ7). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { BeadId } from '../schemas.ts'

export const playlistFormats = ['jspf', 'xspf', 'm3u', 'csv'] as const
const format = z.enum(playlistFormats)

const Line = z.int().min(1).describe('Line of the content; in JSPF and XSPF the number of the track')

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
  'POST /api/v0/beads/:id/import': {
    summary: 'Adds what a file of another program lists: JSPF, XSPF, M3U, CSV, and the CSV of YouTube Takeout. At most 500 entries, and less than a minute, at a time',
    auth: 'member',
    params: z.object({ id: BeadId }),
    body: z.object({
      content: z.string().min(1, messages.importEmpty).max(limits.import.characters, messages.importTooLarge).describe('The text of the file'),
      format: format.optional().describe('Absent: told by the content'),
      from: z.int().min(0).max(1_000_000).default(0).describe('Entries that an earlier call has handled: its `next`'),
    }).meta({ example: { content: '#EXTM3U\n#EXTINF:212,Rick Astley - Never Gonna Give You Up\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n' } }),
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
