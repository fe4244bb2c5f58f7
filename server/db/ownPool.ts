/** Connections to PostgreSQL beside the common ones, for statements that must not wait for those of requests. */
import pg from 'pg'
import type { DataSource } from 'typeorm'

interface OwnPoolOptions {
  /** Names the connections in `pg_stat_activity`. */
  name: string
  connections: number
  /** No wait for a connection, and no statement, takes longer (ms). */
  timeoutMs: number
}

const pools = new WeakMap<DataSource, Set<pg.Pool>>()

/** Null on SQLite, which one server uses. `closeDatabase` ends its connections. */
export function createOwnPool(db: DataSource, { name, connections, timeoutMs }: OwnPoolOptions): pg.Pool | null {
  if (db.options.type !== 'postgres') return null
  const pool = new pg.Pool({
    connectionString: db.options.url,
    application_name: `strand ${name}`,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    // Ends the statement on the server too, where it may wait for a lock.
    ...withTimeout('statement_timeout', timeoutMs),
    keepAlive: true,
    allowExitOnIdle: true,
  })
  // Without a listener, the end of an idle connection would end the process. The next statement reports the failure.
  pool.on('error', () => {})
  pools.set(db, (pools.get(db) ?? new Set()).add(pool))
  return pool
}

/** Options of a pool that sets a timeout. By a statement, because connection poolers refuse such parameters of connections. */
export const withTimeout = (name: 'statement_timeout' | 'lock_timeout', ms: number) => ({
  onConnect: (client: pg.ClientBase): Promise<unknown> => client.query(`SET ${name} = ${ms}`),
})

export async function closeOwnPools(db: DataSource): Promise<void> {
  await Promise.all([...(pools.get(db) ?? [])].map((pool) => pool.end()))
  pools.delete(db)
}
