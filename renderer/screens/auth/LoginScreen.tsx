import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import type { LoginType } from '#contract/rules.ts'
import {
  deleteCookie,
  readIntent,
  reportPopupOutcome,
  popupParameter,
  readCookie,
  runIntent,
  takeIntent,
  useMe,
  type AuthMode,
} from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { AuthPane } from './AuthPane.tsx'
import { useRequestInPage } from './useRequestInPage.ts'
import styles from './LoginScreen.module.css'

const elsewhere = '/discover'

/** These have addresses of their own. */
const isOfAddress = (mode: AuthMode): mode is 'login' | 'signup' => mode === 'login' || mode === 'signup'

/** Where one came from, as far as a sign-up has noted it (A4.1): a page of ours, and not this one. */
function whereFrom(): string {
  const noted = readCookie('signupRedirect')
  if (noted === null || !noted.startsWith('/') || !URL.canParse(noted, location.origin)) return elsewhere
  const { origin, pathname, search } = new URL(noted, location.origin)
  return origin !== location.origin || pathname.startsWith('//') || /^\/(login|signupform)(\/|$)/.test(pathname)
    ? elsewhere
    : pathname + search
}

/** The same forms as pages of their own, for whom the dialog or a pop-up does not appear (A2.3). */
export default function LoginScreen({ mode: atAddress }: { mode: LoginType }) {
  const [, navigate] = useLocation()
  const dispatch = useDispatch()
  const { me } = useMe()
  const [back] = useState(whereFrom)
  const { request: asked, count } = useRequestInPage()
  const [handled, setHandled] = useState(0)
  const [beside, setBeside] = useState<AuthMode | null>(null)
  if (count !== handled) {
    setHandled(count)
    setBeside(!asked || isOfAddress(asked.mode) ? null : asked.mode)
  }
  const mode = beside ?? atAddress
  usePageTitle(atAddress === 'signup' ? t.auth.signUp : t.auth.logIn)

  // A member has nothing to do here; one who signs in right here sees the welcome first.
  const [wasMember] = useState(me !== null)
  const needless = wasMember && beside === null
  useEffect(() => {
    if (needless) navigate(elsewhere, { replace: true })
  }, [needless, navigate])

  const leave = async () => {
    // In a window of its own there is nothing more to see.
    if (popupParameter() !== null) await reportPopupOutcome({ connected: 'email' })
    deleteCookie('signupRedirect')
    navigate(back, { replace: true })
    const intent = me && takeIntent()
    if (intent) runIntent(dispatch, intent)
  }
  return (
    <div className={styles.screen}>
      <AuthPane
        key={count}
        mode={mode}
        onMode={(next) => {
          setBeside(isOfAddress(next) ? null : next)
          if (isOfAddress(next) && next !== atAddress) navigate(next === 'signup' ? '/signupform' : '/login', { replace: true })
        }}
        onDone={() => void leave()}
        heading="h1"
        intent={readIntent()}
        prefill={{ email: asked?.email, resetCode: asked?.resetCode }}
        problem={asked?.problem === undefined ? null : { network: asked.network ?? null, reason: asked.problem }}
        back={back}
      />
    </div>
  )
}
