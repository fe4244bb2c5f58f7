/** The jobs as admins see them, and early runs. */
import type { DataSource, EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { JobEntity, type JobRow } from './entities.ts'

export interface JobState {
  name: string
  everyMs: number
  dueDate: string
  isRunning: boolean
  failures: number
  lastRunDate: string | null
  lastSuccessDate: string | null
  lastError: string | null
  durationMs: number | null
}

/** The rows of the registered jobs. */
export async function listJobs(db: DataSource, jobs: ReadonlyMap<string, { everyMs: number }>, now: string): Promise<JobState[]> {
  const rows = await sql<JobRow>(db, 'SELECT * FROM "job" ORDER BY "name"')
  return rows.flatMap(({ name, dueDate, leaseDate, failures, lastRunDate, lastSuccessDate = null, lastError, durationMs }) => {
    const job = jobs.get(name)
    const isRunning = leaseDate !== null && leaseDate > now
    return job ? [{ name, everyMs: job.everyMs, dueDate, isRunning, failures, lastRunDate, lastSuccessDate, lastError, durationMs }] : []
  })
}

/** Makes a job due now, and runs `log` in the same transaction. False, without it, if the job is running. */
export function makeDue(
  db: DataSource,
  name: string,
  { now, log }: { now: string; log?: ((manager: EntityManager) => Promise<unknown>) | undefined },
): Promise<boolean> {
  return transaction(db, async (manager) => {
    const { affected } = await manager
      .createQueryBuilder()
      .update(JobEntity)
      .set({ dueDate: now })
      .where('"name" = :name AND ("leaseDate" IS NULL OR "leaseDate" <= :now)', { name, now })
      .execute()
    if (affected === 0) return false
    await log?.(manager)
    return true
  })
}
