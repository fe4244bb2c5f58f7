/** Due dates that only a wrong clock can have caused. */
import type { DataSource } from 'typeorm'
import { hasRightClock } from '#db/clock.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { maxBackoffMs } from './stages.ts'

/** No first attempt is due later than this (ms). A decision of an admin waits for 30 s, and a lease lasts two minutes. */
export const maxDelayMs = 300_000

/**
 * Makes facts due that a server with a fast clock has dated into the future, where they would wait until then. Returns false, and does
 * nothing, if the clock of this machine is wrong itself.
 */
export async function correctDueDates(db: DataSource, now: number): Promise<boolean> {
  if (!(await hasRightClock(db))) return false
  const after = (ms: number): string => new Date(now + ms).toISOString()
  await transaction(db, (manager) =>
    sql(
      manager,
      `UPDATE "outbox" SET "dueDate" = :now WHERE "stage" IN ('apply', 'send') AND "dueDate" > :latestFirst
       AND ("attempts" = 0 OR "dueDate" > :latest)`,
      { now: after(0), latestFirst: after(maxDelayMs), latest: after(maxBackoffMs + maxDelayMs) },
    ),
  )
  return true
}
