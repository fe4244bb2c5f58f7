import { useEffect, useId, useState } from 'react'
import { useMe, useSite, type AuthMode, type Intent } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { AuthForm } from './AuthForm.tsx'
import styles from './AuthForm.module.css'
import { isForm } from './form.ts'
import { Notice } from './Notice.tsx'
import { useAuthForm, type Prefill } from './useAuthForm.ts'
import { useSocial } from './useSocial.ts'
import { Welcome } from './Welcome.tsx'

export interface AuthPaneProps {
  mode: AuthMode
  onMode: (mode: AuthMode) => void
  /** A request is under way: whatever holds the form must not close. */
  onPending?: (pending: boolean) => void
  /** Signed in, and the welcome has been shown; or whatever else one came for is done. */
  onDone: () => void
  heading: 'h1' | 'h2'
  /** Why one is asked to log in. */
  notice?: string | undefined
  intent?: Intent | null
  prefill?: Prefill
  /** What a social network answered when the page itself had gone there. */
  problem?: { network: string | null; reason: string } | null
  /** Path to which the page returns that goes to a social network itself; absent: pop-ups. */
  back?: string
  /** Goes on to the page of the log-in, for whom pop-ups do not appear. */
  onLeave?: () => void
}

/** What a page without sign-up shows in the place of what it has not (RO1). */
const whenReadOnly = (mode: AuthMode): AuthMode =>
  mode === 'getEmail' ? 'welcome' : mode === 'signup' || mode === 'forgotPassword' || mode === 'resetPassword' ? 'login' : mode

/** Every mode of signing in, and the ways between them (A2.3). Who holds it is a dialog or a page. */
export function AuthPane({
  mode: wanted,
  onMode,
  onPending,
  onDone,
  heading,
  notice,
  intent = null,
  prefill = {},
  problem = null,
  back,
  onLeave,
}: AuthPaneProps) {
  const { readOnly } = useSite()
  const mode = readOnly ? whenReadOnly(wanted) : wanted
  // A link to sign up or to reset a password leads to the login, which says why.
  const reason = mode === 'login' && wanted !== 'login' ? t.common.readOnly : notice
  const { me } = useMe()
  const [wasMember] = useState(me !== null)
  const form = useAuthForm({
    mode,
    prefill,
    onSent: (sent) => {
      if (sent === 'forgotPassword') onMode('passwordSent')
      else if (sent === 'resetPassword') onMode('passwordChanged')
      else if (sent === 'getEmail') onDone()
    },
  })
  const social = useSocial({
    intent,
    onLacksEmail: () => {
      form.reset()
      onMode('getEmail')
    },
  })
  const id = useId()
  useEffect(() => onPending?.(form.pending), [form.pending, onPending])

  const go = (to: AuthMode) => {
    if (form.pending) return
    form.reset()
    onMode(to)
  }

  // Signed in here, in a pop-up or in another tab: it is the same welcome.
  const signedIn = mode === 'welcome' || ((mode === 'login' || mode === 'signup') && !wasMember)
  if (me && signedIn) return <Welcome name={me.name} heading={heading} onDone={onDone} />
  if (isForm(mode)) {
    return (
      <AuthForm
        key={mode}
        id={id}
        mode={mode}
        form={form}
        go={go}
        heading={heading}
        notice={reason}
        prefill={prefill}
        social={social}
        problem={social.problem ? { network: social.problem.network, reason: social.problem.reason } : problem}
        intent={intent}
        back={back ?? null}
        onLeave={onLeave}
      />
    )
  }
  if (mode === 'passwordSent') {
    return (
      <Notice heading={heading} title={t.auth.sentTitle} text={t.auth.sentText(form.values.email.trim())}>
        <Button className={styles.after} onClick={() => go('login')}>
          {t.auth.backToLogin}
        </Button>
      </Notice>
    )
  }
  if (mode === 'passwordChanged') {
    return (
      <Notice heading={heading} title={t.auth.changedTitle} text={t.auth.changedText}>
        <Button kind="primary" className={styles.after} onClick={onDone}>
          {t.auth.closeAndExplore}
        </Button>
        <button type="button" className={styles.link} onClick={() => go('login')}>
          {t.auth.toLogin}
        </button>
      </Notice>
    )
  }
  return null
}
