/** Status and documentation of the server. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

export const systemEndpoints = {
  'GET /healthz': {
    summary: 'Whether the server and its database answer',
    auth: 'none',
    answer: z.object({ status: z.literal('ok'), database: z.enum(['sqlite', 'postgres']), uptime: z.number() }),
    errors: ['unavailable'],
  },
  'GET /readyz': {
    summary: 'Whether this server accepts requests. 503 while it starts, while it stops, and without its database',
    description: 'Search and disk are reported, and do not make the server unready: they fail on all servers at once.',
    auth: 'none',
    answer: z.object({
      status: z.literal('ready'),
      checks: z.object({
        database: z.literal('ok'),
        search: z.enum(['ok', 'unavailable']),
        disk: z.enum(['ok', 'low']).describe('`low`: less than 200 MB are free for the data directory'),
      }),
    }),
    errors: ['unavailable'],
  },
  'GET /api/openapi.json': {
    summary: 'This document: the API as OpenAPI 3.1',
    auth: 'none',
    answer: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>
