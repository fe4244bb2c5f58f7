import type { Ref } from 'react'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import type { EmailShareState } from './useEmailShare.ts'

interface SharerFieldsProps {
  state: EmailShareState
  /** Ref of the first field. */
  ref?: Ref<HTMLInputElement>
}

/** Name and e-mail address of a visitor who shares. */
export const SharerFields = ({ state: { text, changeText, errorAt }, ref }: SharerFieldsProps) => (
  <>
    <Field
      ref={ref}
      label={t.share.name}
      autoComplete="name"
      value={text.name}
      error={errorAt('sharer.name')}
      onChange={({ currentTarget }) => changeText({ name: currentTarget.value })}
    />
    {/* Not `type=email`: browsers normalise its value. */}
    <Field
      label={t.share.address}
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      value={text.address}
      error={errorAt('sharer.email')}
      onChange={({ currentTarget }) => changeText({ address: currentTarget.value })}
    />
  </>
)
