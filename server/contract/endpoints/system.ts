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
    description: 'Search, uploads and disk are reported, and do not make the server unready: they fail on all servers at once.',
    auth: 'none',
    answer: z.object({
      status: z.literal('ready'),
      checks: z.object({
        database: z.literal('ok'),
        search: z.enum(['ok', 'unavailable']),
        uploads: z.enum(['ok', 'unavailable']).describe('Whether the object storage answers; at most 10 seconds old'),
        disk: z.enum(['ok', 'low']).describe('`low`: less than 200 MB are free for the data directory'),
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
