/** What becomes of a search when its input loses the focus. */

export interface FocusLoss {
  /** The window is a phone's: the box lies over the bar. */
  narrow: boolean
  empty: boolean
  /** What has the focus now; `nothing` also where the window lost it, or where a phone's keyboard was put away with Done. */
  to: 'box' | 'elsewhere' | 'nothing'
  /** A press outside the box took the focus. */
  pressedOutside: boolean
}

/** `ends`: with what was typed. `folds`: only the list. */
export function afterFocusLoss({ narrow, empty, to, pressedOutside }: FocusLoss): 'stays' | 'folds' | 'ends' {
  if (to === 'box') return 'stays'
  // Done hides the keyboard so that the finds can be seen.
  if (narrow && to === 'nothing' && !pressedOutside) return 'stays'
  return narrow || empty ? 'ends' : 'folds'
}
