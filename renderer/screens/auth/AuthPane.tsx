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
  /** Called when a request starts or ends; the container must not close during it. */
  onPending?: (pending: boolean) => void
  /** Called after the welcome, or when another form is completed. */
  onDone: () => void
  heading: 'h1' | 'h2'
  /** Why signing in is required; replaces the form's own text. */
  notice?: string | undefined
  /** The action that the visitor started: what runs after signing in. */
  intent?: Intent | null
  prefill?: Prefill
  /** The error of a social network after a full-page redirect. */
  problem?: { network: string | null; reason: string } | null
  /** The return path of a full-page redirect to a social network. Without it, a network opens in a pop-up. */
  back?: string
  /** Called when the link to the login page is followed, for browsers that block pop-ups. */
  onLeave?: () => void
}

/** The mode that a read-only site shows in place of those that it lacks (RO1). */
const readOnlyMode = (mode: AuthMode): AuthMode =>
  mode === 'getEmail' ? 'welcome' : mode === 'signup' || mode === 'forgotPassword' || mode === 'resetPassword' ? 'login' : mode

/** All sign-in modes and the transitions between them (A2.3), inside a dialog or a page. */
export function AuthPane({
  mode: requestedMode,
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
  const mode = readOnly ? readOnlyMode(requestedMode) : requestedMode
  // On a read-only site, links to sign-up or password reset show the login with a notice.
  const loginNotice = mode === 'login' && requestedMode !== 'login' ? t.common.readOnly : notice
  const { me } = useMe()
  // Whether the member was signed in when the forms were opened.
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

  const goTo = (to: AuthMode) => {
    if (form.pending) return
    form.reset()
    onMode(to)
  }

  // Also shown after signing in through a pop-up or in another tab.
  const showsWelcome = mode === 'welcome' || ((mode === 'login' || mode === 'signup') && !wasMember)
  if (me && showsWelcome) return <Welcome name={me.name} heading={heading} onDone={onDone} />
  if (isForm(mode)) {
    return (
      <AuthForm
        key={mode}
        id={id}
        mode={mode}
        form={form}
        goTo={goTo}
        heading={heading}
        notice={loginNotice}
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
        <Button className={styles.after} onClick={() => goTo('login')}>
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
        <button type="button" className={styles.link} onClick={() => goTo('login')}>
          {t.auth.toLogin}
        </button>
      </Notice>
    )
  }
  return null
}
