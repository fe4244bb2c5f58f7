import { useEffect, useId, useState, type FocusEvent, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import type { AuthMode } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Shake } from '../../ui/Shake.tsx'
import { forms, type FieldError } from './form.ts'
import { useAuthForm } from './useAuthForm.ts'
import { Welcome } from './Welcome.tsx'
import styles from './AuthForm.module.css'

interface AuthFormProps {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  /** A request is under way: whatever holds the form must not close. */
  onPending?: (pending: boolean) => void
  /** Signed in, and the welcome has been shown. */
  onDone: () => void
  heading: 'h1' | 'h2'
  /** Why one is asked to log in. */
  notice?: string
}

export function AuthForm({ mode, onMode, onPending, onDone, heading: Heading, notice }: AuthFormProps) {
  const form = useAuthForm(mode, onDone)
  const [visible, setVisible] = useState(false)
  const id = useId()
  const pending = form.phase.name === 'pending'
  useEffect(() => onPending?.(pending), [pending, onPending])

  if (form.phase.name === 'welcome') return <Welcome name={form.phase.member.name} heading={Heading} />

  const other: AuthMode = mode === 'signup' ? 'login' : 'signup'
  const toOther = () => {
    if (pending) return
    form.reset()
    onMode(other)
  }
  const left = (event: FocusEvent<HTMLInputElement>, name: (typeof forms)[AuthMode][number]['name']) => {
    // On the way to a button nothing may move: the press would miss it. Submitting checks everything anyway.
    if (!pending && !(event.relatedTarget instanceof HTMLButtonElement)) form.leave(name)
  }

  return (
    <Shake count={form.shakes} className={styles.shake}>
      <form
        className={styles.form}
        method="post"
        noValidate
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <header className={styles.head}>
          <Heading className={styles.title} id={id} tabIndex={-1}>{mode === 'signup' ? t.auth.signupTitle : t.auth.loginTitle}</Heading>
          <p className={styles.text}>{notice ?? (mode === 'signup' ? t.auth.signupText : t.auth.loginText)}</p>
        </header>
        {forms[mode].map(({ name, label, type, autoComplete }, n) => (
          <div key={name} className={styles.row}>
            <Field
              ref={(input) => {
                form.inputs.current[name] = input
              }}
              label={label()}
              name={name}
              type={type === 'password' && visible ? 'text' : type}
              autoComplete={autoComplete}
              autoCapitalize={name === 'name' ? 'words' : 'none'}
              spellCheck={false}
              autoFocus={n === 0}
              className={styles.field}
              value={form.values[name]}
              error={errorText(form.errors[name], toOther)}
              onChange={(event) => form.change(name, event.currentTarget.value)}
              onBlur={(event) => left(event, name)}
            />
            {type === 'password' && (
              <IconButton
                name={visible ? t.auth.hidePassword : t.auth.showPassword}
                icon={<Icon as={visible ? EyeOff : Eye} />}
                className={styles.reveal}
                onClick={() => setVisible(!visible)}
              />
            )}
          </div>
        ))}
        <p className={styles.general} role="alert">{form.general}</p>
        <Button type="submit" kind="primary" wide busy={pending}>{mode === 'signup' ? t.auth.signUp : t.auth.logIn}</Button>
        <p className={styles.switch}>
          {mode === 'signup' ? t.auth.haveAccount : t.auth.noAccount}{' '}
          <button type="button" className={styles.link} onClick={toOther}>{mode === 'signup' ? t.auth.toLogin : t.auth.toSignup}</button>
        </p>
      </form>
    </Shake>
  )
}

function errorText(error: FieldError | undefined, toOther: () => void): ReactNode {
  if (!error) return undefined
  if (!error.link) return error.text
  return <>{error.text}{' '}<button type="button" className={styles.link} onClick={toOther}>{error.link}</button></>
}
