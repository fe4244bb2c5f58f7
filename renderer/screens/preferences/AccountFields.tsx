import { Fragment, type Ref } from 'react'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { useDeferredBlur } from '#ui/useDeferredBlur.ts'
import { accountRules, type AccountField, type AccountForm } from './accountForm.ts'

/** From how many characters before the end on it is told how many are left. */
const nearEnd = 20

/** @param first takes the focus when the form opens. */
export function AccountFields({ form, first }: { form: AccountForm; first?: Ref<HTMLInputElement> }) {
  const { readOnly } = useSite()
  const leaving = useDeferredBlur()
  return form.fields.map((field, n) => {
    const { label, autoComplete } = accountRules[field]
    const shared = {
      label: label(),
      name: field,
      autoComplete,
      value: form.values[field],
      error: form.errors[field],
      aside: readOnly ? undefined : left(field, form.values[field]),
      readOnly,
      onBlur: () => leaving(() => form.leave(field)),
    }
    if (field === 'email')
      return (
        <Fragment key={field}>
          <Field
            {...shared}
            ref={n === 0 ? first : undefined}
            type="email"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => form.change(field, event.currentTarget.value)}
          />
          {form.password !== null && (
            <Field
              label={t.preferences.yourPassword}
              name="password"
              type="password"
              autoComplete="current-password"
              hint={t.preferences.emailNeedsPassword}
              value={form.password}
              error={form.errors.password}
              onChange={(event) => form.changePassword(event.currentTarget.value)}
            />
          )}
        </Fragment>
      )
    return field === 'description' ? (
      <Field key={field} {...shared} multiline rows={4} onChange={(event) => form.change(field, event.currentTarget.value)} />
    ) : (
      <Field
        key={field}
        {...shared}
        ref={n === 0 ? first : undefined}
        autoCapitalize="words"
        spellCheck={false}
        onChange={(event) => form.change(field, event.currentTarget.value)}
      />
    )
  })
}

/** Of what one writes at length it is told from the start. */
function left(field: AccountField, value: string): string | undefined {
  const { max, clean } = accountRules[field]
  const rest = max - clean(value).length
  return field === 'description' || rest <= nearEnd ? t.preferences.left(rest) : undefined
}
