/** Measures how long the processing of hostile input blocks the event loop, and with it all other requests. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** Processing of untrusted input may block the event loop at most this long, on a machine that runs `floorWork` in `floorMs`. */
const maxBlockedMs = 50
/** The best of ten runs of `floorWork` (ms) on a quiet two-core machine with Node 20. */
const floorMs = 7
/** Between two samples (ms): a delay counts from when a sample was due. */
const resolution = 1
/** The shortest of several measurements counts, since the garbage collector also causes delays. Blocking code blocks each time. */
const attempts = 8
/** Maximum of `slowdown`: a result on a slower machine would be meaningless. */
const maxSlowdown = 4

/**
 * How long this thread has been ready to run while other processes had the cores (ms); 0 where the system does not report it. It is the
 * second number of `schedstat`, in nanoseconds: https://docs.kernel.org/scheduler/sched-stats.html
 */
function waitForCores(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** The longest delay of the event loop (ms), without waits for other processes. */
async function longestDelay(work: () => unknown): Promise<number> {
  const sample = () => ({ time: performance.now(), waited: waitForCores() })
  let longest = 0
  let last = sample()
  const sampler = setInterval(() => {
    const now = sample()
    longest = Math.max(longest, now.time - last.time - resolution - (now.waited - last.waited))
    last = now
  }, resolution)
  await sleep(5)
  await work()
  // A synchronous delay is recorded when the next sample is taken.
  await sleep(5)
  clearInterval(sampler)
  return longest
}

/** Text work like that of a parser, always the same. @returns Its time (ms). */
function floorWork(): number {
  const startedAt = performance.now()
  const parts = '<p>x'
    .repeat(50_000)
    .split('<')
    .map((part) => part.replace('>', '&gt;'))
  JSON.parse(JSON.stringify(parts))
  return performance.now() - startedAt
}

/** How many times slower this machine currently is than an idle two-core machine: 1 to 4. */
export function slowdown(): number {
  const floor = Math.min(...Array.from({ length: 10 }, floorWork))
  return Math.min(maxSlowdown, Math.max(1, floor / floorMs))
}

/** The limit for this machine and its current load (ms). */
export const limitHere = (): number => maxBlockedMs * slowdown()

/**
 * Fails if `work` blocks the event loop for 50 ms or more in every attempt. A rejection of `work` is ignored.
 * @param limitOf the limit (ms) if all attempts took 50 ms or more.
 */
export async function expectShortTurns(work: () => unknown, limitOf = limitHere): Promise<void> {
  const attempt = async (): Promise<void> => {
    try {
      await work()
    } catch {
      // Hostile input may be refused.
    }
  }
  let best = Infinity
  for (let n = 0; n < attempts && best >= maxBlockedMs; n += 1) best = Math.min(best, await longestDelay(attempt))
  // Most work stays far below the limit, so the floor is measured only where it decides.
  const limit = best < maxBlockedMs ? maxBlockedMs : limitOf()
  expect(best, 'longest delay of the event loop (ms)').toBeLessThan(limit)
}
