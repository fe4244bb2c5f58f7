/** Effect of a focus loss of the search input. */

export interface FocusLoss {
  /** Phone width: the field covers the bar. */
  narrow: boolean
  empty: boolean
  /** New focus target; `nothing` also when the window lost the focus or a phone's keyboard was closed with Done. */
  to: 'box' | 'elsewhere' | 'nothing'
  /** A press outside the box caused the blur. */
  pressedOutside: boolean
}

/** `end`: end the session and clear the text. `collapse`: close only the dropdown. */
export function afterFocusLoss({ narrow, empty, to, pressedOutside }: FocusLoss): 'keep' | 'collapse' | 'end' {
  if (to === 'box') return 'keep'
  // Done hides the keyboard to show the results.
  if (narrow && to === 'nothing' && !pressedOutside) return 'keep'
  return narrow || empty ? 'end' : 'collapse'
}
