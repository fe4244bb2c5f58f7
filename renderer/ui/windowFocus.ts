/** Whether an element outside the window was focused during the closing animation: then the focus must not be restored. */
export function focusTaken(window: Element | null): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !window?.contains(activeElement)
}
