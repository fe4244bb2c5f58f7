import { useState } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import styles from './Lookup.module.css'

/** Which member or playlist an admin wants to see, by its id. */
export function Lookup({ label, name, initial, onAsk }: { label: string; name: string; initial: string; onAsk: (id: string) => void }) {
  const [value, setValue] = useState(initial)
  return (
    <form
      className={styles.lookup}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '') onAsk(value.trim())
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
