import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { TokenInput } from './TokenInput.tsx'
import { TokenList } from './TokenList.tsx'
import { useSuggestions, type Suggestion } from './useSuggestions.ts'
import { useTokenFocus } from './useTokenFocus.ts'
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
  /** Called on Enter, and on blur, if the input contains text. */
  onCommit: () => void
  /** Called on Escape while suggestions are shown. */
  onDismiss: () => void
  onFocus?: () => void
  onBlur?: () => void
}

/** Multi-value input: its values are removable tokens, with optional suggestions. */
export function TokenField<S extends Suggestion>(props: TokenFieldProps<S>) {
  const { label, hint, error, placeholder, tokens, sign = '', text, suggestions, full = false } = props
  const { onText, onCompose, onPick, onRemove, onCommit, onDismiss, onFocus, onBlur } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useSuggestions(suggestions, {
    onDismiss,
    onPick(suggestion) {
      setAnnouncement(t.lookup.added(suggestion.label))
      onPick(suggestion)
    },
  })
  const tokenFocus = useTokenFocus({
    count: tokens.length,
    box,
    input,
    onRemove(n) {
      const token = tokens[n]!
      setAnnouncement(t.lookup.removed(token))
      onRemove(token)
    },
  })

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.handleKey(event) || isOfInputMethod(event.nativeEvent)) return
    const { key, currentTarget } = event
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    if (key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      onCommit()
    } else if (atStart && tokens.length > 0 && (key === 'ArrowLeft' || key === 'Backspace')) {
      event.preventDefault()
      tokenFocus.focus(tokens.length - 1)
    }
  }

  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
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
        {tokens.length > 0 && <TokenList tokens={tokens} sign={sign} focus={tokenFocus} />}
        <TokenInput
          ref={input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          {...list.aria}
          hasSuggestions={list.items.length > 0}
          placeholder={tokens.length === 0 ? placeholder : undefined}
          readOnly={full}
          text={text}
          onText={onText}
          onCompose={onCompose}
          onKeyDown={onKeyDown}
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
