/**
 * Sends statements to PostgreSQL together. On a small machine, sending a statement and receiving its answer takes longer than most
 * statements need, and a page has about twenty. So those that begin in the same turn of the event loop, mostly of one `Promise.all`, share
 * a connection, which sends them at once and answers in their order.
 */
import type { Client, Pool, PoolClient } from 'pg'
import { outageOf } from './outage.ts'

/** Maximum number of statements on one connection, where each one waits for those before it. */
const most = 16

/** The time (ms) that PostgreSQL has needed for a statement, without that for those before it. Set when it ends. */
export interface Timing {
  ms: number
}

interface Waiting {
  /** Never rejects. Resolves to the error of the statement, if it has failed. */
  run(client: PoolClient, clock: { startedAt: number }): Promise<unknown>
  /** There is no connection. */
  fail(error: unknown): void
}

const turns = new WeakMap<Pool, Waiting[]>()

/** After the callbacks and promises that are ready. */
const atEndOfTurn = (callback: () => void): void => queueMicrotask(() => process.nextTick(callback))

async function send(pool: Pool, statements: readonly Waiting[]): Promise<void> {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    for (const { fail } of statements) fail(error)
    return
  }
  // A connection that breaks is not used again. It may report the reason of its end before it ends.
  let isBroken = false
  const onError = (): void => void (isBroken = true)
  client.on('error', onError)
  const clock = { startedAt: performance.now() }
  const { stream } = (client as unknown as Client).connection
  // One system call for all.
  stream.cork()
  const running = statements.map(({ run }) => run(client, clock))
  stream.uncork()
  const errors = await Promise.all(running)
  client.off('error', onError)
  client.release(isBroken || errors.some((error) => outageOf(error) !== null))
}

/**
 * Runs a statement together with the others of this turn, outside of transactions only.
 * @param query calls `client.query` before it first awaits anything
 */
export function pipelined<T>(pool: Pool, query: (client: PoolClient) => Promise<T>, timing: Timing): Promise<T> {
  return new Promise((resolve, reject) => {
    const run: Waiting['run'] = (client, clock) => {
      function end(): void {
        const now = performance.now()
        timing.ms = now - clock.startedAt
        // PostgreSQL begins with the next one.
        clock.startedAt = now
      }
      return query(client).then(
        (result) => {
          end()
          resolve(result)
        },
        (error: Error) => {
          end()
          reject(error)
          return error
        },
      )
    }
    const started = turns.get(pool)
    const isFirst = started === undefined || started.length === most
    const statements = isFirst ? [] : started
    statements.push({ run, fail: reject })
    if (!isFirst) return
    turns.set(pool, statements)
    atEndOfTurn(() => {
      if (turns.get(pool) === statements) turns.delete(pool)
      void send(pool, statements)
    })
  })
}
