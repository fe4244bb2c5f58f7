import { useEffect, useRef, type ClipboardEvent } from 'react'
import { t } from '#texts/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { Field } from '#ui/Field.tsx'
import { joinLines } from './links.ts'

/** Debounce of typed input (B4); pasted input is looked up at once. */
const debounceMs = 450

interface SearchFieldProps {
  value: string
  problem: string | undefined
  hint: string
  /** Whether the value is an address. */
  hasLink: boolean
  onInput: (text: string, pasted: boolean) => void
  onLookUp: (hasLink: string) => void
}

/** One box for search terms and addresses (D2). */
export function SearchField({ value, problem, hint, hasLink, onInput, onLookUp }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // An address given at opening triggers no input event, so look it up on mount.
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

  /** A single-line input would join the pasted lines. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/\S\s*\n\s*\S/.test(text)) return
    event.preventDefault()
    clearTimeout(timer.current)
    // Replaces the selection, as any paste does. The unselected text becomes separate lines.
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
        // Nothing is chosen yet, so do not submit the step.
        event.preventDefault()
        clearTimeout(timer.current)
        if (hasLink) onLookUp(value)
      }}
    />
  )
}
