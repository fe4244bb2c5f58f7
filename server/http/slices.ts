/** Slices work on untrusted input, so that the event loop is never blocked for 50 ms. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Duration of a slice (ms). The margin is for slow machines and the last step of a slice. */
const sliceMs = 10

/** Calls of `over` per reading of the clock. */
const every = 64

export interface Slices {
  /** Whether to await `next`. For steps of 100 µs and more. */
  isOver(): boolean
  /** The same for steps of a few µs: reads the clock at every 64th call. */
  over(): boolean
  /** Resolves in the next turn of the event loop. */
  next(): Promise<void>
}

export function createSlices(): Slices {
  let started = performance.now()
  let calls = 0
  const isOver = (): boolean => performance.now() - started > sliceMs
  return {
    isOver,
    over: () => (calls += 1) % every === 0 && isOver(),
    async next() {
      await nextTurn()
      started = performance.now()
    },
  }
}
