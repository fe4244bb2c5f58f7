/**
 * Compares the engine with its model after each step of random sequences of commands and events.
 * STRAND_FUZZ_RUNS sets the number of sequences; STRAND_FUZZ_SEED=random generates other ones.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { advanceTime } from './harness.ts'
import { EngineAndModel } from './engine-and-model.ts'
import { initialSteps, steps } from './model-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The real clock; the timers are fake. */
const now = performance.now.bind(performance)
/** Time budget: after it, the remaining sequences are skipped, unless STRAND_FUZZ_RUNS is set. */
const timeBudgetMs = process.env.STRAND_FUZZ_RUNS === undefined ? 15_000 : Infinity

it('L4 L5 L6 L7 L8 Q1 BY4 random commands and events → engine and model are in the same state after each', async () => {
  const startedAt = now()
  let stepCount = 0
  /** Stays true after a failure, so that fast-check continues to shrink the failing sequence after the time budget. */
  let hasFailed = false
  await fc.assert(
    fc.asyncProperty(initialSteps, fc.array(steps, { maxLength: 60, size: 'max' }), async (initialStep, sequence) => {
      if (!hasFailed && now() - startedAt > timeBudgetMs) return
      hasFailed = true
      vi.clearAllTimers()
      const pair = new EngineAndModel()
      for (const step of [initialStep, ...sequence]) await pair.step(step)
      stepCount += sequence.length
      pair.engine.dispatch(player.close())
      pair.engine.task.cancel()
      await advanceTime(20_000)
      pair.expectNothingLeft()
      expect(vi.getTimerCount()).toBe(0)
      hasFailed = false
    }),
    { numRuns: fuzzRuns(500) },
  )
  expect(stepCount).toBeGreaterThan(0)
}, 3_600_000)
