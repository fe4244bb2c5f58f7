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

/** Another password, or a first one for who came through another network (BY7). */
export function Password({ me }: { me: Me }) {
  const heading = useId()
  const { minPassword } = useSite()
  const saving = useSaving()
  const leaving = useDeferredBlur()
  const [change] = useChangePasswordMutation()
  const [present, setPresent] = useState('')
  const [fresh, setFresh] = useState('')
  const [errors, setErrors] = useState<{ present?: string; fresh?: string }>({})

  /** What belongs under a field is said there only. */
  const failed = (failure: CallFailure): string | null => {
    const found = {
      present: failure.code === 'wrong_credentials' ? failure.message : failure.fields?.['password'],
      fresh: failure.fields?.['newPassword'],
    }
    setErrors(found)
    return (found.present ?? found.fresh) === undefined ? failure.message : null
  }
  const left = () => {
    const problem = passwordProblem(fresh, minPassword)
    // Who only passes by wants no other password.
    if (fresh !== '' && problem !== null) setErrors((before) => ({ ...before, fresh: problem }))
  }
  const submit = async () => {
    const problem = passwordProblem(fresh, minPassword)
    setErrors(problem === null ? {} : { fresh: problem })
    if (problem !== null) return saving.refuse()
    const body = { newPassword: fresh, ...(me.hasPassword && { password: present }) }
    if ((await saving.run(() => change({ body }), { saved: t.preferences.passwordChanged, failed })) === null) return
    setPresent('')
    setFresh('')
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
        minor
        onSubmit={() => void submit()}
      >
        {/* For the keeper of passwords, which has to know whose it is. */}
        <input type="text" name="username" autoComplete="username" value={me.uid} readOnly hidden />
        {me.hasPassword && (
          <Field
            label={t.preferences.present}
            name="present"
            type="password"
            autoComplete="current-password"
            value={present}
            error={errors.present}
            onChange={(event) => {
              setPresent(event.currentTarget.value)
              setErrors(({ fresh }) => ({ fresh }))
            }}
          />
        )}
        <Field
          label={t.preferences.fresh}
          name="fresh"
          type="password"
          autoComplete="new-password"
          hint={t.preferences.passwordHint}
          value={fresh}
          error={errors.fresh}
          onBlur={() => leaving(left)}
          onChange={(event) => {
            setFresh(event.currentTarget.value)
            setErrors(({ present }) => ({ present }))
          }}
        />
      </SaveForm>
    </section>
  )
}
