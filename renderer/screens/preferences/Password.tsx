import { useId, useState } from 'react'
import { passwordProblem } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { useChangePasswordMutation } from '#data/accounts.ts'
import { useSite, type CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { useDeferredBlur } from '#ui/useDeferredBlur.ts'
import { SaveForm } from './SaveForm.tsx'
import { useSaving } from './useSaving.ts'
import styles from './Preferences.module.css'

/** Changes the password, or sets the first one after a social sign-up (BY7). */
export function Password({ me }: { me: Me }) {
  const heading = useId()
  const { minPassword } = useSite()
  const saving = useSaving()
  const deferBlur = useDeferredBlur()
  const [change] = useChangePasswordMutation()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [errors, setErrors] = useState<{ currentPassword?: string; newPassword?: string }>({})

  /** Shows field errors at their fields. Returns the message for the form if there are none, otherwise null. */
  const showFieldErrors = (failure: CallFailure): string | null => {
    const fieldErrors = {
      currentPassword: failure.code === 'wrong_credentials' ? failure.message : failure.fields?.['password'],
      newPassword: failure.fields?.['newPassword'],
    }
    setErrors(fieldErrors)
    return (fieldErrors.currentPassword ?? fieldErrors.newPassword) === undefined ? failure.message : null
  }
  const validateOnBlur = () => {
    const problem = passwordProblem(newPassword, minPassword)
    // An empty field is reported only on submit.
    if (newPassword !== '' && problem !== null) setErrors((before) => ({ ...before, newPassword: problem }))
  }
  const submit = async () => {
    const problem = passwordProblem(newPassword, minPassword)
    setErrors(problem === null ? {} : { newPassword: problem })
    if (problem !== null) return saving.refuse()
    const body = { newPassword, ...(me.hasPassword && { password: currentPassword }) }
    if ((await saving.run(() => change({ body }), { saved: t.preferences.passwordChanged, failed: showFieldErrors })) === null) return
    setCurrentPassword('')
    setNewPassword('')
  }

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t.preferences.passwordHeading}
      </h2>
      {!me.hasPassword && <p className={styles.soft}>{t.preferences.passwordNone}</p>}
      <SaveForm
        saving={saving}
        label={t.preferences.passwordHeading}
        submit={me.hasPassword ? t.preferences.changePassword : t.preferences.setPassword}
        secondary
        onSubmit={() => void submit()}
      >
        {/* Password managers read from it which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={me.uid} readOnly hidden />
        {me.hasPassword && (
          <Field
            label={t.preferences.present}
            name="present"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            error={errors.currentPassword}
            onChange={(event) => {
              setCurrentPassword(event.currentTarget.value)
              setErrors(({ newPassword }) => ({ newPassword }))
            }}
          />
        )}
        <Field
          label={t.preferences.fresh}
          name="fresh"
          type="password"
          autoComplete="new-password"
          hint={me.hasPassword && (me.hasFB || me.hasTwitter) ? t.preferences.passwordHintNetworks : t.preferences.passwordHint}
          value={newPassword}
          error={errors.newPassword}
          onBlur={() => deferBlur(validateOnBlur)}
          onChange={(event) => {
            setNewPassword(event.currentTarget.value)
            setErrors(({ currentPassword }) => ({ currentPassword }))
          }}
        />
      </SaveForm>
    </section>
  )
}
