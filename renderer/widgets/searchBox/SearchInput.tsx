import type { Dispatch, Ref, SetStateAction } from 'react'
import { t } from '#texts/index.ts'
import { isUnfinished } from '#ui/composing.ts'
import type { Typed } from './types.ts'
import styles from './SearchBox.module.css'

interface SearchInputProps {
  typed: Typed
  setTyped: Dispatch<SetStateAction<Typed>>
  ref: Ref<HTMLInputElement>
}

/** The search field; its role is `combobox`. `LiveSearch` sets the ARIA attributes that depend on the dropdown. */
export const SearchInput = ({ typed, setTyped, ref }: SearchInputProps) => (
  <input
    ref={ref}
    name="q"
    className={styles.input}
    role="combobox"
    aria-label={t.searchBox.name}
    aria-autocomplete="list"
    aria-haspopup="listbox"
    aria-expanded={false}
    aria-keyshortcuts="/"
    placeholder={t.searchBox.placeholder}
    autoComplete="off"
    autoCorrect="off"
    autoCapitalize="none"
    spellCheck={false}
    enterKeyHint="search"
    maxLength={2048}
    value={typed.text}
    onChange={({ currentTarget: { value: text }, nativeEvent }) =>
      setTyped({
        text,
        source: isUnfinished(nativeEvent) ? 'composing' : (nativeEvent as InputEvent).inputType === 'insertFromPaste' ? 'pasted' : 'typed',
      })
    }
    onCompositionEnd={({ currentTarget: { value: text } }) =>
      setTyped((now) => (now.source === 'composing' ? { text, source: 'typed' } : now))
    }
  />
)
