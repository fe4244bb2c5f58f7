/** What happens when the search box loses the focus. Pure. */

export interface FocusLoss {
  /** Phone width: the field covers the bar. */
  narrow: boolean
  /** The input is empty. */
  empty: boolean
  /** Where the focus moved. `nothing`: no element, for example after a phone's keyboard was closed with Done. */
  to: 'box' | 'elsewhere' | 'nothing'
  /** A press outside the box caused the blur. */
  pressedOutside: boolean
}

/** `end`: end the session, and on a phone close the field. `collapse`: close only the dropdown. */
export function afterFocusLoss({ narrow, empty, to, pressedOutside }: FocusLoss): 'keep' | 'collapse' | 'end' {
  if (to === 'box') return 'keep'
  // Done only hides the phone's keyboard: the results stay visible.
  if (narrow && to === 'nothing' && !pressedOutside) return 'keep'
  return narrow || empty ? 'end' : 'collapse'
}
