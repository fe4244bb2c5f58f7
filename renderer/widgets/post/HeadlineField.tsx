import type { Ref } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import styles from './HeadlineField.module.css'

interface HeadlineFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  error?: string
  onChange: (value: string) => void
}

/** Remaining characters; negative if too long. Counted in code points, as on the server. */
export const headlineLeft = (value: string): number => limits.postTitle.max - [...value.trim()].length

/**
 * Input for a post's headline, with the remaining characters. No `maxlength`: a pasted text would be truncated
 * silently.
 */
export function HeadlineField({ ref, value, error, onChange }: HeadlineFieldProps) {
  const left = headlineLeft(value)
  return (
    <Field
      ref={ref}
      label={t.post.headline}
      value={value}
      aside={<span className={left < 0 ? styles.over : undefined}>{left < 0 ? t.post.over(-left) : t.post.left(left)}</span>}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
