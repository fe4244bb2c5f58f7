/** What waits in the outbox, and the facts whose effects have failed: for the admins of the server. */
import type { DataSource, EntityManager } from 'typeorm'
import { parsed, sql } from '#db/sql.ts'
import type { OutboxRow } from './entities.ts'
import type { Fact, FactKind } from './facts.ts'
import { leaseMs } from './stages.ts'

/** The count of a deep outbox ends here, so that it is cheap. */
export const maxCount = 10_000
/** Failures that are summarized, and that one retry of a kind covers. */
const maxFailures = 1000
/** Clocks of servers may differ by this (ms). */
const clockSkewMs = 5000

export interface OutboxFailure {
  id: string
  kind: FactKind
  attempts: number
  error: string
  creationDate: string
  /** The next attempt. */
  dueDate: string
  /** The request that caused it; null if none did. */
  requestId: string | null
}

export interface OutboxStatus {
  /** Capped at `maxCount`. */
  waiting: number
  /** The earliest due date that has passed; null if nothing is overdue. */
  overdueSince: string | null
  kinds: { kind: FactKind; count: number; error: string; oldestDate: string }[]
}

type RawFailure = Pick<OutboxRow, 'id' | 'stage' | 'attempts' | 'lastError' | 'creationDate' | 'dueDate' | 'requestId'> & { fact: string }

/** The partial index `outbox_failed` contains nothing else. */
const failedRows = (db: DataSource | EntityManager, after: string, limit: number): Promise<RawFailure[]> =>
  sql<RawFailure>(db, 'SELECT * FROM "outbox" WHERE "attempts" > 0 AND "id" > :after ORDER BY "id" LIMIT :limit', { after, limit })

const kindOf = ({ fact }: RawFailure): FactKind => parsed<Fact>(fact).kind

export async function outboxStatus(db: DataSource, now: number): Promise<OutboxStatus> {
  const [counted] = await sql<{ waiting: number | string }>(
    db,
    `SELECT COUNT(*) AS "waiting" FROM (SELECT 1 FROM "outbox" LIMIT ${maxCount}) AS "some"`,
  )
  const due = await Promise.all(
    (['apply', 'send'] as const).map((stage) =>
      sql<{ dueDate: string }>(db, 'SELECT "dueDate" FROM "outbox" WHERE "stage" = :stage ORDER BY "dueDate", "id" LIMIT 1', { stage }),
    ),
  )
  const overdue = due
    .flat()
    .map(({ dueDate }) => dueDate)
    .filter((dueDate) => dueDate < new Date(now).toISOString())
  const kinds = new Map<FactKind, OutboxStatus['kinds'][number]>()
  for (const row of await failedRows(db, '', maxFailures)) {
    const kind = kindOf(row)
    const { count, oldestDate } = kinds.get(kind) ?? { count: 0, oldestDate: row.creationDate }
    kinds.set(kind, { kind, count: count + 1, error: row.lastError ?? '', oldestDate })
  }
  return { waiting: Number(counted!.waiting), overdueSince: overdue.toSorted()[0] ?? null, kinds: [...kinds.values()] }
}

/** Failures, the oldest first. `after`: the id of the last one of the page before. */
export async function outboxFailures(db: DataSource, after: string, limit: number): Promise<OutboxFailure[]> {
  const rows = await failedRows(db, after, limit)
  return rows.map((row) => {
    const { id, attempts, lastError, creationDate, dueDate, requestId = null } = row
    return { id, kind: kindOf(row), attempts, error: lastError ?? '', creationDate, dueDate, requestId }
  })
}

/**
 * Makes failed facts due now: one, or all of a kind, up to `maxFailures`. A fact of the `send` stage that is due within the time of a
 * lease may be on its way at the moment, and is retried soon anyway: it is left alone. Returns the number of facts.
 */
export async function retryFailures(manager: EntityManager, which: { id: string } | { kind: string }, now: number): Promise<number> {
  const leased = new Date(now + leaseMs + clockSkewMs).toISOString()
  const rows =
    'id' in which
      ? await sql<RawFailure>(manager, 'SELECT * FROM "outbox" WHERE "attempts" > 0 AND "id" = :id', { id: which.id })
      : (await failedRows(manager, '', maxFailures)).filter((row) => kindOf(row) === which.kind)
  const waiting = rows.filter(({ stage, dueDate }) => stage === 'apply' || dueDate > leased)
  for (const { id, dueDate } of waiting)
    await sql(manager, 'UPDATE "outbox" SET "dueDate" = :now WHERE "id" = :id AND "dueDate" = :dueDate', {
      id,
      dueDate,
      now: new Date(now).toISOString(),
    })
  return waiting.length
}
