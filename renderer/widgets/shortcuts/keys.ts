/** Which key was pressed, and whether it is ours to take. */

/** Fields, and what finds its entries by the letters that one types. */
const typing = [
  'textarea',
  'select',
  'input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image])',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox', 'menu', 'menubar', 'tree', 'grid', 'application'].map(
    (role) => `[role=${role}]`,
  ),
].join()

const pressable = [
  'button',
  'summary',
  'input',
  'audio',
  'video',
  ...['button', 'checkbox', 'switch', 'radio', 'tab', 'option', 'slider'].map((role) => `[role=${role}]`),
].join()

const movable = [
  'input',
  'audio',
  'video',
  ...['slider', 'radio', 'tab', 'scrollbar', 'separator', 'toolbar'].map((role) => `[role=${role}]`),
].join()

/**
 * A name of the key: `k`, `Shift+n`, `Space`, `ArrowLeft`, `?`; null with any other modifier. A letter of another
 * alphabet counts by its place on the keyboard, so that a Cyrillic K is one too.
 */
export function keyOf({ key, code, shiftKey, ctrlKey, altKey, metaKey, isComposing, keyCode }: KeyboardEvent): string | null {
  // 229: the key belongs to an input method, which some browsers say in no other way.
  if (ctrlKey || altKey || metaKey || isComposing || keyCode === 229) return null
  const shift = shiftKey ? 'Shift+' : ''
  if (key === ' ') return `${shift}Space`
  if (/^[a-z]$/i.test(key)) return shift + key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined && /^\p{Letter}$/u.test(key)) return shift + letter.toLowerCase()
  // A sign is what it is, whether or not it takes Shift on this keyboard.
  return key.length === 1 ? key : shift + key
}

/** Whether what has the focus needs this key for itself. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest(typing) !== null) return true
  if (key === 'Space') return target.matches(pressable)
  return key.startsWith('Arrow') && target.matches(movable)
}
