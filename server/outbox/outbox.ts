/**
 * Transactional outbox. A change writes a fact in its own transaction; consumers process it afterwards, so that a request never waits for
 * a mail server, and a crash loses no effect.
 */
import type { DataSource, EntityManager } from 'typeorm'
import { newId } from '#db/ids.ts'
import { runTraced, tracedRequest } from '#db/trace.ts'
import { afterCommit, writerOf } from '#db/transaction.ts'
import type { OutboxDeps } from './consumer.ts'
import { correctDueDates, maxDelayMs } from './dueDates.ts'
import { OutboxEntity, type OutboxRow } from './entities.ts'
import type { Fact } from './facts.ts'
import { createStages } from './stages.ts'

export type { Consumer, OutboxDeps } from './consumer.ts'
export { backoff, leaseMs } from './stages.ts'

export interface Outbox {
  /** Handles the facts left by an earlier process, then new ones as they are committed. */
  start(): void
  /** Waits for running effects. */
  stop(): Promise<void>
  /** Handles all due facts and those that they emit. Failed ones wait for their retry. */
  drain(): Promise<void>
}

/** Polling interval for facts of other processes and due retries (ms). */
const pollMs = 1000
/** Interval (ms) at which due dates are checked against the clock. */
const clockCheckMs = 60_000

const wakers = new WeakMap<DataSource, () => void>()

/** Writes a fact in the transaction of its change. Consumers get it after `delayMs`, at most `maxDelayMs`. */
export async function emit(manager: EntityManager, fact: Fact, delayMs = 0): Promise<void> {
  if (delayMs > maxDelayMs) throw new Error(`A fact cannot be delayed by ${delayMs} ms`)
  const now = Date.now()
  const row: OutboxRow = {
    id: newId('row'),
    stage: 'apply',
    fact,
    creationDate: new Date(now).toISOString(),
    dueDate: new Date(now + delayMs).toISOString(),
    attempts: 0,
    done: [],
    lastError: null,
    requestId: tracedRequest(),
  }
  await manager.insert(OutboxEntity, row)
  const wake = wakers.get(manager.dataSource)
  if (wake) afterCommit(wake)
}

export function createOutbox({ db, log, consumers, now = Date.now }: OutboxDeps): Outbox {
  const names = new Set(consumers.map(({ name }) => name))
  if (names.size < consumers.length) throw new Error('Two consumers of the outbox have the same name')

  const { stages, due } = createStages({ db, log, consumers, now })
  let running = false
  let stopped = false
  const loops = { apply: loop('apply'), send: loop('send') }
  let timer: NodeJS.Timeout | undefined
  let clockTimer: NodeJS.Timeout | undefined
  let isClockRight = true

  /** Handles batches until none is due. A call during a run adds one more pass. */
  function loop(stage: OutboxRow['stage']): () => Promise<void> {
    let current: Promise<void> | null = null
    let again = false
    const work = async (): Promise<void> => {
      do {
        again = false
        while (!stopped && (await stages[stage]())) if (stage === 'apply' && running) wake('send')
      } while (again && !stopped)
    }
    return () => {
      again = true
      return (current ??= work().finally(() => (current = null)))
    }
  }

  function wake(stage: OutboxRow['stage']): void {
    // Not on behalf of the request that wakes it.
    runTraced(null, loops[stage]).catch((error: unknown) => log.error({ error }, 'the outbox cannot be read; it will be tried again'))
  }

  async function checkClock(): Promise<void> {
    const wasRight = isClockRight
    isClockRight = await correctDueDates(db, now())
    if (wasRight && !isClockRight) log.warn({}, 'the clock of this machine differs from that of the database by more than a minute')
  }
  const startClockCheck = (): void =>
    void checkClock().catch((error: unknown) => log.error({ error }, 'the due dates of the outbox cannot be checked'))

  return {
    start() {
      running = true
      wakers.set(writerOf(db), () => wake('apply'))
      timer = setInterval(() => (wake('apply'), wake('send')), pollMs)
      timer.unref()
      clockTimer = setInterval(startClockCheck, clockCheckMs)
      clockTimer.unref()
      startClockCheck()
      wake('apply')
      wake('send')
    },

    async stop() {
      running = false
      stopped = true
      clearInterval(timer)
      clearInterval(clockTimer)
      wakers.delete(writerOf(db))
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
