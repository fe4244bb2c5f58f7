/**
 * Metrics of this server for Prometheus. Figures of the database, such as the outbox, are the same on all servers of one database.
 *
 * A scrape must be cheap and must not fail: it reads counters in memory and the memoised figures of `figures.ts`. A part that cannot be
 * measured in time is missing from the answer and counted. Every label has a bounded number of values.
 */
import { createRequire } from 'node:module'
import { getHeapStatistics } from 'node:v8'
import type { Counter, Gauge, Registry } from 'prom-client'
import type { DataSource } from 'typeorm'
import { connectionsOf } from '#db/data-source.ts'
import { slowQueriesOf } from '#db/slowQueries.ts'
import type { Limits } from '#http/limits.ts'
import type { RequestObserver } from '#http/requestMetrics.ts'
import type { Connect } from '../connect/service.ts'
import type { Mail } from '../mail/service.ts'
import type { Push } from '../push/service.ts'
import type { Figures } from './figures.ts'

export interface Metrics {
  observer: RequestObserver
  contentType: string
  /** The metrics in Prometheus' text format. */
  read(): Promise<string>
  /** The labels of each series, by its name; a histogram has three. */
  describe(): ReadonlyMap<string, readonly string[]>
}

export interface MetricsDeps {
  db: DataSource
  figures: Figures
  limits: Pick<Limits, 'refusals'>
  mail: Pick<Mail, 'status'>
  push: Pick<Push, 'counts'>
  connect: Pick<Connect, 'socketCount'>
  isDraining: () => boolean
  about: Readonly<Record<'version' | 'database', string>>
}

type Prometheus = typeof import('prom-client')

/** Loads prom-client only where metrics are wanted: it takes 38 ms and 12 MB. */
const require = createRequire(import.meta.url)

/** Upper bounds of the histogram of durations (s). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** How long a scrape waits for a part (ms). Prometheus waits for ten seconds. */
const partTimeoutMs = 3000

type Values = readonly (readonly [labels: Record<string, string>, value: number])[]

const secondsOf = (instant: string): number => Date.parse(instant) / 1000

function createRequestMetrics({ Counter, Gauge, Histogram }: Prometheus, registers: [Registry]): RequestObserver {
  const total = new Counter({
    name: 'strand_http_requests_total',
    help: 'Answered requests by route, and those that the client aborted',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'strand_http_request_duration_seconds',
    help: 'From the first middleware to the end of the answer',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const inProgress = new Gauge({ name: 'strand_http_requests_in_progress', help: 'Requests that are not answered yet', registers })
  return {
    started: () => inProgress.inc(),
    ended({ method, route, status, seconds }) {
      inProgress.dec()
      total.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
  }
}

/** Adds metrics that have their values from elsewhere. */
function createFactory({ Counter, Gauge }: Prometheus, registers: [Registry]) {
  const failures = new Counter({
    name: 'strand_measurement_failures_total',
    help: 'Parts that could not be measured when the metrics were read, so that they were missing',
    labelNames: ['part'],
    registers,
  })

  const set = (metric: Gauge | Counter, values: Values): void => {
    metric.reset()
    for (const [labels, value] of values) {
      if (metric instanceof Counter) metric.inc(labels, value)
      else metric.set(labels, value)
    }
  }

  const common = (name: string, help: string, ...labelNames: string[]) => ({ name, help, labelNames, registers })

  return {
    /** A value in memory. */
    gauge: (name: string, help: string, read: () => Values, ...labelNames: string[]) =>
      new Gauge({
        ...common(name, help, ...labelNames),
        collect() {
          set(this, read())
        },
      }),
    counter: (name: string, help: string, read: () => Values, ...labelNames: string[]) =>
      new Counter({
        ...common(name, help, ...labelNames),
        collect() {
          set(this, read())
        },
      }),

    /** Gauges with values from one reading. Returns the function that reads it, and never rejects. */
    part<T>(
      part: string,
      read: () => Promise<T>,
      gauges: readonly (readonly [name: string, help: string, valuesOf: (figures: T) => Values, label?: string])[],
    ) {
      failures.inc({ part }, 0)
      const made = gauges.map(([name, help, valuesOf, ...labelNames]) => ({
        metric: new Gauge(common(name, help, ...(labelNames as string[]))),
        valuesOf,
      }))
      return async (): Promise<void> => {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new Error('It takes too long')), partTimeoutMs)
        })
        try {
          const figures = await Promise.race([read(), late])
          for (const { metric, valuesOf } of made) set(metric, valuesOf(figures))
        } catch {
          failures.inc({ part })
          for (const { metric } of made) set(metric, [])
        } finally {
          clearTimeout(timer)
        }
      }
    },
  }
}

/** One value without labels; none if it is unknown. */
const one = (value: number | null): Values => (value === null ? [] : [[{}, value]])

type Factory = ReturnType<typeof createFactory>

function addParts({ part }: Factory, { database, outbox, search, jobs, disk, store }: Figures): (() => Promise<void>)[] {
  return [
    part('database', database.read, [['strand_database_bytes', 'Size of the database', ({ bytes }) => one(bytes)]]),
    part('disk', disk.read, [
      ['strand_disk_free_bytes', 'Free space on the disk of the data directory', ({ freeBytes }) => one(freeBytes)],
      ['strand_disk_total_bytes', 'Size of the disk of the data directory', ({ totalBytes }) => one(totalBytes)],
    ]),
    part('uploads', store.read, [
      ['strand_uploads_available', '1 if the storage of uploads answers', ({ error }) => one(Number(error === null))],
    ]),
    part('outbox', outbox.read, [
      ['strand_outbox_waiting', 'Events that consumers have not processed yet, 10,000 at most', ({ waiting }) => one(waiting)],
      [
        'strand_outbox_overdue_seconds',
        'How long the oldest event is overdue',
        ({ overdueSince }) => one(overdueSince === null ? 0 : Math.max(0, Date.now() / 1000 - secondsOf(overdueSince))),
      ],
      [
        'strand_outbox_failed',
        'Events with a failed effect that will be tried again, 1,000 at most',
        ({ kinds }) => kinds.map(({ kind, count }) => [{ kind }, count] as const),
        'kind',
      ],
    ]),
    part('search', search.read, [
      [
        'strand_search_lag',
        'Changes that the search index of this server does not contain yet',
        ({ indexes }) => indexes.flatMap(({ name, lag }) => (lag === null ? [] : [[{ index: name }, lag] as const])),
        'index',
      ],
      [
        'strand_search_documents',
        'Documents in the search index',
        ({ indexes }) => indexes.flatMap(({ name, documents }) => (documents === null ? [] : [[{ index: name }, documents] as const])),
        'index',
      ],
      [
        'strand_search_available',
        '1 if the search index is built and answers',
        ({ indexes }) => indexes.map(({ name, lag }) => [{ index: name }, Number(lag !== null)] as const),
        'index',
      ],
    ]),
    part('jobs', jobs.read, [
      [
        'strand_job_last_success_timestamp_seconds',
        'When a run of the job last succeeded',
        ({ jobs: all }) => all.flatMap(({ name, lastSuccessDate: date }) => (date === null ? [] : [[{ name }, secondsOf(date)] as const])),
        'name',
      ],
      [
        'strand_job_duration_seconds',
        'Duration of the last run of the job',
        ({ jobs: all }) => all.flatMap(({ name, durationMs: ms }) => (ms === null ? [] : [[{ name }, ms / 1000] as const])),
        'name',
      ],
      [
        'strand_job_failures',
        'Failed runs of the job since its last success',
        ({ jobs: all }) => all.map(({ name, failures }) => [{ name }, failures] as const),
        'name',
      ],
      [
        'strand_job_interval_seconds',
        'Time from the end of one run of the job to the next',
        ({ jobs: all }) => all.map(({ name, everyMs }) => [{ name }, everyMs / 1000] as const),
        'name',
      ],
      [
        'strand_job_running',
        '1 while a server runs the job',
        ({ jobs: all }) => all.map(({ name, isRunning }) => [{ name }, Number(isRunning)] as const),
        'name',
      ],
    ]),
  ]
}

function addCounts({ gauge, counter }: Factory, { db, limits, mail, push, connect, isDraining, about }: MetricsDeps): void {
  gauge('strand_draining', '1 while the server is stopping and wants no further requests', () => one(Number(isDraining())))
  gauge('strand_heap_limit_bytes', 'Maximum size of the heap of Node', () => one(getHeapStatistics().heap_size_limit))
  gauge('strand_connect_sockets', 'Open WebSockets of Strand Connect', () => one(connect.socketCount()))
  gauge(
    'strand_database_connections',
    'Connections to PostgreSQL: active and idle ones, groups of statements that wait for one, and the maximum',
    () => Object.entries(connectionsOf(db) ?? {}).map(([state, count]) => [{ state }, count] as const),
    'state',
  )
  counter('strand_slow_statements_total', 'Statements that took longer than 50 ms (SQLite) or 200 ms (PostgreSQL)', () =>
    one(slowQueriesOf(db)?.total() ?? null),
  )
  counter(
    'strand_rate_limit_refusals_total',
    'Requests that a rate limit has refused, by the limit',
    () => [...limits.refusals()].map(([limit, count]) => [{ limit }, count] as const),
    'limit',
  )
  counter(
    'strand_mail_messages_total',
    'Mails: sent, refused for good, and attempts that failed and are repeated',
    () => (['sent', 'refused', 'failed'] as const).map((outcome) => [{ outcome }, mail.status()[outcome]] as const),
    'outcome',
  )
  counter(
    'strand_push_messages_total',
    'Push messages to browsers: sent, refused for good, failed and repeated, or to a browser that is gone',
    () => Object.entries(push.counts()).map(([outcome, count]) => [{ outcome }, count] as const),
    'outcome',
  )
  gauge('strand_info', 'Version of this server, and the kind of its database', () => [[about, 1]], 'version', 'database')
}

/** What prom-client does not declare. */
type Described = ReturnType<Registry['getMetricsAsArray']>[number] & { labelNames: readonly string[] }

function seriesOf(metric: ReturnType<Registry['getMetricsAsArray']>[number], { Histogram }: Prometheus): [string, readonly string[]][] {
  const { name, labelNames } = metric as Described
  if (!(metric instanceof Histogram)) return [[name, labelNames]]
  return [
    [`${name}_bucket`, [...labelNames, 'le']],
    [`${name}_sum`, labelNames],
    [`${name}_count`, labelNames],
  ]
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const prometheus = require('prom-client') as Prometheus
  const registry = new prometheus.Registry()
  const registers: [Registry] = [registry]
  // Of the process and of Node, event-loop delay included.
  prometheus.collectDefaultMetrics({ register: registry })
  const observer = createRequestMetrics(prometheus, registers)
  const factory = createFactory(prometheus, registers)
  addCounts(factory, deps)
  const parts = addParts(factory, deps.figures)

  return {
    observer,
    contentType: registry.contentType,
    async read() {
      await Promise.all(parts.map((measure) => measure()))
      return registry.metrics()
    },
    describe: () => new Map(registry.getMetricsAsArray().flatMap((metric) => seriesOf(metric, prometheus))),
  }
}
