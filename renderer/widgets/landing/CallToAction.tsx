import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import { authOpened, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { focusScreen } from '#ui/focus.ts'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'
import { useNoticeTurn } from '#ui/notices.ts'
import { openerNow } from '#ui/opener.ts'
import { welcome } from './welcome.ts'

/** Delay in milliseconds after a visitor's first action, so that the page can be read first. */
const delayMs = 4000

/** Sign-up banner: once per page load, dismissed by navigation (A2.2). */
export default function CallToAction() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const [path] = useLocation()
  const landing = useSyncExternalStore(welcome.subscribe, welcome.isLanding)
  const [duePath, setDuePath] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  // Not over the landing page, which contains the same call, nor on sign-in and sign-up pages.
  const isSuppressed = (landing && isHome(path) && matchMedia('(min-width: 700.02px)').matches) || /^\/(login|signupform)/.test(path)

  useEffect(() => {
    if (isSuppressed || readOnly || !welcome.canShowBanner()) return
    const timer = setTimeout(() => setDuePath(path), delayMs)
    return () => clearTimeout(timer)
  }, [isSuppressed, readOnly, path])

  const isShown = useNoticeTurn('call', duePath !== null && duePath === path)
  // Counted when shown, not when queued.
  useEffect(() => {
    if (!isShown) return
    welcome.markBannerShown()
    opener.current = openerNow()
  }, [isShown])
  if (!isShown) return null
  const dismiss = () => {
    welcome.dismissBanner()
    setDuePath(null)
    if (opener.current?.isConnected) opener.current.focus({ preventScroll: true })
    else focusScreen()
  }
  return (
    <Notice
      as="aside"
      label={t.landing.callLabel}
      dismissName={t.landing.dismiss}
      onDismiss={dismiss}
      actions={
        <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
          {t.landing.signUp}
        </Button>
      }
    >
      <p className={noticeTitle}>{t.landing.call}</p>
      <p className={noticeText}>{t.landing.seconds}</p>
    </Notice>
  )
}

const isHome = (path: string): boolean => path === '/' || path === '/discover'
