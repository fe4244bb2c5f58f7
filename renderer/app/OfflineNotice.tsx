import { useEffect, useRef, useState } from 'react'
import { CloudOff, Wifi } from 'lucide-react'
import { useStore } from 'react-redux'
import { t } from '../texts/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { reach } from './reach.ts'
import type { Store } from './store.ts'
import styles from './OfflineNotice.module.css'

/** How long it says that all is well again (ms). */
const farewell = 3000

/** The focus goes to the screen's heading when its button is removed. */
const keepFocus = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** Lies over the page, which stays as it was and is of use without a network too. */
export function OfflineNotice({ reached }: { reached: boolean }) {
  const store = useStore() as unknown as Store
  const [shown, setShown] = useState(!reached)
  if (!reached && !shown) setShown(true)
  const was = useRef(reached)
  useEffect(() => {
    const back = reached && !was.current
    was.current = reached
    if (!back) return
    void import('./askAgain.ts').then(({ askAgain }) => askAgain(store), () => undefined)
    const timer = setTimeout(() => setShown(false), farewell)
    return () => clearTimeout(timer)
  }, [reached, store])

  return (
    <div className={styles.place} role="status">
      {shown && (
        <div data-over-page className={styles.notice}>
          <Icon as={reached ? Wifi : CloudOff} />
          <span className={styles.text}>{reached ? t.offline.back : navigator.onLine ? t.offline.unreachable : t.offline.away}</span>
          {!reached && <button ref={keepFocus} type="button" className={styles.action} onClick={reach.look}>{t.common.retry}</button>}
        </div>
      )}
    </div>
  )
}
