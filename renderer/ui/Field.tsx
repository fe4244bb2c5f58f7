import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

interface Shared {
  label: string
  /** Shown under the input and linked by aria-describedby. */
  error?: ReactNode
  hint?: ReactNode
  /** At the end of the label's line, such as the remaining characters. */
  aside?: ReactNode
}

type Single = { multiline?: false; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>
type Multiline = { multiline: true; ref?: Ref<HTMLTextAreaElement> } & TextareaHTMLAttributes<HTMLTextAreaElement>
export type FieldProps = Shared & (Single | Multiline)

/** A labelled input with hint and error. */
export function Field({ label, error, hint, aside, id, className, ...rest }: FieldProps) {
  const own = useId()
  const inputId = id ?? own
  const described = [error ? `${inputId}-error` : '', hint ? `${inputId}-hint` : ''].filter(Boolean).join(' ')
  const shared = {
    id: inputId,
    className: styles.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
  } as const
  return (
    <div className={classes(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={inputId} className={styles.label}>
          {label}
        </label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      {rest.multiline ? <TextArea {...(rest as Multiline)} {...shared} /> : <Input {...(rest as Single)} {...shared} />}
      {hint && (
        <p id={`${inputId}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${inputId}-error`} className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}

const TextArea = ({ multiline: _, ...rest }: Multiline) => <textarea rows={4} {...rest} />
const Input = ({ multiline: _, ...rest }: Single) => <input type="text" {...rest} />
