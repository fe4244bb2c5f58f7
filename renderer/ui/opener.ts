/**
 * The control that a window was opened with, which takes the focus when the window closes. Mostly it has the focus, but
 * Safari does not focus a button that is pressed, so the one that was pressed last is remembered as well.
 */
import { useState } from 'react'

const controls = 'button, a[href], summary, input, select, textarea, [role="button"], [tabindex]:not([tabindex="-1"])'

let pressed: HTMLElement | null = null

/** Listens for presses. Answers how to stop. */
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
      // Safari gives the focus to what lies around the control and can take it, which is not what was pressed.
      if (!(target instanceof Node && target.contains(pressed))) pressed = null
    },
    options,
  )
  return () => listening.abort()
}

/** The control in use: the one that was pressed last, unless the focus has moved or a key was pressed since; then what has the focus. */
export function openerNow(): HTMLElement | null {
  if (pressed?.isConnected) return pressed
  const { activeElement, body } = document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
}

/** The control in use when `open` became true. */
export function useOpener(open: boolean): HTMLElement | null {
  const [wasOpen, setWasOpen] = useState(open)
  // Noted before anything inside takes the focus, as a field with `autoFocus` does.
  const [opener, setOpener] = useState(openerNow)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpener(openerNow())
  }
  return opener
}

/** For Base UI's `finalFocus`: the opener where it is still there; otherwise what Base UI would do. */
export const returnTo = (opener: HTMLElement | null): HTMLElement | true => (opener?.isConnected ? opener : true)
