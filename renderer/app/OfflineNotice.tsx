import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CloudOff, Wifi } from 'lucide-react'
import { useStore } from 'react-redux'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice, NoticeLink, noticeTitle } from '#ui/Notice.tsx'
import { useNoticesHeld, useNoticeTurn } from '#ui/notices.ts'
import { reach } from '#host/reach.ts'
import type { Store } from './store.ts'

/** How long "back online" is shown (ms). */
const farewell = 3000

/** When the focused button is removed, the focus moves to the screen's heading. */
const keepFocus = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Shows that Strand is unreachable, and refetches failed queries when it is reachable again. Part of the shell: offline no code can be
 * loaded.
 */
export function OfflineNotice() {
  const store = useStore() as unknown as Store
  const reached = useSyncExternalStore(reach.subscribe, reach.read)
  const [wanted, setWanted] = useState(!reached)
  if (!reached && !wanted) setWanted(true)
  const was = useRef(reached)
  useEffect(() => {
    const back = reached && !was.current
    was.current = reached
    if (!back) return
    void import('#data/refetchFailed.ts').then(
      ({ refetchFailed }) => refetchFailed(store),
      () => undefined,
    )
    const timer = setTimeout(() => setWanted(false), farewell)
    return () => clearTimeout(timer)
  }, [reached, store])

  // No button while a dialog is open: a press outside the dialog would close it.
  const held = useNoticesHeld()
  return (
    useNoticeTurn('offline', wanted) && (
      <Notice
        over
        actions={
          !reached &&
          !held && (
            <NoticeLink buttonRef={keepFocus} onClick={reach.look}>
              {t.common.retry}
            </NoticeLink>
          )
        }
      >
        <Icon as={reached ? Wifi : CloudOff} />
        <span className={noticeTitle}>{reached ? t.offline.back : navigator.onLine ? t.offline.unreachable : t.offline.away}</span>
      </Notice>
    )
  )
}
