/** Slow statements of this process, by their shape, in memory. */
import type { DataSource, Logger } from 'typeorm'

/** Statements that take longer (ms) are recorded. On SQLite they block every other request. */
export const slowMs = { sqlite: 50, postgres: 200 } as const

/** The most shapes, and how long (ms) one is remembered after its latest run. */
const maxShapes = 50
const retentionMs = 3_600_000
const maxLength = 400
/** Minimum interval (ms) of reports of one shape: under load, every statement may be slow. */
const reportMs = 10_000

export interface SlowQuery {
  statement: string
  count: number
  maxMs: number
  sinceDate: string
  latestDate: string
}

/** A statement without values: literals become `?`, and lists of placeholders one. */
export const shapeOf = (statement: string): string =>
  statement
    .slice(0, 4 * maxLength)
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/\$\d+|(?<![\w"])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)

export interface SlowQueries {
  add(statement: string, ms: number): void
  /** Calls `report` for slow statements from now on, at most once per shape and ten seconds. */
  observe(report: (query: { statement: string; ms: number }) => void): void
  /** Slow statements since the start. */
  total(): number
  /** Those of the last hour, the slowest first. */
  list(): SlowQuery[]
}

export function createSlowQueries(now: () => number = Date.now): SlowQueries {
  const shapes = new Map<string, { count: number; maxMs: number; since: number; latest: number; reported: number }>()
  let total = 0
  let report: Parameters<SlowQueries['observe']>[0] = () => undefined
  const instant = (time: number): string => new Date(time).toISOString()

  return {
    add(statement, ms) {
      const shape = shapeOf(statement)
      const known = shapes.get(shape)
      total += 1
      // The map is ordered by the latest run, so that the first one is the one to drop.
      shapes.delete(shape)
      const time = now()
      const isReported = known === undefined || time - known.reported >= reportMs
      shapes.set(shape, {
        count: (known?.count ?? 0) + 1,
        maxMs: Math.max(known?.maxMs ?? 0, ms),
        since: known?.since ?? time,
        latest: time,
        reported: isReported ? time : known.reported,
      })
      if (isReported) report({ statement: shape, ms: Math.round(ms) })
      if (shapes.size > maxShapes) shapes.delete(shapes.keys().next().value!)
    },
    observe: (given) => void (report = given),
    total: () => total,
    list() {
      for (const [shape, { latest }] of shapes) if (latest < now() - retentionMs) shapes.delete(shape)
      return [...shapes]
        .map(([statement, { count, maxMs, since, latest }]) => ({
          statement,
          count,
          maxMs: Math.round(maxMs),
          sinceDate: instant(since),
          latestDate: instant(latest),
        }))
        .toSorted((a, b) => b.maxMs - a.maxMs)
    },
  }
}

const recorders = new WeakMap<DataSource, SlowQueries>()

export const setSlowQueries = (db: DataSource, queries: SlowQueries): void => void recorders.set(db, queries)
export const slowQueriesOf = (db: DataSource): SlowQueries | null => recorders.get(db) ?? null

/** Receives the slow statements of TypeORM, and nothing else. */
export const slowQueryLogger = (queries: SlowQueries): Logger => ({
  logQuerySlow: (ms, statement) => queries.add(statement, ms),
  logQuery() {},
  logQueryError() {},
  logSchemaBuild() {},
  logMigration() {},
  log() {},
})
