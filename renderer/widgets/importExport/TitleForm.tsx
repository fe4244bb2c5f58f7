import type { Ref } from 'react'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'

interface TitleFormProps {
  value: string
  error: string | null
  onChange: (title: string) => void
  onSubmit: () => void
  ref?: Ref<HTMLInputElement>
}

/** Title of the playlist that the import creates. */
export const TitleForm = ({ value, error, onChange, onSubmit, ref }: TitleFormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <Field
      ref={ref}
      label={t.importing.called}
      placeholder={t.creator.placeholder}
      hint={t.importing.calledHint}
      value={value}
      autoComplete="off"
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </form>
)
