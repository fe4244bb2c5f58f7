import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CloudOff, Wifi } from 'lucide-react'
import { useStore } from 'react-redux'
import { useLocation } from 'wouter'
import { loadedAt, subscribeToEarlierAnswers } from '#data/offlineAnswers.ts'
import { t } from '#texts/index.ts'
import { date } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice, NoticeLink, noticeText, noticeTitle } from '#ui/Notice.tsx'
import { useNoticesHeld, useNoticeTurn } from '#ui/notices.ts'
import { reach } from '#host/reach.ts'
import type { Store } from './store.ts'

/** How long the message "back online" is shown (ms). */
const backOnlineMs = 3000

/** A ref callback; its cleanup moves the focus to the screen's heading when the focused button is removed. */
const moveFocusOnRemoval = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Shows that Strand is unreachable, and refetches failed queries when it is reachable again. Not loaded lazily, because
 * no code can be loaded while offline.
 */
export function OfflineNotice() {
  const store = useStore() as unknown as Store
  const isReached = useSyncExternalStore(reach.subscribe, reach.read)
  const [path] = useLocation()
  const since = useSyncExternalStore(subscribeToEarlierAnswers, () => loadedAt(path))
  const [isShown, setShown] = useState(!isReached)
  if (!isReached && !isShown) setShown(true)
  const wasReached = useRef(isReached)
  useEffect(() => {
    const isBack = isReached && !wasReached.current
    wasReached.current = isReached
    if (!isBack) return
    void import('#data/refetchFailed.ts').then(
      ({ refetchFailed }) => refetchFailed(store),
      () => undefined,
    )
    const timer = setTimeout(() => setShown(false), backOnlineMs)
    return () => clearTimeout(timer)
  }, [isReached, store])

  // No button while a dialog is open: a press outside the dialog would close it.
  const areNoticesHeld = useNoticesHeld()
  return (
    useNoticeTurn('offline', isShown) && (
      <Notice
        over
        actions={
          !isReached &&
          !areNoticesHeld && (
            <NoticeLink buttonRef={moveFocusOnRemoval} onClick={reach.check}>
              {t.common.retry}
            </NoticeLink>
          )
        }
      >
        <Icon as={isReached ? Wifi : CloudOff} />
        <span className={noticeTitle}>{isReached ? t.offline.back : navigator.onLine ? t.offline.unreachable : t.offline.away}</span>
        {!isReached && since !== null && <span className={noticeText}>{t.offline.loadedOn(date(new Date(since).toISOString()))}</span>}
      </Notice>
    )
  )
}
