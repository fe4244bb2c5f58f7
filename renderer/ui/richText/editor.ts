/** The editor of `RichTextField`: ProseMirror with a single block of text, key bindings, and plain-text paste. */
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { isOfInputMethod } from '../composing.ts'
import type { Editable } from '../editable.ts'
import { readMarkup, writeMarkup } from './markup.ts'
import { markNames, schema, type MarkName } from './schema.ts'

export interface Editor extends Editable {
  /** At a caret it affects the next input, otherwise the selection. */
  toggle(mark: MarkName): void
  destroy(): void
}

interface Listeners {
  /** HTML; `''` without text. */
  onChange: (html: string) => void
  /** The marks of the selection, or of the next input. */
  onMarks: (marks: readonly MarkName[]) => void
}

export function marksOf({ selection: { empty, $from, from, to }, storedMarks, doc }: EditorState): MarkName[] {
  if (empty) return markNames.filter((name) => schema.marks[name]!.isInSet(storedMarks ?? $from.marks()))
  return markNames.filter((name) => {
    let all = true
    doc.nodesBetween(from, to, (node) => {
      if (node.isInline) all &&= schema.marks[name]!.isInSet(node.marks) !== undefined
    })
    return all
  })
}

export const toggle =
  (name: MarkName): Command =>
  (state, dispatch) => {
    const { empty, from, to } = state.selection
    const mark = schema.mark(name)
    const has = marksOf(state).includes(name)
    if (empty) dispatch?.(has ? state.tr.removeStoredMark(mark) : state.tr.addStoredMark(mark))
    else dispatch?.((has ? state.tr.removeMark(from, to, mark) : state.tr.addMark(from, to, mark)).scrollIntoView())
    return true
  }

/** Select all in the editor itself: the browser reports its own selection asynchronously, possibly after the next shortcut. */
const selectAll: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, 0, state.doc.content.size)))
  return true
}

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.node('br')).scrollIntoView())
  return true
}

/** Deletes a line break at the caret, because Firefox would replace one at the end of the text by its own. */
export const deleteBreak =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const { empty, from, $from } = state.selection
    if (!empty || (side === 'before' ? $from.nodeBefore : $from.nodeAfter)?.type !== schema.nodes.br) return false
    const start = side === 'before' ? from - 1 : from
    dispatch?.(state.tr.delete(start, start + 1).scrollIntoView())
    return true
  }

/**
 * The deletion that leaves the last line empty; null for any other. Firefox would insert a line feed there, which looks like a typed one.
 */
export function emptyLastLine(state: EditorState, from: number, to: number): Transaction | null {
  const $from = state.doc.resolve(from)
  if (from >= to || to < state.doc.content.size || $from.nodeBefore?.isText) return null
  const marks = $from.marksAcross(state.doc.resolve(to))
  const tr = state.tr.delete(from, to)
  return (marks ? tr.ensureMarks(marks) : tr).scrollIntoView()
}

const [deleteBefore, deleteAfter] = [deleteBreak('before'), deleteBreak('after')]

/** Replaces the selection by plain text with the active marks, and puts the caret behind it. */
export function insertPlain(state: EditorState, text: string): Transaction {
  const { empty, from, to, $from, $to } = state.selection
  const marks = state.storedMarks ?? (empty ? $from.marks() : $from.marksAcross($to)) ?? []
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const nodes = lines.flatMap((line, n): Node[] => [
    ...(n > 0 ? [schema.nodes.br.create(null, null, marks)] : []),
    ...(line === '' ? [] : [schema.text(line, marks)]),
  ])
  const { tr } = state
  tr.replaceWith(from, to, nodes)
  return closeHistory(tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(to)))).scrollIntoView()
}

/** Replaces the last characters before the caret, as one undo step. */
export const completion = (state: EditorState, length: number, words: string): Transaction => {
  const end = state.selection.from
  return closeHistory(state.tr.insertText(words, Math.max(0, end - length), end)).scrollIntoView()
}

/** The text before the caret with the same marks: a reference does not span styles or lines. */
export function textBefore({ selection: { empty, $from } }: EditorState): string | null {
  const text = empty ? $from.nodeBefore?.text : undefined
  return text ?? null
}

export const startState = (html: string): EditorState =>
  EditorState.create({
    doc: readMarkup(html),
    plugins: [
      history(),
      keymap({
        'Mod-b': toggle('b'),
        'Mod-i': toggle('i'),
        'Mod-u': toggle('u'),
        'Mod-a': selectAll,
        'Mod-z': undo,
        'Shift-Mod-z': redo,
        'Mod-y': redo,
        Enter: breakLine,
        'Shift-Enter': breakLine,
        Backspace: deleteBefore,
        'Mod-Backspace': deleteBefore,
        'Shift-Backspace': deleteBefore,
        Delete: deleteAfter,
        'Mod-Delete': deleteAfter,
      }),
    ],
  })

/** Formatting commands of the iOS and macOS menus. */
const inputTypes: Readonly<Record<string, MarkName>> = {
  formatBold: 'b',
  formatItalic: 'i',
  formatUnderline: 'u',
  formatStrikeThrough: 's',
}

/** Turns an existing element into a text editor. */
export function createEditor(place: HTMLElement, initial: string, { onChange, onMarks }: Listeners): Editor {
  const start = startState(initial)
  const view: EditorView = new EditorView(
    { mount: place },
    {
      state: start,
      dispatchTransaction(transaction) {
        const before = view.state
        view.updateState(before.apply(transaction))
        onMarks(marksOf(view.state))
        // An unchanged text returns its original HTML, however the server nested its marks.
        if (transaction.docChanged) onChange(view.state.doc.eq(start.doc) ? initial : writeMarkup(view.state.doc))
      },
      handleDOMEvents: {
        // Left to the surrounding window; ProseMirror would prevent its default.
        keydown: (_, event) => event.key === 'Escape' && !isOfInputMethod(event),
        beforeinput(_, event): boolean {
          const name = inputTypes[event.inputType]
          if (name !== undefined) {
            event.preventDefault()
            return toggle(name)(view.state, view.dispatch)
          }
          const [range] = event.inputType.startsWith('delete') && event.cancelable && !view.composing ? event.getTargetRanges() : []
          const deletion =
            range &&
            emptyLastLine(
              view.state,
              view.posAtDOM(range.startContainer, range.startOffset),
              view.posAtDOM(range.endContainer, range.endOffset),
            )
          if (!deletion) return false
          event.preventDefault()
          view.dispatch(deletion)
          return true
        },
        paste(_, event) {
          event.preventDefault()
          const text = event.clipboardData?.getData('text/plain') ?? ''
          if (text !== '') view.dispatch(insertPlain(view.state, text))
          return true
        },
        // The browser's drop caret is shown.
        dragover: () => true,
        drop(_, event) {
          // For text moved within the editor, ProseMirror's own drop preserves the marks.
          if (view.dragging) return false
          event.preventDefault()
          const text = event.dataTransfer?.getData('text/plain') ?? ''
          if (text === '') return true
          const point = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (point) view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, point.pos)))
          view.dispatch(insertPlain(view.state, text))
          view.focus()
          return true
        },
        // Clicking a link places the caret.
        click: (_, event) => event.preventDefault(),
      },
    },
  )
  return {
    toggle(mark) {
      view.focus()
      toggle(mark)(view.state, view.dispatch)
    },
    before: () => textBefore(view.state),
    replaceBefore(length, words) {
      view.dispatch(completion(view.state, length, words))
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
