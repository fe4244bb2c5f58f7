import { useEffect, useRef, type ClipboardEvent } from 'react'
import { t } from '#texts/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { Field } from '#ui/Field.tsx'
import { joinLines } from './links.ts'

/** Debounce of typed addresses (B4). The caller looks up a pasted address at once, in `onInput`. */
const debounceMs = 450

interface SearchFieldProps {
  value: string
  problem: string | undefined
  hint: string
  /** Whether the value is an address. */
  hasLink: boolean
  onInput: (text: string, pasted: boolean) => void
  onLookUp: (link: string) => void
}

/** One text field for search terms and addresses (D2). It looks addresses up; the caller searches for terms. */
export function SearchField({ value, problem, hint, hasLink, onInput, onLookUp }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // An address that the wizard was opened with triggers no input event, so look it up on mount.
  const latestLookUp = useRef(onLookUp)
  const initialLink = useRef(hasLink ? value : '')
  useEffect(() => {
    if (initialLink.current !== '') latestLookUp.current(initialLink.current)
  }, [])
  useEffect(() => {
    latestLookUp.current = onLookUp
  })
  const isLink = useRef(hasLink)
  useEffect(() => {
    isLink.current = hasLink
  }, [hasLink])

  /** Handles a paste of several lines: the browser would join them, since the input has a single line. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/\S\s*\n\s*\S/.test(text)) return
    event.preventDefault()
    clearTimeout(timer.current)
    // Replaces the selection, as any paste does; without one, the lines follow the present text, which is a line of its
    // own.
    const { selectionStart, selectionEnd } = event.currentTarget
    const selected = selectionStart !== null && selectionEnd !== null && selectionStart < selectionEnd
    const unselected = selected ? [value.slice(0, selectionStart), value.slice(selectionEnd)] : [value, '']
    onInput(joinLines([unselected[0]!, ...text.split('\n'), unselected[1]!]), true)
  }
  return (
    <Field
      type="search"
      label={t.wizard.searchLabel}
      placeholder={t.wizard.searchPlaceholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      value={value}
      hint={hint}
      error={problem}
      onPaste={paste}
      onChange={({ currentTarget, nativeEvent }) => {
        clearTimeout(timer.current)
        const pasted = (nativeEvent as InputEvent).inputType === 'insertFromPaste'
        onInput(currentTarget.value, pasted)
        if (!pasted)
          timer.current = setTimeout(
            (text: string) => {
              if (isLink.current) latestLookUp.current(text)
            },
            debounceMs,
            currentTarget.value,
          )
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
        if (value.trim() === '') return
        // Do not submit the step: no medium is chosen yet.
        event.preventDefault()
        clearTimeout(timer.current)
        if (hasLink) onLookUp(value)
      }}
    />
  )
}
