/** The two stages of a fact: `apply` changes the database, `send` has effects outside. */
import type { EntityManager } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { runTraced } from '#db/trace.ts'
import { transaction } from '#db/transaction.ts'
import { OutboxEntity, type OutboxRow } from './entities.ts'
import type { Consumer, OutboxDeps } from './consumer.ts'

/** Rows per transaction: enough to share a commit, few enough not to delay requests. */
const batchSize = 20
/** Facts that are sent concurrently. */
const maxSenders = 4
/** How long a process holds the lease of a fact that it sends. */
export const leaseMs = 120_000
export const maxBackoffMs = 3_600_000

/** Delay in ms. Doubles with each failure: 2 s, 4 s, … up to an hour. */
export const backoff = (attempts: number): number => Math.min(2 ** Math.min(attempts, 20) * 1000, maxBackoffMs)

/** Runs a consumer on behalf of the request that caused the event. */
const traced = <T>({ requestId }: OutboxRow, work: () => T): T => runTraced(requestId ?? null, work)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000)

/** Locks the row and reads it again. Null if another process has handled it. */
async function lock(manager: EntityManager, { id, stage, dueDate }: OutboxRow): Promise<OutboxRow | null> {
  await lockRow(manager, 'outbox', id)
  return manager.findOneBy(OutboxEntity, { id, stage, dueDate })
}

interface Failure {
  /** The name of the consumer. */
  consumer: string
  error: unknown
}

export function createStages({ db, log, consumers, now = Date.now }: OutboxDeps) {
  const after = (ms: number): string => new Date(now() + ms).toISOString()
  const consumersFor = (stage: OutboxRow['stage'], { fact, done }: OutboxRow): Consumer[] =>
    consumers.filter((consumer) => consumer[stage] && consumer.kinds.includes(fact.kind) && !done.includes(consumer.name))

  const due = (stage: OutboxRow['stage'], limit: number): Promise<OutboxRow[]> =>
    db
      .getRepository(OutboxEntity)
      .createQueryBuilder('o')
      .where('o.stage = :stage AND o.dueDate <= :now', { stage, now: after(0) })
      .orderBy('o.dueDate')
      .addOrderBy('o.id')
      .limit(limit)
      .getMany()

  /** Moves the row to the next stage, or deletes it after the last. */
  async function advance(manager: EntityManager, row: OutboxRow): Promise<void> {
    if (consumersFor('send', row).length === 0) await manager.delete(OutboxEntity, { id: row.id })
    else await manager.update(OutboxEntity, { id: row.id }, { stage: 'send', done: row.done, attempts: 0, dueDate: after(0) })
  }

  async function applyAll(manager: EntityManager, rows: readonly OutboxRow[]): Promise<void> {
    for (const row of rows) {
      const locked = await lock(manager, row)
      if (!locked) continue
      for (const consumer of consumersFor('apply', locked)) await traced(row, () => consumer.apply!(manager, locked.fact))
      await advance(manager, locked)
    }
  }

  /** Does nothing if another process has handled the row since. */
  async function fail(row: OutboxRow, done: readonly string[], { consumer, error }: Failure): Promise<void> {
    const attempts = row.attempts + 1
    const about = { requestId: row.requestId ?? undefined, fact: row.fact.kind, outboxId: row.id, consumer, attempts, error }
    log.warn(about, 'an effect failed and will be tried again')
    await transaction(db, async (manager) => {
      const locked = await lock(manager, row)
      if (!locked) return
      const result = { attempts, done: [...locked.done, ...done], lastError: `${consumer}: ${reasonOf(error)}` }
      await manager.update(OutboxEntity, { id: row.id }, { ...result, dueDate: after(backoff(attempts)) })
    })
  }

  /** Returns false if another process has failed the row or moved it on. */
  const applyOne = (row: OutboxRow, consumer: Consumer): Promise<boolean> =>
    transaction(db, async (manager) => {
      const locked = await lock(manager, row)
      if (!locked) return false
      // Another process may work on the same row, and applies its consumers in between.
      if (locked.done.includes(consumer.name)) return true
      await traced(row, () => consumer.apply!(manager, locked.fact))
      await manager.update(OutboxEntity, { id: row.id }, { done: [...locked.done, consumer.name] })
      return true
    })

  /** One transaction per consumer, so that a failing one does not block the others. */
  async function applySeparately(row: OutboxRow): Promise<void> {
    let failure: Failure | null = null
    for (const consumer of consumersFor('apply', row)) {
      try {
        if (!(await applyOne(row, consumer))) return
      } catch (error) {
        failure = { consumer: consumer.name, error }
      }
    }
    if (failure) return fail(row, [], failure)
    await transaction(db, async (manager) => {
      const locked = await lock(manager, row)
      if (locked) await advance(manager, locked)
    })
  }

  async function send(due: OutboxRow): Promise<void> {
    const lease = after(leaseMs)
    const row = await transaction(db, async (manager) => {
      const locked = await lock(manager, due)
      if (locked) await manager.update(OutboxEntity, { id: locked.id }, { dueDate: lease })
      return locked && { ...locked, dueDate: lease }
    })
    if (!row) return
    const done: string[] = []
    let failure: Failure | null = null
    for (const consumer of consumersFor('send', row)) {
      try {
        await traced(row, () => consumer.send!(row.fact))
        done.push(consumer.name)
      } catch (error) {
        failure = { consumer: consumer.name, error }
      }
    }
    if (failure) return fail(row, done, failure)
    await transaction(db, (manager) => manager.delete(OutboxEntity, { id: row.id }))
  }

  /** Each processes one batch. Returns whether there was one. */
  const stages = {
    async apply(): Promise<boolean> {
      const rows = await due('apply', batchSize)
      if (rows.length === 0) return false
      try {
        await transaction(db, (manager) => applyAll(manager, rows))
      } catch {
        for (const row of rows) await applySeparately(row)
      }
      return true
    },
    async send(): Promise<boolean> {
      const rows = await due('send', maxSenders)
      await Promise.all(rows.map(send))
      return rows.length > 0
    },
  }

  return { stages, due }
}
