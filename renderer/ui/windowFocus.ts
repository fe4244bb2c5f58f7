/** Whether something that a window does not hold has the focus: what took it while the window faded keeps it. */
export function focusTaken(window: Element | null): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !window?.contains(activeElement)
}
