/** Work on untrusted bytes, cut into slices, so that other requests get their turn: none keeps the event loop for 50 ms. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a slice takes (ms). Slow machines and the slice's last step need the rest. */
const sliceMs = 10

/** Calls of `over` between two looks at the clock. */
const every = 64

export interface Slices {
  /** Whether it is time for `next`, for steps that take some hundred microseconds or more. */
  isOver(): boolean
  /** The same for steps of some microseconds at most: looks at the clock at one of 64 calls. */
  over(): boolean
  /** Resolves in the next turn of the event loop. */
  next(): Promise<void>
}

export function createSlices(): Slices {
  let begun = performance.now()
  let calls = 0
  const isOver = (): boolean => performance.now() - begun > sliceMs
  return {
    isOver,
    over: () => (calls += 1) % every === 0 && isOver(),
    async next() {
      await nextTurn()
      begun = performance.now()
    },
  }
}
