/**
 * Compares the engine with its model after each step of random sequences of commands and events.
 * STRAND_FUZZ_RUNS sets the number of sequences; STRAND_FUZZ_SEED=random draws new ones.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { pass } from './harness.ts'
import { Pair } from './model-pair.ts'
import { openings, steps } from './model-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The real clock, not the fake one. */
const now = performance.now.bind(performance)
/** A busy machine runs fewer sequences, unless their number is set. */
const timeoutMs = process.env.STRAND_FUZZ_RUNS === undefined ? 15_000 : Infinity

it('L4 L5 L6 L7 L8 Q1 BY4 random commands and events → engine and model are in the same state after each', async () => {
  const startedAt = now()
  let played = 0
  let failing = false
  await fc.assert(
    fc.asyncProperty(openings, fc.array(steps, { maxLength: 60, size: 'max' }), async (opening, sequence) => {
      if (!failing && now() - startedAt > timeoutMs) return
      failing = true
      vi.clearAllTimers()
      const pair = new Pair()
      for (const step of [opening, ...sequence]) await pair.step(step)
      played += sequence.length
      pair.engine.dispatch(player.close())
      pair.engine.task.cancel()
      await pass(20_000)
      pair.expectNothingLeft()
      expect(vi.getTimerCount()).toBe(0)
      failing = false
    }),
    { numRuns: fuzzRuns(500) },
  )
  expect(played).toBeGreaterThan(0)
}, 3_600_000)
