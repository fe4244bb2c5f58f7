/** One interface to text fields of any kind, for autocompletion. */

export interface Editable {
  /** The text before the caret; null with a selection. */
  before: () => string | null
  /** Replaces the characters before the caret and focuses behind them. Undoable. */
  replaceBefore: (length: number, words: string) => void
}

const editors = new WeakMap<Element, Editable>()

/** Registers an editor for its element. @returns unregisters it. */
export function registerEditable(element: Element, editable: Editable): () => void {
  editors.set(element, editable)
  return () => void editors.delete(element)
}

const plain = (field: HTMLTextAreaElement | HTMLInputElement): Editable => ({
  before: () => (field.selectionStart === field.selectionEnd ? field.value.slice(0, field.selectionStart ?? 0) : null),
  replaceBefore(length, words) {
    field.focus()
    const end = field.selectionEnd ?? field.value.length
    field.setSelectionRange(end - length, end)
    // Deprecated, but the only way to keep the undo history of a plain field; supported by every browser.
    document.execCommand('insertText', false, words)
  },
})

/** Null for an element that is not a text field. */
export const editableOf = (field: Element): Editable | null =>
  editors.get(field) ?? (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? plain(field) : null)
