/** Counters of rate limits with a database that answers late, or whose rows a wrong clock has dated (BY27). */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createCounter, type CounterStore } from '#http/limitCounters.ts'

const rule = { requests: 300, seconds: 1 }
/** After this many uses, a counter reports to the database. */
const part = 15

/** Every answer says that the limit is used up, in a window that ends at `expire`. */
const usedUp = (expire: () => number) =>
  vi.fn<CounterStore['query']>(() => Promise.resolve({ rows: [{ points: 9999, expire: String(expire()) }], rowCount: 1 }))

it.each([
  ['has just ended', () => Date.now() - 1],
  ['ends in a day', () => Date.now() + 86_400_000],
])('BY27 a window that %s → the address is refused for one window at most', async (_when, expire) => {
  const query = usedUp(expire)
  const counter = createCounter(rule, { query }, (who) => who)
  for (let n = 0; n < part; n += 1) await counter.consume('address')
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(1))
  await sleep(rule.seconds * 1000 + 200)
  await expect(counter.consume('address')).resolves.toBeUndefined()
})
