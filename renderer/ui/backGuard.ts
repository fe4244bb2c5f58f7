/**
 * Unsaved work is one entry of the history: going back from it asks, and neither moves the page below nor leaves the site. The entry is
 * shared by nested dialogs; the innermost is asked.
 */
import { useEffect, useEffectEvent } from 'react'

/** Innermost last. */
const guards: (() => void)[] = []
/** The address at which the entry was made; null while there is none. */
let base: string | null = null
let isLeaving = false
let isListening = false

const isGuard = (state: unknown): boolean => (state as { guard?: true } | null)?.guard === true

function push(): void {
  // A reload keeps the entry of the form that was open before.
  if (!isGuard(history.state)) history.pushState({ ...(history.state as object | null), guard: true }, '')
}

/** Runs before every other listener: the page below does not hear of the entry. */
function onPopState(event: PopStateEvent): void {
  if (isLeaving) {
    isLeaving = false
    event.stopImmediatePropagation()
    return
  }
  if (base === null) return
  // Several entries at once, to another page.
  if (location.href !== base) {
    base = null
    return
  }
  event.stopImmediatePropagation()
  // Forward from the entry below.
  if (isGuard(event.state)) return
  push()
  guards.at(-1)?.()
}

/** @returns ends it. */
function guardBack(ask: () => void): () => void {
  if (!isListening) addEventListener('popstate', onPopState, { capture: true })
  isListening = true
  guards.push(ask)
  if (base === null) {
    base = location.href
    push()
  }
  return () => {
    guards.splice(guards.indexOf(ask), 1)
    // Later: a navigation that follows takes the place of the entry, and a form that is still dirty keeps it.
    setTimeout(() => {
      if (guards.length > 0 || base === null) return
      const isHere = location.href === base && isGuard(history.state)
      base = null
      if (!isHere) return
      isLeaving = true
      history.back()
    })
  }
}

/** `ask` closes what is open, or asks whether it may. */
export function useBackGuard(isActive: boolean, ask: () => void): void {
  const latest = useEffectEvent(ask)
  useEffect(() => (isActive ? guardBack(() => latest()) : undefined), [isActive])
}
