import { useId, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { tidy } from '#contract/rules.ts'
import { lookupsApi } from '#data/lookups.ts'
import { isUnfinished } from '#ui/composing.ts'
import { Field } from '#ui/Field.tsx'
import { useDebouncedValue } from '#ui/useDebouncedValue.ts'
import { SuggestionList } from './SuggestionList.tsx'
import { useOpen } from './useOpen.ts'
import { useSuggestions } from './useSuggestions.ts'
import styles from './TextAutocomplete.module.css'

interface WorkTitleFieldProps {
  label: string
  error?: ReactNode
  value: string
  /** Suggested titles known beforehand. */
  names: readonly string[]
  onChange: (what: string) => void
}

/** Debounce of the suggestions in ms, as in the other search fields (B4). */
const debounceMs = 450
const maxSuggestions = 6

/**
 * Title of the work (song, film, …) that a post contains, completed from `names` and from the works of matching posts.
 */
export function WorkTitleField({ names, value, onChange, ...field }: WorkTitleFieldProps) {
  const id = useId()
  const { open, show, dismiss, scheduleClose } = useOpen()
  const text = tidy(value)
  const debouncedText = useDebouncedValue(text.slice(0, 100), debounceMs)
  const { data } = lookupsApi.useQuickSearchQuery(
    { query: { q: debouncedText, type: 'post', limit: maxSuggestions, autocomplete: '1', materialize: '1' } },
    { skip: !open || debouncedText === '' },
  )
  const fold = (text: string) => text.toLowerCase()
  const postTitles = (data?.results ?? []).flatMap(({ entry }) =>
    entry && 'media' in entry && entry.media ? [entry.media.what ?? entry.media.title] : [],
  )
  const offered = [
    ...new Map([...names, ...postTitles.filter((name) => fold(name).includes(fold(text)))].map((name) => [fold(name), name])).values(),
  ]
  const items = open
    ? offered
        .filter((name) => name !== value)
        .slice(0, maxSuggestions)
        .map((name) => ({ id: name, label: name }))
    : []
  const list = useSuggestions(items, {
    onDismiss: dismiss,
    onPick({ label }) {
      onChange(label.slice(0, limits.who.length))
      dismiss()
    },
  })
  return (
    <div className={styles.around} onBlur={scheduleClose} onKeyDownCapture={(event) => list.handleKey(event)}>
      <Field
        {...field}
        id={id}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={limits.who.length}
        value={value}
        {...list.aria}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ currentTarget, nativeEvent }) => {
          onChange(currentTarget.value)
          if (isUnfinished(nativeEvent)) dismiss()
          else show()
        }}
      />
      <SuggestionList of={list} className={styles.list} />
    </div>
  )
}
