import { useEffect, useRef, type ClipboardEvent } from 'react'
import { t } from '#texts/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { Field } from '#ui/Field.tsx'
import { joinLines } from './links.ts'

/** Typing is waited for this long (B4); a paste is looked up at once. */
const debounceMs = 450

interface SearchFieldProps {
  value: string
  problem: string | undefined
  hint: string
  /** What it holds is the address of something. */
  link: boolean
  onWrite: (text: string, pasted: boolean) => void
  onLook: (link: string) => void
}

/** One box for both: words are looked for, and an address is looked up (D2). */
export function SearchField({ value, problem, hint, link, onWrite, onLook }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // It opened with an address in it, which nobody typed and nobody else will ask about.
  const look = useRef(onLook)
  const given = useRef(link ? value : '')
  useEffect(() => {
    if (given.current !== '') look.current(given.current)
  }, [])
  useEffect(() => {
    look.current = onLook
  })
  const isLink = useRef(link)
  useEffect(() => {
    isLink.current = link
  }, [link])

  /** A field of one line would run the lines of a paste together. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/\S\s*\n\s*\S/.test(text)) return
    event.preventDefault()
    clearTimeout(timer.current)
    // As any paste does, it replaces what is selected; beside what is not, its lines are lines of their own.
    const { selectionStart, selectionEnd } = event.currentTarget
    const selected = selectionStart !== null && selectionEnd !== null && selectionStart < selectionEnd
    const kept = selected ? [value.slice(0, selectionStart), value.slice(selectionEnd)] : [value, '']
    onWrite(joinLines([kept[0]!, ...text.split('\n'), kept[1]!]), true)
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
        onWrite(currentTarget.value, pasted)
        if (!pasted)
          timer.current = setTimeout(
            (text: string) => {
              if (isLink.current) look.current(text)
            },
            debounceMs,
            currentTarget.value,
          )
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
        if (value.trim() === '') return
        // Nothing is chosen yet, so there is nothing to go on with.
        event.preventDefault()
        clearTimeout(timer.current)
        if (link) onLook(value)
      }}
    />
  )
}
