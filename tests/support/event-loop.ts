/** How long work on hostile input keeps the event loop, in which every other request waits. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** No processing of untrusted bytes may block the event loop for longer (ms), on a machine that does `floorWork` in `floorMs`. */
const longestMs = 50
/** The best of ten runs of `floorWork` (ms) on a quiet two-core machine with Node 20. */
const floorMs = 7
/** Between two samples (ms): a delay counts from when a sample was due. */
const resolution = 1
/** The best of so many counts, for other processes on the machine delay it too; code that blocks does so at each. */
const tries = 8
/** A machine slower than this many times says nothing about the product. */
const slowest = 4

async function longestDelay(work: () => unknown): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  // The first sample only begins the count.
  await sleep(5)
  await work()
  // A synchronous delay is recorded when the next sample is taken.
  await sleep(5)
  delays.disable()
  return delays.max / 1e6 - resolution
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

/** How many times slower than a quiet two-core machine this one is at this moment: 1 to 4. */
export function slowdown(): number {
  const floor = Math.min(...Array.from({ length: 10 }, floorWork))
  return Math.min(slowest, Math.max(1, floor / floorMs))
}

/** The limit on this machine at this moment (ms): a slower or busier one takes longer over the same work. */
export const limitHere = (): number => longestMs * slowdown()

/** Fails where `work` blocks the event loop for 50 ms or more each time. A rejection of `work` is an outcome like any other. */
export async function expectShortTurns(work: () => unknown): Promise<void> {
  const attempt = async (): Promise<void> => {
    try {
      await work()
    } catch {
      // Hostile input may be refused.
    }
  }
  let best = Infinity
  for (let n = 0; n < tries && best >= longestMs; n += 1) best = Math.min(best, await longestDelay(attempt))
  // Most work stays far below the limit, so the floor is measured only where it decides.
  const limit = best < longestMs ? longestMs : limitHere()
  expect(best, 'longest delay of the event loop (ms)').toBeLessThan(limit)
}
