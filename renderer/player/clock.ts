/**
 * Where the playing medium is, up to four times a second. It stays outside Redux, so that a slider can
 * follow it without the whole page looking at every tick; made for React's `useSyncExternalStore`.
 */
import type { PositionSink } from './ports.ts'

/** Seconds both; a duration of 0 is not known. The same object until the next tick. */
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
