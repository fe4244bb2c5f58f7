import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { t } from '#texts/index.ts'
import { isOfInputMethod, isUnfinished } from '#ui/composing.ts'
import { Icon } from '#ui/Icon.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { useSuggestions, type Suggestion } from './useSuggestions.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './TokenField.module.css'

interface TokenFieldProps<S extends Suggestion> {
  label: string
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  /** Selected values. */
  tokens: readonly string[]
  /** Prefix shown before each token, such as `#`. */
  sign?: string
  /** Text in the input. */
  text: string
  suggestions: readonly S[]
  /** The maximum is reached; the input is read-only. */
  full?: boolean
  onText: (text: string) => void
  /** Called during IME composition: the text must not be split into tokens yet. */
  onCompose: (text: string) => void
  onPick: (suggestion: S) => void
  onRemove: (token: string) => void
  /** Enter, or blur with text in the input. */
  onCommit: () => void
  onDismiss: () => void
  onFocus?: () => void
  onBlur?: () => void
}

/** Multi-value input with removable tokens and optional suggestions. */
export function TokenField<S extends Suggestion>(props: TokenFieldProps<S>) {
  const {
    label,
    hint,
    error,
    placeholder,
    tokens,
    sign = '',
    text,
    suggestions,
    full = false,
    onText,
    onCompose,
    onPick,
    onRemove,
    onCommit,
    onDismiss,
    onFocus,
    onBlur,
  } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  // Roving tabindex: the token that Tab focuses.
  const [tabStop, setTabStop] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const activeToken = tabStop !== null && tabStop < tokens.length ? tabStop : tokens.length - 1
  const list = useSuggestions(suggestions, {
    onDismiss,
    onPick(suggestion) {
      setAnnouncement(t.lookup.added(suggestion.label))
      onPick(suggestion)
    },
  })

  const focusToken = (n: number) => {
    setTabStop(n)
    box.current?.querySelectorAll<HTMLElement>('[data-token]')[n]?.focus()
  }
  const remove = (n: number) => {
    const token = tokens[n]!
    setAnnouncement(t.lookup.removed(token))
    onRemove(token)
    // Focus the previous token or the input: the focused button is removed.
    if (n > 0) focusToken(n - 1)
    else input.current?.focus()
  }
  const inputKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.handleKey(event) || isOfInputMethod(event.nativeEvent)) return
    const { key, currentTarget } = event
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    if (key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      onCommit()
    } else if (atStart && tokens.length > 0 && (key === 'ArrowLeft' || key === 'Backspace')) {
      event.preventDefault()
      focusToken(tokens.length - 1)
    }
  }
  const tokenKeys = (event: KeyboardEvent, n: number) => {
    const { key } = event
    if (key === 'Backspace' || key === 'Delete') remove(n)
    else if (key === 'ArrowLeft') focusToken(Math.max(0, n - 1))
    else if (key === 'ArrowRight') {
      if (n < tokens.length - 1) focusToken(n + 1)
      else input.current?.focus()
    } else if (key === 'Home') focusToken(0)
    else if (key === 'End') input.current?.focus()
    else return
    event.preventDefault()
  }

  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div
        ref={box}
        className={styles.box}
        data-invalid={error ? '' : undefined}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          input.current?.focus()
        }}
      >
        {tokens.length > 0 && (
          <ul className={styles.tokens} aria-label={t.lookup.chosen}>
            {tokens.map((token, n) => (
              <li key={token} className={styles.token}>
                <span className={styles.name}>
                  {sign}
                  {token}
                </span>
                <button
                  type="button"
                  data-token=""
                  className={styles.remove}
                  aria-label={t.lookup.remove(token)}
                  title={t.lookup.remove(token)}
                  tabIndex={n === activeToken ? 0 : -1}
                  onFocus={() => setTabStop(n)}
                  onKeyDown={(event) => tokenKeys(event, n)}
                  onClick={() => remove(n)}
                >
                  <Icon as={X} size={14} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={id}
          className={styles.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.items.length > 0}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
          {...list.aria}
          placeholder={tokens.length === 0 ? placeholder : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={full}
          value={text}
          onChange={({ currentTarget: { value }, nativeEvent }) => {
            composing.current = isUnfinished(nativeEvent)
            if (composing.current) onCompose(value)
            else onText(value)
          }}
          onCompositionEnd={({ currentTarget: { value } }) => {
            if (composing.current) onText(value)
            composing.current = false
          }}
          onKeyDown={inputKeys}
          onFocus={onFocus}
          onBlur={() => {
            if (text.trim() !== '') onCommit()
            onBlur?.()
          }}
        />
        <SuggestionList of={list} />
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
      <VisuallyHidden>
        <span role="status">{list.items.length > 0 ? t.lookup.found(list.items.length) : announcement}</span>
      </VisuallyHidden>
    </div>
  )
}
