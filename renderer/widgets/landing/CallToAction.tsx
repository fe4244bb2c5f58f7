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

/** How long after a visitor's first move the call comes, in milliseconds: time enough to see what the page is about. */
const pause = 4000

/** The call to sign up: once per load of the page, until somebody goes elsewhere (A2.2). */
export default function CallToAction() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const [path] = useLocation()
  const landing = useSyncExternalStore(welcome.subscribe, welcome.isLanding)
  const [wanted, setWanted] = useState<string | null>(null)
  const before = useRef<HTMLElement | null>(null)
  // The landing says it all, and the page of the form needs no call to it.
  const waits = (landing && isHome(path) && matchMedia('(min-width: 700.02px)').matches) || /^\/(login|signupform)/.test(path)

  useEffect(() => {
    if (waits || readOnly || !welcome.mayCall()) return
    const timer = setTimeout(() => setWanted(path), pause)
    return () => clearTimeout(timer)
  }, [waits, readOnly, path])

  const turn = useNoticeTurn('call', wanted !== null && wanted === path)
  // Spent when it is shown, not when it begins to wait.
  useEffect(() => {
    if (!turn) return
    welcome.called()
    before.current = openerNow()
  }, [turn])
  if (!turn) return null
  const dismiss = () => {
    welcome.refused()
    setWanted(null)
    if (before.current?.isConnected) before.current.focus({ preventScroll: true })
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
