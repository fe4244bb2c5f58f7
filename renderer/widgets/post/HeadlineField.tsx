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

/** Characters that are still free; below zero where there are too many. An emoji is one, as on the server. */
export const headlineLeft = (value: string): number => limits.postTitle.max - [...value.trim()].length

/** A post's headline. What is too long is said and not cut off: a paste would lose its end unseen. */
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
