import { useSyncExternalStore } from 'react'

/** The press, key or scroll that came first. */
let first: Event | null = null
const listeners = new Set<(sign: Event) => void>()

const types = ['pointerdown', 'keydown', 'scroll']

function touch(sign: Event): void {
  first = sign
  for (const type of types) removeEventListener(type, touch)
  for (const listener of [...listeners]) listener(sign)
  listeners.clear()
}

// Listens from the start, because callers may load after the first interaction.
if (typeof window !== 'undefined') for (const type of types) addEventListener(type, touch, { passive: true })

function subscribe(listener: (sign: Event) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether there was a press, a key or a scroll yet: before, the page only loads what is visible. */
export const useTouched = (): boolean => useSyncExternalStore(subscribe, () => first !== null)

/** Runs a task at the first press, key or scroll, or now if there was one. Returns a function that cancels it. */
export function whenTouched(task: (sign: Event) => void): () => void {
  if (first === null) return subscribe(task)
  task(first)
  return () => undefined
}
