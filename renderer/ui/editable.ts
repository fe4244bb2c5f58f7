/** One interface to text fields of any kind, for completing words in them. */

export interface Editable {
  /** The text directly before the caret; null where something is selected. */
  before: () => string | null
  /** Puts words in the place of so many characters before the caret, and the focus behind them. It can be undone. */
  replaceBefore: (length: number, words: string) => void
}

const editors = new WeakMap<Element, Editable>()

/** An editor makes itself known under its element. @returns the way to undo that. */
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
    // Deprecated, but nothing else keeps the undo history of a plain field; every browser supports it there.
    document.execCommand('insertText', false, words)
  },
})

/** Null for an element that takes no text. */
export const editableOf = (field: Element): Editable | null =>
  editors.get(field) ?? (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? plain(field) : null)
