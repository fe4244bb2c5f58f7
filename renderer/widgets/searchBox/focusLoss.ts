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

/** `ends`: ends the session and clears the text. `folds`: closes the dropdown only. */
export function afterFocusLoss({ narrow, empty, to, pressedOutside }: FocusLoss): 'stays' | 'folds' | 'ends' {
  if (to === 'box') return 'stays'
  // Done hides the keyboard to show the results.
  if (narrow && to === 'nothing' && !pressedOutside) return 'stays'
  return narrow || empty ? 'ends' : 'folds'
}
