/** Fields of dialogs, and fields of the page that hold something; the box of search is neither. */
const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=search]), textarea, [contenteditable="true"]'

/** Whether a full load would lose what is written on the page. */
export function isWriting(document: Document): boolean {
  // Toasts and panels without fields are dialogs as well.
  if (document.querySelector(`[role="dialog"] :is(${fields})`)) return true
  return [...document.querySelectorAll<HTMLInputElement>(`main :is(${fields})`)].some(
    ({ value, textContent }) => (value ?? textContent) !== '',
  )
}
