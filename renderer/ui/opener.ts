/**
 * The opener of a window, which gets the focus when the window closes. Usually it is the focused element, but Safari does not focus
 * pressed buttons, so the last pressed control is tracked too.
 */
import { useState } from 'react'

const controls = 'button, a[href], summary, input, select, textarea, [role="button"], [tabindex]:not([tabindex="-1"])'

let pressed: HTMLElement | null = null

/** Tracks presses. Returns a function that stops. */
export function watchPresses(root: Document): () => void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  root.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest<HTMLElement>(controls) : null
    },
    options,
  )
  root.addEventListener('keydown', () => (pressed = null), options)
  root.addEventListener(
    'focusin',
    ({ target }) => {
      // Safari focuses a focusable ancestor of the pressed control instead.
      if (!(target instanceof Node && target.contains(pressed))) pressed = null
    },
    options,
  )
  return () => listening.abort()
}

/** The control in use: the last pressed one, unless the focus has moved or a key was pressed since; then the focused one. */
export function openerNow(): HTMLElement | null {
  if (pressed?.isConnected) return pressed
  const { activeElement, body } = document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
}

/** The control in use when `open` became true. */
export function useOpener(open: boolean): HTMLElement | null {
  const [wasOpen, setWasOpen] = useState(open)
  // Read before an element inside takes the focus, such as a field with `autoFocus`.
  const [opener, setOpener] = useState(() => (open ? openerNow() : null))
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpener(openerNow())
  }
  return opener
}

/** For Base UI's `finalFocus`: the opener if it still exists, otherwise the default. */
export const returnTo = (opener: HTMLElement | null): HTMLElement | true => (opener?.isConnected ? opener : true)
