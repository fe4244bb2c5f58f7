/** Fields that may contain unsaved input: all that accept text, except search boxes. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=search]), textarea, [contenteditable="true"]'

/** Whether a full load could lose unsaved input: a dialog has a field, or a field of the page is not empty. */
export function hasUnsavedInput(document: Document): boolean {
  // Not every dialog: toasts and panels without fields have this role too.
  if (document.querySelector(`[role="dialog"] :is(${fields})`)) return true
  return [...document.querySelectorAll<HTMLInputElement>(`main :is(${fields})`)].some(
    ({ value, textContent }) => (value ?? textContent) !== '',
  )
}
