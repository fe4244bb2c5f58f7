import type { LoadRequest, OutputEvent } from '../ports.ts'

type WithoutLoad<E> = E extends OutputEvent ? Omit<E, 'loadId'> : never
/** An event before it is tagged with its load. */
export type Said = WithoutLoad<OutputEvent>
/** Speaks for one load, and is silent once that load is over: a late callback that holds it does no harm. */
export type Say = (event: Said) => void

/** Milliseconds: a little under a quarter of a second, since ticks come a little early or late. */
const betweenTicks = 230

/** The listeners of an output, and who may speak to them. */
export function createEvents() {
  const listeners = new Set<(event: OutputEvent) => void>()
  let current: number | null = null
  let lastTick = 0
  let toldEnd = false
  return {
    subscribe(listener: (event: OutputEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin({ loadId }: LoadRequest): Say {
      current = loadId
      lastTick = 0
      toldEnd = false
      return (event) => {
        if (current !== loadId) return
        if (event.type === 'time') {
          const now = performance.now()
          const atEnd = event.position === event.duration
          // The end is told, however soon after the last tick it comes; once.
          if (now - lastTick < betweenTicks && (!atEnd || toldEnd)) return
          lastTick = now
          toldEnd = atEnd
        }
        for (const listener of [...listeners]) listener({ ...event, loadId })
      }
    },
    end() {
      current = null
    },
  }
}
