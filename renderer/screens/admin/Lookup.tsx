import { useState, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import styles from './Lookup.module.css'

interface LookupProps {
  label: string
  name: string
  initial: string
  hint?: string
  error?: ReactNode
  onLookup: (text: string) => void
}

/** Form that looks up a member, or content, by an id or another text. */
export function Lookup({ label, name, initial, hint, error, onLookup }: LookupProps) {
  const [value, setValue] = useState(initial)
  return (
    <form
      className={styles.lookup}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onLookup(value.trim())
      }}
    >
      <Field
        label={label}
        name={name}
        hint={hint}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit">{t.admin.show}</Button>
    </form>
  )
}
