import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Checkbox.module.css'

interface CheckboxProps {
  label: ReactNode
  hint?: string
  error?: ReactNode
  checked: boolean
  disabled?: boolean
  name?: string
  className?: string
  onChange: (checked: boolean) => void
}

/** A labelled checkbox. Native, for keyboard and screen reader support. */
export function Checkbox({ label, hint, error, checked, disabled, name, className, onChange }: CheckboxProps) {
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes(styles.row, className)}>
      <input
        type="checkbox"
        id={id}
        name={name}
        className={styles.box}
        checked={checked}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
