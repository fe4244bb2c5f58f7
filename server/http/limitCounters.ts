/** Counts the uses of one rate limit: in memory, exactly in the database, or approximately; `limits.ts` explains which. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** The database: what `RateLimiterPostgres` needs of a client. It has the table `rate_limit`. */
export interface CounterStore {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount: number | null }>
}

export interface Counter {
  /** Rejects with `RateLimiterRes` if the limit is used up. */
  consume(who: string): Promise<void>
  /** Resets the count of `who`. */
  forget(who: string): Promise<void>
}

interface Rule {
  requests: number
  seconds: number
}

/** Limits of at least this many requests are approximate. */
const approximateFrom = 300
/** An approximate limit is reported in this many parts. */
const parts = 20

function createMemoryCounter({ requests, seconds }: Rule): Counter {
  const memory = new RateLimiterMemory({ points: requests, duration: seconds })
  return {
    consume: async (who) => void (await memory.consume(who)),
    forget: async (who) => void (await memory.delete(who)),
  }
}

const sharedOptions = ({ requests, seconds }: Rule, store: CounterStore) => ({
  points: requests,
  duration: seconds,
  keyPrefix: '',
  storeClient: store,
  storeType: 'client',
  tableName: 'rate_limit',
  // By a migration; a job deletes expired rows.
  tableCreated: true,
  clearExpiredByTimeout: false,
})

function createExactCounter(rule: Rule, store: CounterStore, keyOf: (who: string) => string): Counter {
  const insurance = new RateLimiterMemory({ points: rule.requests, duration: rule.seconds, keyPrefix: '' })
  const shared = new RateLimiterPostgres({
    ...sharedOptions(rule, store),
    inMemoryBlockOnConsumed: rule.requests,
    insuranceLimiter: insurance,
  })
  return {
    async consume(who) {
      const key = keyOf(who)
      const { consumedPoints, msBeforeNext } = await shared.consume(key)
      // The count goes on from here if the database fails.
      if (msBeforeNext > 0) await insurance.set(key, consumedPoints, msBeforeNext / 1000)
    },
    async forget(who) {
      const key = keyOf(who)
      await insurance.delete(key)
      await shared.delete(key)
    },
  }
}

function createApproximateCounter(rule: Rule, store: CounterStore, keyOf: (who: string) => string): Counter {
  const memory = new RateLimiterMemory({ points: rule.requests, duration: rule.seconds })
  const shared = new RateLimiterPostgres(sharedOptions(rule, store))
  const part = Math.ceil(rule.requests / parts)

  /** Refuses `who` until the common window ends, if all servers together have let too many requests through. */
  async function report(who: string): Promise<void> {
    try {
      await shared.consume(keyOf(who), part)
    } catch (reason) {
      // Otherwise the database does not answer, which the store logs.
      if (!(reason instanceof RateLimiterRes)) return
      // At most one window, in case a server with a fast clock has begun it. 0, if the window has just ended, would block for ever.
      const blockMs = Math.min(reason.msBeforeNext, rule.seconds * 1000)
      if (blockMs > 0) await memory.block(who, blockMs / 1000)
    }
  }

  return {
    async consume(who) {
      const { consumedPoints } = await memory.consume(who)
      if (consumedPoints % part === 0) void report(who)
    },
    async forget(who) {
      await memory.delete(who)
      await shared.delete(keyOf(who)).catch(() => undefined)
    },
  }
}

/** @param keyOf the key of the database, in which `who` must not be readable */
export function createCounter(rule: Rule, store: CounterStore | null, keyOf: (who: string) => string): Counter {
  if (store === null) return createMemoryCounter(rule)
  return rule.requests < approximateFrom ? createExactCounter(rule, store, keyOf) : createApproximateCounter(rule, store, keyOf)
}
