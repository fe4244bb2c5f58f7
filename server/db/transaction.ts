import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { DataSource, EntityManager } from 'typeorm'

/**
 * SQLite has one connection that writes, and TypeORM lets every caller share it: two transactions at
 * once would become one nested in the other, and a rollback of the outer would undo the inner's
 * acknowledged commit. So writes go one after another, over a connection that nothing else uses,
 * and reads have a connection of their own, on which WAL shows only what is committed.
 */
export interface Writer {
  source: DataSource
  /** Settles when the last transaction that was asked for has ended. */
  tail: Promise<unknown>
}

const writers = new WeakMap<DataSource, Writer>()
/** afterCommit callbacks of the current transaction. */
const inside = new AsyncLocalStorage<Set<() => void>>()

export const setWriter = (db: DataSource, source: DataSource): void => void writers.set(db, { source, tail: Promise.resolve() })
export const writerOf = (db: DataSource): DataSource => writers.get(db)?.source ?? db

/** What the driver calls the failure. */
const codeOf = (error: unknown): string => String((error as { driverError?: { code?: unknown } })?.driverError?.code)

/** PostgreSQL: serialization failure, deadlock. SQLite: another process wrote since. Rolled back, it may be tried again. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT'].includes(codeOf(error))

/** How long a write waits for a lock that another process holds (ms). On SQLite it asks every so often. */
export const lockPatience = 5000
const lockPause = 50

/**
 * Waiting inside SQLite would stop every request, so its own patience is short (see `openDatabase`)
 * and the long one is here. `asked` is when the wait began, so that a queue of writes does not wait in turn.
 */
export async function whileLocked<T>(work: () => Promise<T>, asked = performance.now()): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() - asked > lockPatience) throw error
    await sleep(lockPause)
    return whileLocked(work, asked)
  }
}

/**
 * SQLite ends a transaction by itself where the disk is full or breaks. TypeORM goes on believing in
 * it, and would nest what follows into a transaction that nobody commits: so it gets a new runner.
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
    const result = await inside.run(callbacks, () => source.transaction(work))
    for (const callback of callbacks) callback()
    return result
  } catch (error) {
    forgetTransaction(source)
    if (left > 0 && isConflict(error)) return attempt(source, work, left - 1)
    throw error
  }
}

/**
 * Every write goes through here, a single statement too; `db` itself reads. On SQLite a write past
 * this function fails ("attempt to write a readonly database"), so a test on SQLite finds it.
 *
 * `work` uses nothing but `manager`, and waits for nothing but the database: a network call or a
 * password hash in it would hold up every other writer. It may be run again after a deadlock, so its
 * only effects are those on the database. Resolves after the commit; a rejection rolls back.
 * On PostgreSQL transactions run side by side (read committed): count with `SET n = n + 1`, and let
 * unique indexes decide races.
 */
export function transaction<T>(db: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  if (inside.getStore()) return Promise.reject(new Error('transaction() inside a transaction: pass its manager on instead'))
  const writer = writers.get(db)
  if (!writer) return attempt(db, work)
  const asked = performance.now()
  const result = writer.tail.then(() => whileLocked(() => attempt(writer.source, work), asked))
  writer.tail = result.catch(() => undefined)
  return result
}

/** Calls `callback` after the current transaction commits, and not if it is rolled back. It must not throw. */
export function afterCommit(callback: () => void): void {
  const callbacks = inside.getStore()
  if (!callbacks) throw new Error('afterCommit() outside of a transaction')
  callbacks.add(callback)
}

/** Whether a write failed because a row with the same unique key exists. */
export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

/** Whether a write failed because a row that it belongs to does not exist, or exists no more. */
export const isOrphan = (error: unknown): boolean => ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

/** Waits for the transactions that were asked for, so that the connection may be closed. */
export const settled = (db: DataSource): Promise<unknown> => writers.get(db)?.tail ?? Promise.resolve()
