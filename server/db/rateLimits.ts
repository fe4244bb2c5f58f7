/** Counters of rate limits that the servers of one PostgreSQL share; see `http/limits.ts`. */
import type pg from 'pg'
import { EntitySchema, type DataSource } from 'typeorm'
import { count, position, text } from './columns.ts'
import { createOwnPool } from './ownPool.ts'
import { sql } from './sql.ts'
import { transaction } from './transaction.ts'

/** The columns, in this order, are those of `RateLimiterPostgres`. On PostgreSQL the table is unlogged: a crash resets the counters. */
export interface RateLimitRow {
  /** A hash: addresses of visitors are not stored. */
  key: string
  points: number
  /** End of the window, in ms since 1970. */
  expire: number | null
}

/** Not part of backups and copies. */
export const rateLimitTable = 'rate_limit'

export const RateLimitEntity = new EntitySchema<RateLimitRow>({
  name: rateLimitTable,
  columns: { key: text(43, { primary: true }), points: count(), expire: position({ nullable: true }) },
  indices: [{ name: 'rate_limit_expire', columns: ['expire'] }],
})

/** What `RateLimiterPostgres` needs of a client. */
export interface RateLimitStore {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

interface StoreLog {
  warn(about: object, message: string): void
  info(about: object, message: string): void
}

/** A counter is not worth a longer wait for a connection, nor for the statement (ms). */
const timeoutMs = 1000
/** After a failure the database is left alone for this time (ms), so that requests do not wait for each timeout. */
const pauseMs = 1000
/** Requests that use up the common connections must not make a server count alone. */
const connections = 2

/** Null on SQLite, which one server uses. */
export function createRateLimitStore(db: DataSource, log: StoreLog): RateLimitStore | null {
  const pool = createOwnPool(db, { name: 'limits', connections, timeoutMs })
  if (pool === null) return null
  let pausedUntil = -Infinity
  let isDown = false

  return {
    async query(config) {
      if (performance.now() < pausedUntil) throw new Error('The database has just failed')
      try {
        const result = await pool.query(config)
        if (isDown) log.info({}, 'rate limits are shared with the other servers again')
        isDown = false
        return result
      } catch (error) {
        pausedUntil = performance.now() + pauseMs
        if (!isDown) log.warn({ error }, 'rate limits cannot be shared with other servers: this server counts alone')
        isDown = true
        throw error
      }
    },
  }
}

const sweepBatch = 5000
/** No window ends later than this (ms): the longest takes an hour. A server with a fast clock has begun those that do. */
const maxAheadMs = 2 * 3_600_000

/** Deletes expired counters, and those that a wrong clock has dated. Returns whether there are more. */
export async function sweepRateLimits(db: DataSource, now = Date.now()): Promise<boolean> {
  const limit = sweepBatch
  await transaction(db, (manager) =>
    sql(
      manager,
      `DELETE FROM "rate_limit" WHERE "key" IN (SELECT "key" FROM "rate_limit" WHERE "expire" < :now ORDER BY "expire" LIMIT :limit)
       AND "expire" < :now`,
      { now, limit },
    ),
  )
  await transaction(db, (manager) => sql(manager, 'DELETE FROM "rate_limit" WHERE "expire" > :latest', { latest: now + maxAheadMs }))
  const [left] = await sql(db, 'SELECT 1 FROM "rate_limit" WHERE "expire" < :now LIMIT 1', { now })
  return left !== undefined
}
