/**
 * Open dialogs share one entry of the history: Back closes the innermost dialog, or prompts for its unsaved input, and neither
 * moves the page below nor leaves the site. The entry is removed when the last dialog closes.
 */
import { useEffect, useEffectEvent } from 'react'

/** The open dialogs, innermost last. */
const guards: (() => void)[] = []
/** The addresses of the entry below ours and of ours: they differ once the page replaced its address. Null without an entry. */
let entry: { below: string; own: string; state: unknown } | null = null
/** Going back from our entry; calls that must wait for it. */
let leaving: { to: string; waiting: (() => void)[]; timer: ReturnType<typeof setTimeout> } | null = null
/** A traversal that has not happened within this time never will (ms). */
const traversalMs = 1000
let isListening = false
let isScheduled = false

const isGuard = (state: unknown): boolean => (state as { guard?: true } | null)?.guard === true

/** Whether the current entry is the one of the open dialogs. */
export const onGuardEntry = (): boolean => isGuard(history.state)

function withoutGuard(state: unknown): object {
  const { guard: _, ...rest } = (state ?? {}) as { guard?: true }
  return rest
}

/** An address that was replaced while a dialog was open is also the address of the entry below. */
function restore({ below, own, state }: NonNullable<typeof entry>): void {
  if (own !== below) history.replaceState(withoutGuard(state), '', own)
}

function leave(): void {
  const timer = setTimeout(() => {
    history.replaceState(withoutGuard(history.state), '')
    settle()
  }, traversalMs)
  leaving = { to: entry?.below ?? location.href, waiting: [], timer }
  history.back()
}

function settle(): void {
  if (leaving === null) return
  const { waiting, timer } = leaving
  clearTimeout(timer)
  leaving = null
  if (entry !== null && location.href === entry.below) restore(entry)
  entry = null
  for (const act of waiting) act()
  // The pending navigation must not be preceded by a new entry.
  if (waiting.length === 0) schedule()
}

/** Deferred: dialogs that open and close within one update, and a navigation after closing, need only one change. */
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    adjust()
  })
}

/** Adds the entry if a dialog is open, and removes it if none is. */
function adjust(): void {
  if (leaving !== null) return
  if (guards.length === 0) {
    if (onGuardEntry()) leave()
    else entry = null
  } else if (!onGuardEntry() || entry === null) {
    const below = location.href
    // After a reload the entry of the dialog that was open before still exists.
    if (!onGuardEntry()) history.pushState({ ...(history.state as object | null), guard: true }, '')
    entry = { below, own: below, state: history.state }
  }
}

/** Runs before every other listener: the page below does not see the moves between our entry and its own. */
function onPopState(event: PopStateEvent): void {
  if (leaving !== null) {
    if (location.href === leaving.to) event.stopImmediatePropagation()
    settle()
    return
  }
  if (entry !== null && !isGuard(event.state) && location.href === entry.below) {
    event.stopImmediatePropagation()
    restore(entry)
    entry = null
    guards.at(-1)?.()
  }
  schedule()
}

/** Starts listening. After a reload on our entry, or going forward to it, no dialog is open: it is left. */
export function watchBack(): void {
  if (isListening) return
  isListening = true
  addEventListener('popstate', onPopState, { capture: true })
  if (onGuardEntry()) schedule()
}

/** Whether our entry is being left: `act` is then called afterwards. */
export function waitForLeaving(act: () => void): boolean {
  leaving?.waiting.push(act)
  return leaving !== null
}

/** Calls `act` on the entry below ours, leaving ours first. */
export function belowGuard(act: () => void): void {
  if (leaving === null && onGuardEntry()) leave()
  if (!waitForLeaving(act)) act()
}

/** Call when the page has changed its address itself: a new entry replaced ours, or ours has another address. */
export function noteMove(): void {
  if (entry !== null && onGuardEntry()) entry = { ...entry, own: location.href, state: history.state }
  else entry = null
  schedule()
}

/** Guards an open dialog. @returns stops guarding. */
export function guardBack(close: () => void): () => void {
  watchBack()
  guards.push(close)
  schedule()
  return () => {
    guards.splice(guards.indexOf(close), 1)
    schedule()
  }
}

/** `close` closes the dialog, or prompts first. */
export function useBackGuard(isActive: boolean, close: () => void): void {
  const latest = useEffectEvent(close)
  useEffect(() => (isActive ? guardBack(() => latest()) : undefined), [isActive])
}
