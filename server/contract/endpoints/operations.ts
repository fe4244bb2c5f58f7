/** The state of the server, for admins (M1, BY27). */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { idPattern } from '../ids.ts'
import { Instant, paging } from '../schemas.ts'

const Count = z.int().min(0)
const Bytes = z.number().min(0)

const RowId = z.string().regex(idPattern('row')).meta({ example: 'x0mgwu0k4b2y9z0c5d' })
const FactKind = z.string().min(1).max(60).meta({ example: 'commentCreated' })

export const JobState = z.object({
  name: z.string(),
  everyMs: Count.describe('Interval'),
  dueDate: Instant.describe('Next run'),
  isRunning: z.boolean(),
  lastRunDate: Instant.nullable(),
  durationMs: Count.nullable().describe('Duration of the last run'),
  failures: Count.describe('Consecutive failures'),
  lastError: z.string().nullable(),
})
export type JobState = z.infer<typeof JobState>

export const System = z.object({
  server: z
    .object({
      name: z.string().describe('Host and port'),
      version: z.string(),
      build: z.string().nullable().describe('Name of the build of the pages'),
      node: z.string(),
      startDate: Instant,
      memoryBytes: Bytes.describe('Resident set size'),
      runsBackground: z.boolean().describe('False if the operator has started this server read-only: it runs neither outbox nor jobs'),
    })
    .describe('The server that answers. Its mails, limits and slow queries are those of its process; the rest applies to all servers'),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    location: z.string().describe('File name, or host and name of the database'),
    bytes: Bytes.nullable(),
    migrations: Count,
    latestMigration: z.string(),
    measuredDate: Instant,
  }),
  search: z.object({
    indexes: z.array(
      z.object({
        name: z.string(),
        lag: Count.nullable().describe('Changes that the index does not contain yet; null if it was never built or does not answer'),
        documents: Count.nullable(),
        error: z.string().nullable(),
      }),
    ),
    measuredDate: Instant,
  }),
  outbox: z.object({
    waiting: Count.describe('At most 10,000'),
    overdueSince: Instant.nullable(),
    kinds: z
      .array(z.object({ kind: FactKind, count: Count, error: z.string().describe('The latest error'), oldestDate: Instant }))
      .describe('Failed work by the kind of its event'),
    measuredDate: Instant,
  }),
  jobs: z.array(JobState),
  mail: z.object({
    transport: z.enum(['smtp', 'files']),
    server: z.string().nullable().describe('Host and port of the mail server'),
    sent: Count.describe('Since the start of the server'),
    refused: Count,
    failed: Count.describe('Attempts that are repeated'),
    lastFailure: z.object({ date: Instant, error: z.string() }).nullable(),
  }),
  storage: z.object({
    store: z
      .object({
        kind: z.enum(['disk', 's3']),
        location: z.string().nullable().describe('Host, bucket and prefix; null for files in the data directory'),
        error: z.string().nullable().describe('Why it does not answer; null if it does'),
        measuredDate: Instant,
      })
      .describe('Where uploads are stored'),
    uploads: z
      .object({ bytes: Bytes, files: Count, measuredDate: Instant })
      .nullable()
      .describe('Null while they are counted for the first time'),
    freeBytes: Bytes.nullable().describe('Free space of the disk with the data directory'),
    totalBytes: Bytes.nullable(),
  }),
  limits: z
    .array(z.object({ rule: z.string(), requests: Count, seconds: Count, hits: Count, sinceDate: Instant, latestDate: Instant }))
    .describe('Rate limits that refused requests in the last hour'),
  slowQueries: z
    .array(
      z.object({ statement: z.string().describe('Without values'), count: Count, maxMs: Count, sinceDate: Instant, latestDate: Instant }),
    )
    .describe('Slow statements of the last hour, the slowest first'),
})
export type System = z.infer<typeof System>

export const OutboxFailure = z.object({
  _id: z.string(),
  id: RowId,
  kind: FactKind,
  attempts: Count,
  error: z.string(),
  creationDate: Instant,
  dueDate: Instant.describe('Next attempt'),
  requestId: z.string().nullable().describe('`X-Request-Id` of the request that caused it, as in the log; null if none did'),
})
export type OutboxFailure = z.infer<typeof OutboxFailure>

const retried = z.object({ retried: Count.describe('Work that is due within two minutes anyway does not count') })

export const operationsEndpoints = {
  'GET /api/v0/admin/system': {
    summary: 'The state of the server that answers, its database and its background work',
    description: 'Expensive figures are cached and dated. No value contains a password, a key or a value of a query.',
    auth: 'admin',
    answer: System,
    limit: { requests: 120, seconds: 60 },
  },
  'GET /api/v0/admin/outbox': {
    summary: 'Background work that has failed, the oldest first',
    auth: 'admin',
    query: z.object({ limit: paging(20, 100).limit, after: RowId.optional().describe('`next` of the page before') }),
    answer: z.object({ results: z.array(OutboxFailure), next: RowId.nullable() }),
  },
  'POST /api/v0/admin/outbox/:id/retry': {
    summary: 'Retries failed background work now',
    auth: 'admin',
    params: z.object({ id: RowId }),
    answer: retried,
    limit: { requests: 120, seconds: 60 },
    errors: ['read_only'],
  },
  'POST /api/v0/admin/outbox/retry': {
    summary: 'Retries all failed background work of a kind now, at most 1,000 at once',
    auth: 'admin',
    body: z.object({ kind: FactKind }),
    answer: retried,
    limit: { requests: 20, seconds: 60 },
    errors: ['read_only'],
  },
  'POST /api/v0/admin/jobs/:name/run': {
    summary: 'Runs a scheduled job now, on any server. Jobs are idempotent, so that an early run does no harm',
    auth: 'admin',
    params: z.object({ name: z.string().min(1).max(60).meta({ example: 'deliveries.clean' }) }),
    answer: z.object({ isDue: z.literal(true) }),
    limit: { requests: 20, seconds: 60 },
    errors: ['not_found', 'conflict', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
