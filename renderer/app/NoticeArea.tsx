import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { resetNoticeRoom, useNoticeRoom } from '#ui/noticeRoom.ts'
import { setNoticePlace } from '#ui/notices.ts'
import { Toasts } from '#ui/Toasts.tsx'
import { onFirstUpdate } from '#ui/update.ts'
import { CallToVisitors } from './CallToVisitors.tsx'
import { Confirmation } from './Confirmation.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Suspension } from './Suspension.tsx'
import styles from '#ui/NoticeArea.module.css'

const UpdateNotice = lazyComponent(() => import('./UpdateNotice.tsx'))

/**
 * Shows one notice at a time at the bottom of the window, above the player. `OfflineNotice` is not a lazy component,
 * because no code can be loaded while offline.
 */
export function NoticeArea() {
  const area = useRef<HTMLDivElement>(null)
  const polite = useRef<HTMLDivElement>(null)
  const quiet = useRef<HTMLDivElement>(null)
  const [path] = useLocation()
  const [hasNews, setNews] = useState(false)
  useEffect(() => onFirstUpdate(() => setNews(true)), [])
  useNoticeRoom(area)
  useLayoutEffect(() => {
    setNoticePlace({ polite: polite.current!, quiet: quiet.current! })
    return () => setNoticePlace(null)
  }, [])
  useEffect(resetNoticeRoom, [path])
  return (
    <>
      <div ref={area} className={styles.area} data-notice-area>
        {/* Rendered empty at first: a live region that is inserted together with its text is not announced. */}
        <div ref={polite} role="status" />
        <div ref={quiet} />
      </div>
      <OfflineNotice />
      {hasNews && <UpdateNotice />}
      <Suspension />
      <Confirmation />
      <CallToVisitors />
      <Toasts />
    </>
  )
}
