/** Measures how long the processing of hostile input blocks the event loop, and with it all other requests. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
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

/** The CPU time of this process (ms), including that of its garbage collector and its thread pool. */
export function cpuTime(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/**
 * The longest delay of the event loop (ms). Work that blocks it computes all the time, so a delay that is longer than the CPU time of this
 * process is partly a wait for other processes, and only the CPU time counts.
 */
async function longestDelay(work: () => unknown): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  // The first sample only starts the measurement.
  await sleep(5)
  const before = process.cpuUsage()
  await work()
  // A synchronous delay is recorded when the next sample is taken.
  await sleep(5)
  delays.disable()
  return Math.min(delays.max / 1e6 - resolution, cpuTime(before))
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
