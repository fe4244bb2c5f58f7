import { Fragment, type Ref } from 'react'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { useDeferredBlur } from '#ui/useDeferredBlur.ts'
import { accountRules, type AccountField, type AccountForm } from './accountForm.ts'

/** The counter of a short field appears when this many characters or fewer remain. */
const counterThreshold = 20

/**
 * The fields of an account form. A changed email address also requires the current password.
 *
 * @param firstField ref of the first field, for the initial focus of a dialog
 */
export function AccountFields({ form, firstField }: { form: AccountForm; firstField?: Ref<HTMLInputElement> }) {
  const { readOnly } = useSite()
  const deferBlur = useDeferredBlur()
  return form.fields.map((field, n) => {
    const { label, autoComplete } = accountRules[field]
    const shared = {
      label: label(),
      name: field,
      autoComplete,
      value: form.values[field],
      error: form.errors[field],
      aside: readOnly ? undefined : remainingText(field, form.values[field]),
      readOnly,
      onBlur: () => deferBlur(() => form.blur(field)),
    }
    if (field === 'email')
      return (
        <Fragment key={field}>
          <Field
            {...shared}
            ref={n === 0 ? firstField : undefined}
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
        ref={n === 0 ? firstField : undefined}
        autoCapitalize="words"
        spellCheck={false}
        onChange={(event) => form.change(field, event.currentTarget.value)}
      />
    )
  })
}

/** The text of the counter. The description always has one; other fields only when few characters remain. */
function remainingText(field: AccountField, value: string): string | undefined {
  const { max, clean } = accountRules[field]
  const remaining = max - clean(value).length
  return field === 'description' || remaining <= counterThreshold ? t.preferences.left(remaining) : undefined
}
