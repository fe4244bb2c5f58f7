import { useLayoutEffect, useState, type FocusEvent, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { SuggestionList } from './SuggestionList.tsx'
import { useSuggestions } from './useSuggestions.ts'
import { isUnfinished } from '#ui/composing.ts'
import { editableOf } from '#ui/editable.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { referenceBefore, formatReference } from './reference.ts'
import { useLibrary, type LibraryEntry } from './useLibrary.tsx'
import { useOpen } from './useOpen.ts'
import styles from './TextAutocomplete.module.css'

/** Wraps any text field and completes `@members`, `#tags` and `*playlists` during typing (G4). */
export function TextAutocomplete({ children }: { children: ReactNode }) {
  /** The wrapped text field or editable element. */
  const [field, setField] = useState<HTMLElement | null>(null)
  /** Text before the caret. */
  const [textBefore, setTextBefore] = useState<string | null>(null)
  const { open, show, dismiss, scheduleClose } = useOpen()
  const reference = open && textBefore !== null ? referenceBefore(textBefore) : null
  const library = useLibrary(reference)
  // Do not suggest the word that is already typed in full.
  const offered = reference === null ? [] : library.filter((entry) => !(library.length === 1 && entry.word === reference.text))
  const list = useSuggestions<LibraryEntry>(offered, {
    onDismiss: dismiss,
    // Any word is a valid tag, but members and playlists must exist, so their first suggestion is preselected.
    eager: reference !== null && reference.kind !== 'tag',
    onPick(entry) {
      if (field && reference) editableOf(field)?.replaceBefore(reference.length, formatReference(entry))
      dismiss()
    },
  })

  const readText = () => field && setTextBefore(editableOf(field)?.before() ?? null)
  useLayoutEffect(() => {
    // The caller renders the wrapped field, so its ARIA attributes are set here.
    if (!field) return
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': list.aria['aria-controls'],
      'aria-activedescendant': list.aria['aria-activedescendant'],
    }
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
      onBlur={scheduleClose}
      onInput={({ nativeEvent }) => {
        readText()
        if (isUnfinished(nativeEvent)) dismiss()
        else show()
      }}
      onCompositionEnd={() => {
        readText()
        // Blur also ends a composition.
        if (field?.contains(document.activeElement)) show()
      }}
      onSelect={readText}
      onKeyDownCapture={(event) => {
        if (event.target === field) list.handleKey(event)
      }}
    >
      {children}
      <SuggestionList of={list} className={styles.list} />
      <VisuallyHidden>
        <span role="status">{offered.length > 0 ? t.lookup.found(offered.length) : ''}</span>
      </VisuallyHidden>
    </div>
  )
}
