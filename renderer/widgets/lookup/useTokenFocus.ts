import { useState, type KeyboardEvent, type RefObject } from 'react'

interface TokenFocusOptions {
  /** Number of tokens. */
  count: number
  /** Contains the tokens' buttons, marked with `data-token`. */
  box: RefObject<HTMLElement | null>
  input: RefObject<HTMLInputElement | null>
  onRemove: (n: number) => void
}

export interface TokenFocus {
  /** Index of the token that Tab focuses (roving tabindex). */
  active: number
  setActive: (n: number) => void
  focus: (n: number) => void
  /** Removes a token and moves the focus to the previous token or the input. */
  remove: (n: number) => void
  handleKey: (event: KeyboardEvent, n: number) => void
}

/** Keyboard navigation between the tokens of a field and its input. */
export function useTokenFocus({ count, box, input, onRemove }: TokenFocusOptions): TokenFocus {
  const [tabStop, setTabStop] = useState<number | null>(null)
  const focus = (n: number) => {
    setTabStop(n)
    box.current?.querySelectorAll<HTMLElement>('[data-token]')[n]?.focus()
  }
  const remove = (n: number) => {
    onRemove(n)
    // The focused button is removed.
    if (n > 0) focus(n - 1)
    else input.current?.focus()
  }
  return {
    active: tabStop !== null && tabStop < count ? tabStop : count - 1,
    setActive: setTabStop,
    focus,
    remove,
    handleKey(event, n) {
      const { key } = event
      if (key === 'Backspace' || key === 'Delete') remove(n)
      else if (key === 'ArrowLeft') focus(Math.max(0, n - 1))
      else if (key === 'ArrowRight') {
        if (n < count - 1) focus(n + 1)
        else input.current?.focus()
      } else if (key === 'Home') focus(0)
      else if (key === 'End') input.current?.focus()
      else return
      event.preventDefault()
    },
  }
}
