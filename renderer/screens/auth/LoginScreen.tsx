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
import { useAuthRequestInPage } from './useAuthRequestInPage.ts'
import styles from './LoginScreen.module.css'

const defaultPath = '/discover'

/** Whether the mode has an address of its own: `/login` or `/signupform`. */
const hasAddress = (mode: AuthMode): mode is 'login' | 'signup' => mode === 'login' || mode === 'signup'

/** The return path in the cookie `signupRedirect` (A4.1), if it is a path of this site and not a login page. */
function returnPath(): string {
  const stored = readCookie('signupRedirect')
  if (stored === null || !stored.startsWith('/') || !URL.canParse(stored, location.origin)) return defaultPath
  const { origin, pathname, search } = new URL(stored, location.origin)
  return origin !== location.origin || pathname.startsWith('//') || /^\/(login|signupform)(\/|$)/.test(pathname)
    ? defaultPath
    : pathname + search
}

/**
 * `/login` and `/signupform`: the forms as pages, for browsers that block pop-ups, and as the content of the e-mail
 * pop-up (A2.3).
 */
export default function LoginScreen({ mode: addressMode }: { mode: LoginType }) {
  const [, navigate] = useLocation()
  const dispatch = useDispatch()
  const { me } = useMe()
  const [back] = useState(returnPath)
  const { request, count } = useAuthRequestInPage()
  const [handledCount, setHandledCount] = useState(0)
  // A mode without an address, which replaces that of the address.
  const [otherMode, setOtherMode] = useState<AuthMode | null>(null)
  if (count !== handledCount) {
    setHandledCount(count)
    setOtherMode(!request || hasAddress(request.mode) ? null : request.mode)
  }
  const mode = otherMode ?? addressMode
  usePageTitle(addressMode === 'signup' ? t.auth.signUp : t.auth.logIn)

  // Members are redirected; those who sign in here see the welcome first.
  const [wasMember] = useState(me !== null)
  const shouldRedirect = wasMember && otherMode === null
  useEffect(() => {
    if (shouldRedirect) navigate(defaultPath, { replace: true })
  }, [shouldRedirect, navigate])

  /** In a pop-up, reports to the opener and closes. Otherwise goes to the return path and runs the stored intent. */
  const leave = async () => {
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
          setOtherMode(hasAddress(next) ? null : next)
          if (hasAddress(next) && next !== addressMode) navigate(next === 'signup' ? '/signupform' : '/login', { replace: true })
        }}
        onDone={() => void leave()}
        heading="h1"
        intent={readIntent()}
        prefill={{ email: request?.email, resetCode: request?.resetCode }}
        problem={request?.problem === undefined ? null : { network: request.network ?? null, reason: request.problem }}
        back={back}
      />
    </div>
  )
}
