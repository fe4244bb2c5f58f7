import { useId, type ReactNode, type SelectHTMLAttributes } from 'react'
import styles from './SelectField.module.css'

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  label: string
  error?: ReactNode
  options: readonly { value: string; title: string }[]
  /** Shown while nothing is selected. */
  prompt?: string
}

/** A labelled select. Native, for all devices and screen readers. */
export function SelectField({ label, error, options, prompt, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={styles.select}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {prompt !== undefined && (
          <option value="" disabled>
            {prompt}
          </option>
        )}
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}
