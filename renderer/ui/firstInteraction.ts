import { useSyncExternalStore } from 'react'
import { whenTouched } from './idle.ts'

let touched = false
const listeners = new Set<() => void>()

// Listens from the start, because callers may load after the first interaction.
if (typeof window !== 'undefined')
  whenTouched(() => {
    touched = true
    for (const listener of [...listeners]) listener()
  })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there was any interaction yet: before, the page only loads what is visible. */
export const useTouched = (): boolean => useSyncExternalStore(subscribe, () => touched)
