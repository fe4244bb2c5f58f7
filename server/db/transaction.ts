import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { DataSource, EntityManager } from 'typeorm'
import { commitCallbacks, runWithCallbacks } from './trace.ts'

/**
 * SQLite allows one writing connection, and TypeORM shares it among all callers: two concurrent transactions would be nested, and a
 * rollback of the outer one would undo the acknowledged commit of the inner one. So writes are queued on a connection that nothing else
 * uses. Reads have their own connection, on which WAL shows only committed data.
 */
export interface Writer {
  source: DataSource
  /** Settles when the last queued transaction has ended. */
  tail: Promise<unknown>
}

const writers = new WeakMap<DataSource, Writer>()

export const setWriter = (db: DataSource, source: DataSource): void => void writers.set(db, { source, tail: Promise.resolve() })
export const writerOf = (db: DataSource): DataSource => writers.get(db)?.source ?? db

/** The error code of the driver. */
const codeOf = (error: unknown): string => String((error as { driverError?: { code?: unknown } })?.driverError?.code)

/**
 * PostgreSQL: serialization failure or deadlock. SQLite: another process has written since the snapshot. Retryable after the rollback.
 */
export const isConflict = (error: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT'].includes(codeOf(error))

/** PostgreSQL: a lock was not available within the lock timeout. Retryable after the rollback. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** How long a write waits for a lock of another process (ms). On SQLite it polls every `lockPause` ms. */
export const lockTimeoutMs = 5000
const lockPause = 50

/**
 * Waiting inside SQLite would block every request, so its own busy timeout is short (see `openDatabase`) and the long wait is here.
 * `since` is when the wait began, so that queued writes do not add up their waits.
 */
export async function whileLocked<T>(work: () => Promise<T>, since = performance.now()): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() - since > lockTimeoutMs) throw error
    await sleep(lockPause)
    return whileLocked(work, since)
  }
}

/**
 * SQLite rolls back by itself if the disk is full or fails. TypeORM does not notice, and would nest the next transaction into one that
 * never commits: a new query runner resets it.
 */
function forgetTransaction({ driver, options }: DataSource): void {
  if (options.type !== 'better-sqlite3') return
  const sqlite = driver as unknown as { databaseConnection: Database; queryRunner: unknown }
  if (sqlite.databaseConnection.inTransaction) sqlite.databaseConnection.exec('ROLLBACK')
  sqlite.queryRunner = undefined
}

async function attempt<T>(source: DataSource, work: (manager: EntityManager) => Promise<T>, left = 3): Promise<T> {
  const callbacks = new Set<() => void>()
  try {
    const result = await runWithCallbacks(callbacks, () => source.transaction(work))
    for (const callback of callbacks) callback()
    return result
  } catch (error) {
    forgetTransaction(source)
    if (left > 0 && isConflict(error)) return attempt(source, work, left - 1)
    throw error
  }
}

/**
 * Runs `work` in a transaction. Every write goes through here, even a single statement; `db` itself only reads. On SQLite any other write
 * fails ("attempt to write a readonly database"), so that a test finds it.
 * `work` uses only `manager` and awaits only the database: a network call or a password hash would block every other writer. It may run
 * again after a deadlock, so it must have no other side effects. Resolves after the commit; rejects after a rollback. On PostgreSQL
 * transactions run concurrently (read committed): increment with `SET n = n + 1`, and rely on unique indexes to resolve races.
 */
export function transaction<T>(db: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  if (commitCallbacks()) return Promise.reject(new Error('transaction() inside a transaction: pass its manager on instead'))
  const writer = writers.get(db)
  if (!writer) return attempt(db, work)
  const since = performance.now()
  const result = writer.tail.then(() => whileLocked(() => attempt(writer.source, work), since))
  writer.tail = result.catch(() => undefined)
  return result
}

/** Calls `callback` after the current transaction commits, but not after a rollback. It must not throw. */
export function afterCommit(callback: () => void): void {
  const callbacks = commitCallbacks()
  if (!callbacks) throw new Error('afterCommit() outside of a transaction')
  callbacks.add(callback)
}

/** Whether a write failed on a unique key. */
export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** Whether a write failed on a foreign key: the row that it refers to does not exist, or no longer exists. */
export const isOrphan = (error: unknown): boolean => ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

/** Resolves when all queued transactions have ended, so that the connection can be closed. */
export const transactionsEnded = (db: DataSource): Promise<unknown> => writers.get(db)?.tail ?? Promise.resolve()
