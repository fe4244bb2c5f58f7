/**
 * Sends statements to PostgreSQL together. On a small machine, sending a statement and receiving its answer takes longer than most
 * statements need, and a page has about twenty. So those that begin in the same turn of the event loop, mostly of one `Promise.all`, share
 * a connection, which receives them at once and answers in their order.
 */
import type { Pool, PoolClient } from 'pg'
import { isFatal, runBatch, type Rows, type Statement } from './batch.ts'

/** Maximum number of statements on one connection, where each one waits for those before it. */
const most = 16

/** The time (ms) that PostgreSQL has needed for a statement, without that for those before it. Set when it ends. */
export interface Timing {
  ms: number
}

interface Waiting {
  statement: Statement
  timing: Timing
  resolve(rows: Rows): void
  reject(error: unknown): void
}

const turns = new WeakMap<Pool, Waiting[]>()

/** After the callbacks and promises that are ready. */
const atEndOfTurn = (callback: () => void): void => queueMicrotask(() => process.nextTick(callback))

/** Whether not the text has failed but the prepared statement: its columns were migrated since, or a connection pooler has removed it. */
function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '26000' || (code === '0A000' && String(message).includes('cached plan'))
}

async function send(pool: Pool, waiting: readonly Waiting[]): Promise<void> {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    for (const { reject } of waiting) reject(error)
    return
  }
  // It may report the reason of its end before it ends.
  let isBroken = false
  const onError = (): void => void (isBroken = true)
  client.on('error', onError)
  let done = 0
  const failure = await runBatch(
    client,
    waiting.map(({ statement }) => statement),
    (rows, ms) => {
      const { timing, resolve } = waiting[done]!
      done += 1
      timing.ms = ms
      resolve(rows)
    },
  )
  const isLost = failure !== null && isFatal(failure.error)
  client.off('error', onError)
  client.release(isBroken || isLost)
  if (failure === null) return

  const left = waiting.slice(done)
  const [failed, ...rest] = left as [Waiting, ...Waiting[]]
  const { statement, timing } = failed
  timing.ms = failure.ms
  if (isLost) {
    for (const { reject } of left) reject(failure.error)
  } else if (statement.name !== undefined && isOutdated(failure.error)) {
    await send(pool, [{ ...failed, statement: { ...statement, name: undefined } }, ...rest])
  } else {
    failed.reject(failure.error)
    if (rest.length > 0) await send(pool, rest)
  }
}

/** Runs a statement together with the others of this turn, outside of transactions only. */
export function pipelined(pool: Pool, statement: Statement, timing: Timing): Promise<Rows> {
  return new Promise((resolve, reject) => {
    const started = turns.get(pool)
    const isFirst = started === undefined || started.length === most
    const waiting = isFirst ? [] : started
    waiting.push({ statement, timing, resolve, reject })
    if (!isFirst) return
    turns.set(pool, waiting)
    atEndOfTurn(() => {
      if (turns.get(pool) === waiting) turns.delete(pool)
      void send(pool, waiting)
    })
  })
}
