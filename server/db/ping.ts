/** Whether the database answers, for load balancers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from 'typeorm'
import { createOwnPool } from './ownPool.ts'

/** A database that takes longer does not answer (ms). Load balancers wait two seconds for the whole response. */
const timeoutMs = 1000

/**
 * Rejects if the database does not answer. On PostgreSQL it has its own connection: slow statements of requests, which use up the common
 * ones, must not make all servers unready at once.
 */
export function createPing(db: DataSource): () => Promise<unknown> {
  const pool = createOwnPool(db, { name: 'ping', connections: 1, timeoutMs })
  if (pool === null) return () => db.query('SELECT 1')
  const ask = (): Promise<unknown> => {
    const late = sleep(timeoutMs, undefined, { ref: false }).then(() => Promise.reject(new Error('The database does not answer')))
    return Promise.race([pool.query('SELECT 1'), late])
  }
  let running: Promise<unknown> | null = null
  return () => (running ??= ask().finally(() => (running = null)))
}
