import { useState, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { useSite, type AuthMode, type Intent } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Shake } from '#ui/Shake.tsx'
import { useDeferredBlur } from '#ui/useDeferredBlur.ts'
import { useSkin } from '#widgets/skin/index.ts'
import { forms, formTexts, type FieldError, type FieldName, type FormMode } from './form.ts'
import { SocialButtons } from './SocialButtons.tsx'
import { SocialError } from './SocialError.tsx'
import { strengthOf } from './strength.ts'
import type { Prefill, useAuthForm } from './useAuthForm.ts'
import type { useSocial } from './useSocial.ts'
import styles from './AuthForm.module.css'

interface AuthFormProps {
  id: string
  mode: FormMode
  form: ReturnType<typeof useAuthForm>
  goTo: (mode: AuthMode) => void
  heading: 'h1' | 'h2'
  notice: string | undefined
  prefill: Prefill
  social: ReturnType<typeof useSocial>
  problem: { network: string | null; reason: string } | null
  intent: Intent | null
  back: string | null
  onLeave: (() => void) | undefined
}

/**
 * The form of one mode: its fields and texts are in `form.ts`, its state is `form`. The other props are those of
 * `AuthPane`.
 */
export function AuthForm({
  id,
  mode,
  form,
  goTo,
  heading: Heading,
  notice,
  prefill,
  social,
  problem,
  intent,
  back,
  onLeave,
}: AuthFormProps) {
  const site = useSite()
  const { readOnly, minPassword } = site
  const skin = useSkin()
  const [visible, setVisible] = useState(false)
  const { pending, values } = form
  const deferBlur = useDeferredBlur()
  const { title, text, submit, next } = formTexts[mode](site)
  // A read-only site only has the login (RO1).
  const canGo = (to: AuthMode) => !readOnly || to === 'login'
  const hasNetworks = mode === 'signup' || mode === 'login'
  const intro = mode === 'signup' ? skin?.intro : null

  /** The strength of a new password that is long enough; no hint for other fields. */
  const hintFor = (name: FieldName, value: string) => {
    if (name !== 'password' || mode === 'login' || value.length < minPassword || form.errors.password) return undefined
    const strength = strengthOf(value, [values.name, values.email])
    return (
      <span className={styles.strength} data-strength={strength}>
        {t.auth.strength[strength]}
      </span>
    )
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
          <Heading className={styles.title} id={id} tabIndex={-1}>
            {title}
          </Heading>
          <p className={styles.text}>{notice ?? intro ?? text}</p>
        </header>
        {hasNetworks && <SocialError problem={problem} />}
        {/* From this field, password managers know which account the new password belongs to. */}
        {mode === 'resetPassword' && prefill.email && (
          <input type="email" name="email" autoComplete="username" value={prefill.email} readOnly hidden />
        )}
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
              value={values[name]}
              hint={hintFor(name, values[name])}
              error={errorText(form.errors[name], goTo, canGo)}
              onChange={(event) => form.change(name, event.currentTarget.value)}
              onBlur={() => deferBlur(() => form.blur(name))}
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
        <p className={styles.general} role="alert">
          {form.general}
        </p>
        {mode === 'login' && canGo('forgotPassword') && (
          <p className={styles.forgot}>
            <button type="button" className={styles.link} onClick={() => goTo('forgotPassword')}>
              {t.auth.forgot}
            </button>
          </p>
        )}
        <Button type="submit" kind="primary" wide busy={pending}>
          {submit}
        </Button>
        {hasNetworks && <SocialButtons social={social} intent={intent} back={back} disabled={pending} onLeave={onLeave} />}
        {next && canGo(next.to) && (
          <p className={styles.switch}>
            {next.lead}{' '}
            <button type="button" className={styles.link} onClick={() => goTo(next.to)}>
              {next.link}
            </button>
          </p>
        )}
      </form>
    </Shake>
  )
}

/** The message, with its link to another form if the site has that form. */
function errorText(error: FieldError | undefined, goTo: (to: AuthMode) => void, canGo: (to: AuthMode) => boolean): ReactNode {
  if (!error) return undefined
  const { text, link, to } = error
  if (link === undefined || to === undefined || !canGo(to)) return text
  return (
    <>
      {text}{' '}
      <button type="button" className={styles.link} onClick={() => goTo(to)}>
        {link}
      </button>
    </>
  )
}
