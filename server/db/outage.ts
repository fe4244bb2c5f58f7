/**
 * Failures of the environment: the database or its disk is temporarily unavailable. The client may retry, and the log names the reason
 * for the operator.
 */

/** SQLite result codes, PostgreSQL SQLSTATEs, and Node's codes for broken connections and disks. */
const reasons: readonly [codes: RegExp, reason: string][] = [
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'another process keeps the database locked'],
  [/^55P03$/, 'rows of the database are locked'],
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, 'the disk is full'],
  [/^(SQLITE_CANTOPEN|SQLITE_IOERR|EIO$|EROFS$)/, 'the disk cannot be read or written'],
  [/^53\w{3}$/, 'the database has no room for more connections or memory'],
  [/^(08\w{3}|57P0[123]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH)$/, 'the database does not answer'],
]

/** Messages of `pg` that have no code: the connection broke or was not available in time. */
const broken = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Why the database is unavailable; null for every other error. */
export function outageOf(error: unknown): string | null {
  const { driverError, code, message } = (error ?? {}) as { driverError?: unknown; code?: unknown; message?: unknown }
  if (driverError !== undefined) return outageOf(driverError)
  if (error instanceof AggregateError) return outageOf(error.errors[0])
  if (typeof message === 'string' && broken.test(message)) return 'the database does not answer'
  return reasons.find(([codes]) => typeof code === 'string' && codes.test(code))?.[1] ?? null
}
