/** Lets one command at a time write to a folder or an SQLite file. */
import { rm } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { tryLock } from '#db/start-lock.ts'
import { StartupError } from '../config.ts'

function lockFile(path: string, what: string): Database.Database {
  let lock: Database.Database | undefined
  try {
    lock = new Database(path, { timeout: 0 })
    if (tryLock(lock)) return lock
  } catch (error) {
    lock?.close()
    throw new StartupError(`Cannot lock ${what} with ${path}: ${error instanceof Error ? error.message : String(error)}.`)
  }
  lock.close()
  throw new StartupError(`Another command copies or restores into ${what}.`)
}

/**
 * A transaction on an empty database serves as a lock, as in `db/start-lock.ts`.
 * @param path of that database @param what for the message @throws `StartupError` if another process has the lock
 */
export async function whileLockedBy<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  const lock = lockFile(path, what)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
    lock.close()
  }
}
