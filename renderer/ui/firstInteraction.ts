import { useSyncExternalStore } from 'react'

let hasInteracted = false
const listeners = new Set<() => void>()

// Not `scroll`, which the page causes too when it restores a position.
const types = ['pointerdown', 'keydown', 'wheel']

function interact(): void {
  hasInteracted = true
  for (const type of types) removeEventListener(type, interact)
  for (const listener of [...listeners]) listener()
  listeners.clear()
}

// Listens from the start, because callers may load after the first interaction.
if (typeof window !== 'undefined') for (const type of types) addEventListener(type, interact, { passive: true })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether there was a press, a key or a scroll by wheel yet: before, the page only loads what is visible. */
export const useHasInteracted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hasInteracted,
    () => false,
  )

/** Runs a task at the first press, key or scroll by wheel, or now if there was one. Returns a function that cancels it. */
export function onFirstInteraction(task: () => void): () => void {
  if (!hasInteracted) return subscribe(task)
  task()
  return () => undefined
}
