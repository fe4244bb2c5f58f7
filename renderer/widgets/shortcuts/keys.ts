/** Names of pressed keys, and whether the focused element handles them itself. */

/** Selector of text fields and widgets with type-ahead: these handle every key. */
const typing = [
  'textarea',
  'select',
  'input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image])',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox', 'menu', 'menubar', 'tree', 'grid', 'application'].map(
    (role) => `[role=${role}]`,
  ),
].join()

/** Selector of elements that handle the space bar. */
const pressable = [
  'button',
  'summary',
  'input',
  'audio',
  'video',
  ...['button', 'checkbox', 'switch', 'radio', 'tab', 'option', 'slider'].map((role) => `[role=${role}]`),
].join()

/** Selector of elements that handle the arrow keys. */
const movable = [
  'input',
  'audio',
  'video',
  ...['slider', 'radio', 'tab', 'scrollbar', 'separator', 'toolbar'].map((role) => `[role=${role}]`),
].join()

/**
 * Name of a key: `k`, `Shift+n`, `Space`, `ArrowLeft`, `?`; null with other modifiers. Letters of non-Latin alphabets are named by key
 * position, so that shortcuts work with a Cyrillic layout.
 */
export function keyOf({ key, code, shiftKey, ctrlKey, altKey, metaKey, isComposing, keyCode }: KeyboardEvent): string | null {
  // keyCode 229: input method; some browsers do not set `isComposing`.
  if (ctrlKey || altKey || metaKey || isComposing || keyCode === 229) return null
  const shift = shiftKey ? 'Shift+' : ''
  if (key === ' ') return `${shift}Space`
  if (/^[a-z]$/i.test(key)) return shift + key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined && /^\p{Letter}$/u.test(key)) return shift + letter.toLowerCase()
  // Symbols are named without Shift, because layouts differ in needing it.
  return key.length === 1 ? key : shift + key
}

/** Whether the focused element handles this key itself. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest(typing) !== null) return true
  if (key === 'Space') return target.matches(pressable)
  return key.startsWith('Arrow') && target.matches(movable)
}
