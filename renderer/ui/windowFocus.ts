/** Whether an element outside the window has the focus: it keeps the focus it took during the closing animation. */
export function focusTaken(window: Element | null): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !window?.contains(activeElement)
}
