import { useSyncExternalStore } from 'react'
import { whenTouched } from './idle.ts'

let touched = false
const listeners = new Set<() => void>()

// From the page's beginning: what asks may be code that comes later than the first move.
if (typeof window !== 'undefined')
  whenTouched(() => {
    touched = true
    for (const listener of [...listeners]) listener()
  })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody has moved on the page yet: until then it fetches only what it is looked at for. */
export const useTouched = (): boolean => useSyncExternalStore(subscribe, () => touched)
