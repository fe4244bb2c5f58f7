/**
 * Recurring jobs, such as digests and the deletion of expired rows. Due dates are stored in the database, so that they
 * survive a restart, and only one of several processes runs a job.
 */
import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { listJobs, makeDue, type JobState } from './control.ts'
import { createLeases, type SchedulerDeps } from './leases.ts'

export type { SchedulerDeps } from './leases.ts'

export interface Job {
  /** Stored, so it never changes. */
  name: string
  /** From the end of one run to the next. */
  everyMs: number
  /**
   * Works in bounded pieces and checks `signal` in between: it fires when the server stops, or when another process
   * has taken the job over. A run can be cut off anywhere and repeated, so it must be idempotent. True: run again at once.
   */
  run(signal: AbortSignal): Promise<boolean | void>
}

export interface Scheduler {
  /** Before `start`. */
  register(...jobs: Job[]): void
  start(): void
  /** Aborts running jobs and waits for them. */
  stop(): Promise<void>
  /** Runs due jobs until none is due. */
  runDue(): Promise<void>
  /** The registered jobs of all processes. */
  list(): Promise<JobState[]>
  /**
   * Makes a job due, in any process. False if it is running; null if there is no such job.
   * @param log writes to the admin log, in the same transaction: the job does not run without it
   */
  runNow(name: string, log?: (manager: EntityManager) => Promise<unknown>): Promise<boolean | null>
}

const tickMs = 10_000
const firstRetryMs = 30_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000)

/** An aborted run has not come to its end. */
const endOf = ({ aborted }: AbortSignal) => ({ failures: 0, succeeded: !aborted, error: null })
const failureOf = (failures: number, error: unknown) => ({ failures, succeeded: false, error: reasonOf(error) })

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { db, log, now = Date.now } = deps
  const leases = createLeases(deps)
  const jobs = new Map<string, Job>()
  const running = new Map<string, Promise<void>>()
  let stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let hasRows = false
  let isStarted = false

  const after = (ms: number): string => new Date(now() + ms).toISOString()

  async function insertRows(): Promise<void> {
    if (hasRows) return
    await transaction(db, async (manager) => {
      const insert = 'INSERT INTO "job" ("name", "dueDate", "failures") VALUES (:name, :due, 0) ON CONFLICT DO NOTHING'
      for (const name of jobs.keys()) await sql(manager, insert, { name, due: after(0) })
    })
    hasRows = true
  }

  const due = async (): Promise<Job[]> => {
    await leases.correctDates(jobs)
    const rows = await sql<{ name: string }>(
      db,
      'SELECT "name" FROM "job" WHERE "dueDate" <= :now AND ("leaseDate" IS NULL OR "leaseDate" <= :now) ORDER BY "dueDate"',
      { now: after(0) },
    )
    return rows.flatMap(({ name }) => jobs.get(name) ?? []).filter(({ name }) => !running.has(name))
  }

  async function run(job: Job): Promise<void> {
    const { name, everyMs } = job
    const holder = await leases.acquire(name)
    if (holder === null) return
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const heartbeat = leases.renew(name, holder, lost)
    const startedAt = performance.now()
    const duration = (): number => Math.round(performance.now() - startedAt)
    try {
      const more = await job.run(signal)
      // An aborted run stays due, so that the next start, or another process, resumes it.
      await leases.release(name, holder, {
        due: after(more === true || signal.aborted ? 0 : everyMs),
        ...endOf(signal),
        durationMs: duration(),
      })
    } catch (error) {
      const [row] = await sql<{ failures: number }>(db, 'SELECT "failures" FROM "job" WHERE "name" = :name', { name })
      const failures = (row?.failures ?? 0) + 1
      log.error({ job: name, failures, error }, 'a job failed and will be tried again')
      const retryMs = Math.min(everyMs, firstRetryMs * 2 ** Math.min(failures - 1, 20))
      await leases.release(name, holder, { due: after(retryMs), ...failureOf(failures, error), durationMs: duration() })
    } finally {
      clearInterval(heartbeat)
    }
  }

  /** Starts the due jobs. */
  async function startDue(): Promise<Promise<void>[]> {
    await insertRows()
    return (await due()).map((job) => {
      const work = run(job).finally(() => running.delete(job.name))
      running.set(job.name, work)
      return work
    })
  }

  const failed = (error: unknown): void => log.error({ error }, 'the jobs cannot be read; it will be tried again')

  async function tick(): Promise<void> {
    const started = await startDue()
    await Promise.all(started)
    if (started.length > 0 && !stopping.signal.aborted) await tick()
  }

  return {
    register(...more) {
      for (const job of more) {
        if (jobs.has(job.name)) throw new Error(`The job ${job.name} is registered twice`)
        jobs.set(job.name, job)
      }
      hasRows = false
    },

    start() {
      stopping = new AbortController()
      isStarted = true
      timer = setInterval(() => void tick().catch(failed), tickMs)
      timer.unref()
      tick().catch(failed)
    },

    async stop() {
      isStarted = false
      clearInterval(timer)
      stopping.abort()
      await Promise.allSettled(running.values())
    },

    runDue: tick,

    async list() {
      await insertRows()
      return listJobs(db, jobs, after(0))
    },

    async runNow(name, log) {
      if (!jobs.has(name)) return null
      await insertRows()
      if (!(await makeDue(db, name, { now: after(0), log }))) return false
      if (isStarted) void tick().catch(failed)
      return true
    },
  }
}
