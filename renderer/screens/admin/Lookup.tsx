import { useState } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import styles from './Lookup.module.css'

/** Form that looks up a member or playlist by id. */
export function Lookup({
  label,
  name,
  initial,
  onLookup,
}: {
  label: string
  name: string
  initial: string
  onLookup: (id: string) => void
}) {
  const [value, setValue] = useState(initial)
  return (
    <form
      className={styles.lookup}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '') onLookup(value.trim())
      }}
    >
      <Field
        label={label}
        name={name}
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
