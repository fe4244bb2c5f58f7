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
  'GET /api/openapi.json': {
    summary: 'This document: the API as OpenAPI 3.1',
    auth: 'none',
    answer: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Endpoint>
