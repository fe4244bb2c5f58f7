import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { X } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import { authOpened, useSite } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { focusScreen } from '../../ui/focus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { welcome } from './welcome.ts'
import styles from './CallToAction.module.css'

/** How long after a visitor's first move the call comes, in milliseconds: time enough to see what the page is about. */
const pause = 4000

/** The call to sign up: once per load of the page, until somebody goes elsewhere (A2.2). */
export default function CallToAction() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const [path] = useLocation()
  const landing = useSyncExternalStore(welcome.subscribe, welcome.isLanding)
  const [shown, setShown] = useState<string | null>(null)
  const before = useRef<Element | null>(null)
  // The landing says it all, and the page of the form needs no call to it.
  const waits = (landing && isHome(path) && matchMedia('(min-width: 700.02px)').matches) || /^\/(login|signupform)/.test(path)

  useEffect(() => {
    if (waits || readOnly || !welcome.mayCall()) return
    const call = () => {
      // It is made once: not behind a dialog, where nobody sees it.
      if (document.querySelector('[role="dialog"]')) {
        timer = setTimeout(call, pause)
        return
      }
      welcome.called()
      before.current = document.activeElement
      setShown(path)
    }
    let timer = setTimeout(call, pause)
    return () => clearTimeout(timer)
  }, [waits, readOnly, path])

  if (shown === null || shown !== path) return null
  const dismiss = () => {
    welcome.refused()
    setShown(null)
    const from = before.current
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus({ preventScroll: true })
    else focusScreen()
  }
  return (
    <aside data-over-page data-notice className={styles.call} aria-label={t.landing.callLabel}>
      <div className={styles.words}>
        <p className={styles.title}>{t.landing.call}</p>
        <p className={styles.seconds}>{t.landing.seconds}</p>
      </div>
      <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>{t.landing.signUp}</Button>
      <IconButton name={t.landing.dismiss} icon={<Icon as={X} />} onClick={dismiss} />
    </aside>
  )
}

const isHome = (path: string): boolean => path === '/' || path === '/discover'
