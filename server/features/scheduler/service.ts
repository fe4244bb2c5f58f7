/**
 * What happens again and again: digests, and sweeping up what has expired. When each is due next lies
 * in the database, so that a restart forgets nothing and of several processes one does it.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'

export interface Job {
  /** Stored, so it never changes. */
  name: string
  /** From the end of one run to the next. */
  everyMs: number
  /**
   * Does a bounded piece of work at a time and looks at `signal` in between: it fires when the server
   * stops, or another process has taken the job because this one seemed dead. A run may be cut off
   * anywhere and begin again, so what it does must bear that. True: there is more to do at once.
   */
  run(signal: AbortSignal): Promise<boolean | void>
}

export interface Scheduler {
  /** Before `start`. */
  register(...jobs: Job[]): void
  start(): void
  /** Interrupts what runs and waits for it. */
  stop(): Promise<void>
  /** Runs what is due, until nothing is. */
  runDue(): Promise<void>
}

export interface SchedulerDeps {
  db: DataSource
  log: Pick<Logger, 'error'>
  now?: () => number
  /** How long a process that went silent keeps a job. */
  leaseMs?: number
}

const tickMs = 10_000
const firstRetryMs = 30_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000)

export function createScheduler({ db, log, now = Date.now, leaseMs = 60_000 }: SchedulerDeps): Scheduler {
  const jobs = new Map<string, Job>()
  const running = new Map<string, Promise<void>>()
  let stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let known = false

  const after = (ms: number): string => new Date(now() + ms).toISOString()

  async function makeRows(): Promise<void> {
    if (known) return
    await transaction(db, async (manager) => {
      for (const name of jobs.keys())
        await sql(manager, 'INSERT INTO "job" ("name", "dueDate", "failures") VALUES (:name, :due, 0) ON CONFLICT DO NOTHING', { name, due: after(0) })
    })
    known = true
  }

  const due = async (): Promise<Job[]> => {
    const rows = await sql<{ name: string }>(
      db,
      'SELECT "name" FROM "job" WHERE "dueDate" <= :now AND ("leaseDate" IS NULL OR "leaseDate" <= :now) ORDER BY "dueDate"',
      { now: after(0) },
    )
    return rows.flatMap(({ name }) => jobs.get(name) ?? []).filter(({ name }) => !running.has(name))
  }

  /** The name of the lease, or null where another process was faster. */
  const take = (name: string): Promise<string | null> =>
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

  /** Keeps the lease; where it is lost, the run ends. */
  function keep(name: string, holder: string, lost: AbortController): NodeJS.Timeout {
    const beat = async (): Promise<void> => {
      const mine = await transaction(db, async (manager) => {
        await sql(manager, 'UPDATE "job" SET "leaseDate" = :until WHERE "name" = :name AND "holder" = :holder', { name, holder, until: after(leaseMs) })
        return (await sql(manager, 'SELECT 1 FROM "job" WHERE "name" = :name AND "holder" = :holder', { name, holder })).length > 0
      })
      if (!mine) lost.abort()
    }
    return setInterval(() => void beat().catch((error: unknown) => log.error({ job: name, error }, 'the lease of a job could not be kept')), leaseMs / 3).unref()
  }

  async function settle(name: string, holder: string, next: { due: string; failures: number; error: string | null }): Promise<void> {
    await transaction(db, (manager) =>
      sql(
        manager,
        `UPDATE "job" SET "dueDate" = :due, "failures" = :failures, "lastError" = :error, "lastRunDate" = :now, "leaseDate" = NULL, "holder" = NULL
         WHERE "name" = :name AND "holder" = :holder`,
        { ...next, name, holder, now: after(0) },
      ),
    )
  }

  async function run(job: Job): Promise<void> {
    const { name, everyMs } = job
    const holder = await take(name)
    if (holder === null) return
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const beat = keep(name, holder, lost)
    try {
      const more = await job.run(signal)
      // Cut short, it is due as it was: the next start, or another process, goes on.
      await settle(name, holder, { due: after(more === true || signal.aborted ? 0 : everyMs), failures: 0, error: null })
    } catch (error) {
      const [row] = await sql<{ failures: number }>(db, 'SELECT "failures" FROM "job" WHERE "name" = :name', { name })
      const failures = (row?.failures ?? 0) + 1
      log.error({ job: name, failures, error }, 'a job failed and will be tried again')
      await settle(name, holder, { due: after(Math.min(everyMs, firstRetryMs * 2 ** Math.min(failures - 1, 20))), failures, error: reasonOf(error) })
    } finally {
      clearInterval(beat)
    }
  }

  /** Starts what is due; answers how much that was. */
  async function begin(): Promise<Promise<void>[]> {
    await makeRows()
    return (await due()).map((job) => {
      const work = run(job).finally(() => running.delete(job.name))
      running.set(job.name, work)
      return work
    })
  }

  const failed = (error: unknown): void => log.error({ error }, 'the jobs cannot be read; it will be tried again')

  async function tick(): Promise<void> {
    const begun = await begin()
    await Promise.all(begun)
    if (begun.length > 0 && !stopping.signal.aborted) await tick()
  }

  return {
    register(...more) {
      for (const job of more) {
        if (jobs.has(job.name)) throw new Error(`The job ${job.name} is registered twice`)
        jobs.set(job.name, job)
      }
      known = false
    },

    start() {
      stopping = new AbortController()
      timer = setInterval(() => void tick().catch(failed), tickMs)
      timer.unref()
      tick().catch(failed)
    },

    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.allSettled(running.values())
    },

    runDue: tick,
  }
}
