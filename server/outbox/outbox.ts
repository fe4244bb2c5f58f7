/**
 * Side effects leave through here. A change writes the fact of it in its own transaction; consumers
 * hear of it afterwards, so that a request waits for no mail server, and a crash loses no effect.
 */
import type { Logger } from 'pino'
import type { DataSource, EntityManager } from 'typeorm'
import { newId } from '../db/ids.ts'
import { sql } from '../db/sql.ts'
import { afterCommit, transaction, writerOf } from '../db/transaction.ts'
import { OutboxEntity, type OutboxRow } from './entities.ts'
import type { Fact, FactKind } from './facts.ts'

/** Somebody who wants to hear of facts. It has `apply` or `send`, and a name that never changes. */
export interface Consumer {
  name: string
  kinds: readonly FactKind[]
  /** Effects on the database: exactly once, in one transaction with the mark that it is done. */
  apply?(manager: EntityManager, fact: Fact): Promise<void>
  /** Effects outside: at least once. A rejection tries again later. It may take at most `leaseMs`. */
  send?(fact: Fact): Promise<void>
}

export interface Outbox {
  /** Goes on with what an earlier process left, then hears of new facts as they are committed. */
  start(): void
  /** Lets what is under way finish. */
  stop(): Promise<void>
  /** Handles everything that is due, and what that brings about; what failed waits for its next try. */
  drain(): Promise<void>
}

/** Rows that one transaction handles: enough to share a commit, few enough to let a request in between. */
const batch = 20
/** Facts whose outside effects happen side by side. */
const senders = 4
/** For so long (ms) the process that took a fact has it for itself. */
export const leaseMs = 120_000
/** Other processes' facts are noticed after this (ms) at the latest, and failed ones tried again. */
const pollMs = 1000
const longestWaitMs = 3_600_000

/** Doubles with each failure: 2 s, 4 s, … an hour. */
export const backoff = (attempts: number): number => Math.min(2 ** Math.min(attempts, 20) * 1000, longestWaitMs)

const pokes = new WeakMap<DataSource, () => void>()

/** Writes a fact down in the transaction of the change that it is about. */
export async function emit(manager: EntityManager, fact: Fact): Promise<void> {
  const instant = new Date().toISOString()
  const row: OutboxRow = { id: newId('row'), stage: 'apply', fact, creationDate: instant, dueDate: instant, attempts: 0, done: [], lastError: null }
  await manager.insert(OutboxEntity, row)
  const poke = pokes.get(manager.dataSource)
  if (poke) afterCommit(poke)
}

export interface OutboxDeps {
  db: DataSource
  log: Pick<Logger, 'warn' | 'error'>
  consumers: readonly Consumer[]
  now?: () => number
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000)

export function createOutbox({ db, log, consumers, now = Date.now }: OutboxDeps): Outbox {
  const names = new Set(consumers.map(({ name }) => name))
  if (names.size < consumers.length) throw new Error('Two consumers of the outbox have the same name')

  const after = (ms: number): string => new Date(now() + ms).toISOString()
  const wanting = (way: 'apply' | 'send', { fact, done }: OutboxRow): Consumer[] =>
    consumers.filter((consumer) => consumer[way] && consumer.kinds.includes(fact.kind) && !done.includes(consumer.name))

  const due = (stage: OutboxRow['stage'], limit: number): Promise<OutboxRow[]> =>
    db.getRepository(OutboxEntity).createQueryBuilder('o')
      .where('o.stage = :stage AND o.dueDate <= :now', { stage, now: after(0) })
      .orderBy('o.dueDate').addOrderBy('o.id').limit(limit).getMany()

  /** Locks the row and reads it again: another process may have been faster, and then it is null. */
  async function take(manager: EntityManager, { id, stage, dueDate }: OutboxRow): Promise<OutboxRow | null> {
    await sql(manager, 'UPDATE "outbox" SET "attempts" = "attempts" WHERE "id" = :id', { id })
    return manager.findOneBy(OutboxEntity, { id, stage, dueDate })
  }

  /** To the next stage, or out. */
  async function settle(manager: EntityManager, row: OutboxRow): Promise<void> {
    if (wanting('send', row).length === 0) await manager.delete(OutboxEntity, { id: row.id })
    else await manager.update(OutboxEntity, { id: row.id }, { stage: 'send', done: row.done, attempts: 0, dueDate: after(0) })
  }

  async function applyAll(manager: EntityManager, rows: readonly OutboxRow[]): Promise<void> {
    for (const row of rows) {
      const taken = await take(manager, row)
      if (!taken) continue
      for (const consumer of wanting('apply', taken)) await consumer.apply!(manager, taken.fact)
      await settle(manager, taken)
    }
  }

  async function fail(row: OutboxRow, done: readonly string[], consumer: string, error: unknown): Promise<void> {
    const attempts = row.attempts + 1
    log.warn({ fact: row.fact.kind, outboxId: row.id, consumer, attempts, error }, 'an effect failed and will be tried again')
    await transaction(db, (manager) =>
      manager.update(OutboxEntity, { id: row.id }, { attempts, done: [...done], lastError: `${consumer}: ${reasonOf(error)}`, dueDate: after(backoff(attempts)) }),
    )
  }

  /** One consumer after the other, each in a transaction of its own, so that one that fails holds up none of the others. */
  async function applyApart(row: OutboxRow): Promise<void> {
    const done = [...row.done]
    let failure: { consumer: string; error: unknown } | null = null
    for (const consumer of wanting('apply', row)) {
      try {
        const taken = await transaction(db, async (manager) => {
          if (!(await take(manager, row))) return false
          await consumer.apply!(manager, row.fact)
          await manager.update(OutboxEntity, { id: row.id }, { done: [...done, consumer.name] })
          return true
        })
        if (!taken) return
        done.push(consumer.name)
      } catch (error) {
        failure = { consumer: consumer.name, error }
      }
    }
    if (failure) await fail(row, done, failure.consumer, failure.error)
    else await transaction(db, async (manager) => void ((await take(manager, row)) && (await settle(manager, { ...row, done }))))
  }

  async function send(row: OutboxRow): Promise<void> {
    const lease = after(leaseMs)
    const mine = await transaction(db, async (manager) => {
      if (!(await take(manager, row))) return false
      await manager.update(OutboxEntity, { id: row.id }, { dueDate: lease })
      return true
    })
    if (!mine) return
    const done = [...row.done]
    for (const consumer of wanting('send', row)) {
      try {
        await consumer.send!(row.fact)
        done.push(consumer.name)
      } catch (error) {
        return fail(row, done, consumer.name, error)
      }
    }
    await transaction(db, (manager) => manager.delete(OutboxEntity, { id: row.id }))
  }

  /** Each answers whether there was something to do. */
  const rounds = {
    async apply(): Promise<boolean> {
      const rows = await due('apply', batch)
      if (rows.length === 0) return false
      try {
        await transaction(db, (manager) => applyAll(manager, rows))
      } catch {
        for (const row of rows) await applyApart(row)
      }
      return true
    },
    async send(): Promise<boolean> {
      const rows = await due('send', senders)
      await Promise.all(rows.map(send))
      return rows.length > 0
    },
  }

  let running = false
  let stopped = false
  const loops = { apply: loop('apply'), send: loop('send') }
  let timer: NodeJS.Timeout | undefined

  /** Handles what is due until nothing is; a call while it runs makes it look once more. */
  function loop(stage: OutboxRow['stage']): () => Promise<void> {
    let current: Promise<void> | null = null
    let again = false
    const work = async (): Promise<void> => {
      do {
        again = false
        while (!stopped && (await rounds[stage]())) if (stage === 'apply' && running) wake('send')
      } while (again && !stopped)
    }
    return () => {
      again = true
      return (current ??= work().finally(() => (current = null)))
    }
  }

  function wake(stage: OutboxRow['stage']): void {
    loops[stage]().catch((error: unknown) => log.error({ error }, 'the outbox cannot be read; it will be tried again'))
  }

  return {
    start() {
      running = true
      pokes.set(writerOf(db), () => wake('apply'))
      timer = setInterval(() => (wake('apply'), wake('send')), pollMs)
      timer.unref()
      wake('apply')
      wake('send')
    },

    async stop() {
      running = false
      stopped = true
      clearInterval(timer)
      pokes.delete(writerOf(db))
      await Promise.allSettled([loops.apply(), loops.send()])
    },

    async drain() {
      do {
        await loops.apply()
        await loops.send()
      } while (!stopped && (await due('apply', 1)).length > 0)
    },
  }
}
