/** Status and documentation of the server. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

export const systemEndpoints = {
  'GET /healthz': {
    summary: 'Whether the server is alive. It also answers while its database does not: see `/readyz`',
    auth: 'none',
    answer: z.object({ status: z.literal('ok'), database: z.enum(['sqlite', 'postgres']), uptime: z.number() }),
  },
  'GET /readyz': {
    summary: 'Whether this server accepts requests. 503 while it starts, while it stops, and without its database',
    description:
      'On PostgreSQL, which several servers can share, a server starts until it has a search index, for at most 10 minutes. Later failures of search, uploads and the disk are reported, and do not make it unready. Object storage, Meilisearch, and a disk with the database or the uploads fail on all servers at once. A full disk of one of several servers, which has only its search index, does not stop it from answering: searches see the state that `searchLag` states, and disks of equal servers are full at the same time.',
    auth: 'none',
    answer: z.object({
      status: z.literal('ready'),
      checks: z.object({
        database: z.literal('ok'),
        search: z.enum(['ok', 'unavailable']),
        uploads: z.enum(['ok', 'unavailable']).describe('Whether the object storage answers; at most 10 seconds old'),
        disk: z
          .enum(['ok', 'low', 'unwritable'])
          .describe('`low`: less than 200 MB are free for the data directory; `unwritable`: its disk is gone or read-only'),
      }),
      searchLag: z
        .int()
        .nullable()
        .describe('Changes that the search index of this server does not contain yet; null while it is not built or does not answer'),
    }),
    errors: ['unavailable'],
  },
  'GET /api/openapi.json': {
    summary: 'This document: the API as OpenAPI 3.1',
    auth: 'none',
    answer: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>
