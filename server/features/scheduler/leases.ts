/** Leases of jobs: each job runs in one process at a time, and moves to another one if that process dies. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { hasRightClock, toleranceMs } from '#db/clock.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'

export interface SchedulerDeps {
  db: DataSource
  log: Pick<Logger, 'error'>
  now?: () => number
  /** How long a job stays with a process that has stopped responding. */
  leaseMs?: number
}

export function createLeases({ db, log, now = Date.now, leaseMs = 60_000 }: SchedulerDeps) {
  const after = (ms: number): string => new Date(now() + ms).toISOString()

  /** The holder's id, or null if another process has the lease. */
  const acquire = (name: string): Promise<string | null> =>
    transaction(db, async (manager) => {
      const holder = randomUUID()
      await sql(
        manager,
        `UPDATE "job" SET "leaseDate" = :until, "holder" = :holder
         WHERE "name" = :name AND "dueDate" <= :now AND ("leaseDate" IS NULL OR "leaseDate" <= :now)`,
        { name, holder, now: after(0), until: after(leaseMs) },
      )
      const [row] = await sql<{ holder: string | null }>(manager, 'SELECT "holder" FROM "job" WHERE "name" = :name', { name })
      return row?.holder === holder ? holder : null
    })

  /** Corrects due dates and leases that a server with a fast clock has dated too far into the future, where they would wait until then. */
  async function correctDates(jobs: ReadonlyMap<string, { everyMs: number }>): Promise<void> {
    const rows = await sql<{ name: string; dueDate: string; leaseDate: string | null }>(
      db,
      'SELECT "name", "dueDate", "leaseDate" FROM "job"',
    )
    for (const { name, dueDate, leaseDate } of rows) {
      const job = jobs.get(name)
      const isWrong = (date: string | null, furthestMs: number): boolean => date !== null && date > after(furthestMs + toleranceMs)
      if (job === undefined || !(isWrong(dueDate, job.everyMs) || isWrong(leaseDate, leaseMs))) continue
      if (!(await hasRightClock(db))) return
      await transaction(db, (manager) =>
        sql(
          manager,
          `UPDATE "job" SET "dueDate" = :due, "leaseDate" = :until
           WHERE "name" = :name AND "dueDate" = :dueDate AND COALESCE("leaseDate", '') = COALESCE(:leaseDate, '')`,
          {
            name,
            dueDate,
            leaseDate,
            due: isWrong(dueDate, job.everyMs) ? after(0) : dueDate,
            until: isWrong(leaseDate, leaseMs) ? after(leaseMs) : leaseDate,
          },
        ),
      )
    }
  }

  /** Renews the lease until the timer is cleared. Aborts `lost` if another process has taken it. */
  function renew(name: string, holder: string, lost: AbortController): NodeJS.Timeout {
    const heartbeat = async (): Promise<void> => {
      const isMine = await transaction(db, async (manager) => {
        await sql(manager, 'UPDATE "job" SET "leaseDate" = :until WHERE "name" = :name AND "holder" = :holder', {
          name,
          holder,
          until: after(leaseMs),
        })
        const rows = await sql(manager, 'SELECT 1 FROM "job" WHERE "name" = :name AND "holder" = :holder', { name, holder })
        return rows.length > 0
      })
      if (!isMine) lost.abort()
    }
    const failed = (error: unknown): void => log.error({ job: name, error }, 'the lease of a job could not be renewed')
    return setInterval(() => void heartbeat().catch(failed), leaseMs / 3).unref()
  }

  /** Stores the next due date and gives the lease back. */
  async function release(
    name: string,
    holder: string,
    next: { due: string; failures: number; error: string | null; durationMs: number; succeeded: boolean },
  ): Promise<void> {
    await transaction(db, (manager) =>
      sql(
        manager,
        `UPDATE "job" SET "dueDate" = :due, "failures" = :failures, "lastError" = :error, "lastRunDate" = :now, "durationMs" = :durationMs,
           "lastSuccessDate" = CASE WHEN :succeeded = TRUE THEN :now ELSE "lastSuccessDate" END,
           "leaseDate" = NULL, "holder" = NULL
         WHERE "name" = :name AND "holder" = :holder`,
        { ...next, name, holder, now: after(0) },
      ),
    )
  }

  return { acquire, correctDates, renew, release }
}
