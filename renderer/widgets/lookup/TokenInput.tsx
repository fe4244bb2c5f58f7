import { useRef, type ComponentProps } from 'react'
import { isUnfinished } from '#ui/composing.ts'
import styles from './TokenField.module.css'

interface TokenInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  text: string
  hasSuggestions: boolean
  onText: (text: string) => void
  /** Called during IME composition instead of `onText`. */
  onCompose: (text: string) => void
}

/** The text input of a token field; its role is `combobox`. */
export function TokenInput({ text, hasSuggestions, onText, onCompose, ...attributes }: TokenInputProps) {
  /** An input method (IME) has not finished its text. */
  const composing = useRef(false)
  return (
    <input
      className={styles.input}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={hasSuggestions}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
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
      {...attributes}
    />
  )
}
