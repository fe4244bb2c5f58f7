import { useLayoutEffect, useState, type FocusEvent, type ReactNode } from 'react'
import { t } from '../../texts/index.ts'
import { SuggestionList } from './SuggestionList.tsx'
import { useSuggestions } from './useSuggestions.ts'
import { isUnfinished } from '../../ui/composing.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { referenceBefore, referenceTo } from './reference.ts'
import { useLibrary, type Known } from './useLibrary.tsx'
import { useOpen } from './useOpen.ts'
import styles from './TextAutocomplete.module.css'

/** The text before the caret of the field that has the focus; null where something is selected. */
function beforeCaret(field: Element): string | null {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)
    return field.selectionStart === field.selectionEnd ? field.value.slice(0, field.selectionStart ?? 0) : null
  const selection = document.getSelection()
  if (!selection?.isCollapsed || !selection.anchorNode || !field.contains(selection.anchorNode)) return null
  // A reference does not go over a change of style, nor over a line.
  return selection.anchorNode.nodeType === Node.TEXT_NODE ? (selection.anchorNode.textContent ?? '').slice(0, selection.anchorOffset) : null
}

/** Puts words in the place of the last characters before the caret, as if somebody had typed them: it can be undone. */
function replaceBefore(field: HTMLElement, length: number, words: string): void {
  field.focus()
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    const end = field.selectionEnd ?? field.value.length
    field.setSelectionRange(end - length, end)
  } else {
    const selection = document.getSelection()
    const node = selection?.anchorNode
    if (!selection || !node) return
    selection.setBaseAndExtent(node, Math.max(0, selection.anchorOffset - length), node, selection.anchorOffset)
  }
  document.execCommand('insertText', false, words)
}

/** Around a text field of any kind: completes `@members`, `#tags` and `*playlists` while they are written (G4). */
export function TextAutocomplete({ children }: { children: ReactNode }) {
  const [field, setField] = useState<HTMLElement | null>(null)
  const [before, setBefore] = useState<string | null>(null)
  const { open, show, dismiss, leave } = useOpen()
  const wanted = open && before !== null ? referenceBefore(before) : null
  const library = useLibrary(wanted)
  // A whole word that is there already is no suggestion.
  const offered = wanted === null ? [] : library.filter((known) => !(library.length === 1 && known.word === wanted.text))
  const list = useSuggestions<Known>(offered, {
    onDismiss: dismiss,
    // Any word may be a tag, but members and playlists are those that there are.
    eager: wanted !== null && wanted.kind !== 'tag',
    onPick(known) {
      if (field && wanted) replaceBefore(field, wanted.length, referenceTo(known))
      dismiss()
    },
  })

  const look = () => field && setBefore(beforeCaret(field))
  useLayoutEffect(() => {
    // The field is somebody else's component; only this knows of the list.
    if (!field) return
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': list.aria['aria-controls'], 'aria-activedescendant': list.aria['aria-activedescendant'] }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) field.removeAttribute(name)
      else field.setAttribute(name, value)
    }
  })

  return (
    <div
      className={styles.around}
      onFocus={({ target }: FocusEvent<HTMLElement>) => {
        if (target instanceof HTMLTextAreaElement || target.isContentEditable) setField(target)
      }}
      onBlur={leave}
      onInput={({ nativeEvent }) => {
        look()
        if (isUnfinished(nativeEvent)) dismiss()
        else show()
      }}
      onCompositionEnd={() => {
        look()
        // Leaving the field ends it too.
        if (field?.contains(document.activeElement)) show()
      }}
      onSelect={look}
      onKeyDownCapture={(event) => {
        if (event.target === field) list.take(event)
      }}
    >
      {children}
      <SuggestionList of={list} className={styles.list} />
      <VisuallyHidden><span role="status">{offered.length > 0 ? t.lookup.found(offered.length) : ''}</span></VisuallyHidden>
    </div>
  )
}
