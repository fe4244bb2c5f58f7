import type { LoadRequest, OutputEvent } from '../ports.ts'

type WithoutLoad<E> = E extends OutputEvent ? Omit<E, 'loadId'> : never
/** An event before it is tagged with its load. */
export type UntaggedEvent = WithoutLoad<OutputEvent>
/** Emits events of one load, and nothing once that load is over: a late callback is harmless. */
export type EmitEvent = (event: UntaggedEvent) => void

/**
 * Minimum interval between two `time` events (ms): slightly less than 250, since the provider's ticks are irregular.
 */
const tickIntervalMs = 230

/**
 * The event emitter of an output. It tags events with the load id, drops those of earlier loads, and throttles `time`.
 */
export function createEvents() {
  const listeners = new Set<(event: OutputEvent) => void>()
  let current: number | null = null
  let lastTick = 0
  let isEndReported = false
  return {
    subscribe(listener: (event: OutputEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin({ loadId }: LoadRequest): EmitEvent {
      current = loadId
      lastTick = 0
      isEndReported = false
      return (event) => {
        if (current !== loadId) return
        if (event.type === 'time') {
          const now = performance.now()
          const atEnd = event.position === event.duration
          // The position at the end is exempt from the throttle, once.
          if (now - lastTick < tickIntervalMs && (!atEnd || isEndReported)) return
          lastTick = now
          isEndReported = atEnd
        }
        for (const listener of [...listeners]) listener({ ...event, loadId })
      }
    },
    end() {
      current = null
    },
  }
}
