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

/** Delay in ms after the visitor's first interaction, which mounts this component, or after a page change. */
const delayMs = 4000

/** Sign-up banner: once per page load, dismissed by navigation (A2.2). */
export default function CallToAction() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const [path] = useLocation()
  const landing = useSyncExternalStore(welcome.subscribe, welcome.isLanding)
  /** Path of the page on which the banner is due; null before, and after dismissal. */
  const [duePath, setDuePath] = useState<string | null>(null)
  /** Element that had the focus when the banner appeared. */
  const opener = useRef<HTMLElement | null>(null)
  // Not over the landing overlay, which has the same sign-up button, nor on sign-in and sign-up pages. The overlay
  // needs more than 700 px; .02 because window widths can be fractional.
  const isSuppressed = (landing && isHome(path) && matchMedia('(min-width: 700.02px)').matches) || /^\/(login|signupform)/.test(path)

  useEffect(() => {
    if (isSuppressed || readOnly || !welcome.canShowBanner()) return
    const timer = setTimeout(() => setDuePath(path), delayMs)
    return () => clearTimeout(timer)
  }, [isSuppressed, readOnly, path])

  const isShown = useNoticeTurn('call', duePath !== null && duePath === path)
  // Recorded when shown, not when queued behind another notice.
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
