/**
 * A store for the position of the medium, which changes up to four times a second. Outside Redux, so that a slider can
 * follow it without running every selector of the page. Read it with React's `useSyncExternalStore`.
 */
import type { PositionSink } from './ports.ts'

/** Position and duration in seconds; a duration of 0 is unknown. The same object until a value changes. */
export interface Moment {
  readonly position: number
  readonly duration: number
}

export interface PlayerClock extends PositionSink {
  subscribe(listener: () => void): () => void
  getSnapshot(): Moment
}

export function createPlayerClock(): PlayerClock {
  let moment: Moment = { position: 0, duration: 0 }
  const listeners = new Set<() => void>()
  return {
    tick(position, duration) {
      if (position === moment.position && duration === moment.duration) return
      moment = { position, duration }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => moment,
  }
}
