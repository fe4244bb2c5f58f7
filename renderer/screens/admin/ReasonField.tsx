import type { ReactNode, Ref } from 'react'
import { limits } from '#contract/limits.ts'
import { Field } from '#ui/Field.tsx'

interface ReasonFieldProps {
  label: string
  hint?: string
  value: string
  error?: ReactNode
  onChange: (reason: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The reason of an admin's action, for the log and for the member whom it concerns. */
export const ReasonField = ({ onChange, ...props }: ReasonFieldProps) => (
  <Field
    {...props}
    name="reason"
    maxLength={limits.review.reason}
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
