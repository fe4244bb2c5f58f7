/** Fields of dialogs, and non-empty fields of the page; the search box is neither. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=search]), textarea, [contenteditable="true"]'

/** Whether a full load would lose unsaved input. */
export function hasUnsavedInput(document: Document): boolean {
  // Toasts and panels without fields are dialogs as well.
  if (document.querySelector(`[role="dialog"] :is(${fields})`)) return true
  return [...document.querySelectorAll<HTMLInputElement>(`main :is(${fields})`)].some(
    ({ value, textContent }) => (value ?? textContent) !== '',
  )
}
