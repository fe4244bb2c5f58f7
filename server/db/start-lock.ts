/** Lets one process at a time prepare the database: several servers may start on it concurrently. */
import Database from 'better-sqlite3'
import type { DataSource } from 'typeorm'
import { setTimeout as sleep } from 'node:timers/promises'

/** An arbitrary constant; PostgreSQL's advisory locks are per database. */
export const startKey = 7_368_274_512

/** Polling interval on SQLite (ms). */
const pollMs = 50

async function onPostgres<T>(db: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = db.createQueryRunner()
  try {
    // A transaction-level lock works through a connection pooler and ends with the connection.
    await runner.startTransaction()
    await runner.query('SET LOCAL lock_timeout = 0')
    await runner.query('SET LOCAL statement_timeout = 0')
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await runner.query('SELECT pg_advisory_xact_lock($1)', [startKey])
    return await work()
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction()
    await runner.release()
  }
}

/**
 * SQLite has no advisory locks: a transaction on an empty database beside the real one serves as a lock. The kernel releases it when the
 * process ends.
 */
export async function whileNoOtherOpens<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = new Database(`${path}-start`, { timeout: 0 })
  try {
    while (!tryLock(lock)) await sleep(pollMs)
    return await work()
  } finally {
    lock.close()
  }
}

/** False if another process has the lock. */
export function tryLock(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return false
    throw error
  }
}

/** Waits without a limit: migrations of a large database take minutes. */
export const whileNoOtherMigrates = <T>(db: DataSource, work: () => Promise<T>): Promise<T> =>
  db.options.type === 'postgres' ? onPostgres(db, work) : whileNoOtherOpens(String(db.options.database), work)
