import { useEffect, useState } from 'react'
import { readCookie, setCookie } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Gallery.module.css'

/** Each tip is shown once. A cookie remembers that for 365 days (B9), here in seconds. */
const cookieAge = 365 * 86_400
const cookies = { left: 'galleryswipeleft', up: 'galleryswipeup' } as const

interface SwipeTipProps {
  /** There is a next picture. */
  hasNext: boolean
  /** The user has moved to another picture. */
  hasMoved: boolean
  /** The details pane is open. */
  paneOpen: boolean
}

/**
 * Tips for touch gestures, one at a time: swipe left for the next picture, swipe up for the details. Hidden once the
 * gesture was used.
 */
export function SwipeTip({ hasNext, hasMoved, paneOpen }: SwipeTipProps) {
  const isFinger = useMedia('(pointer: coarse)')
  const [seen] = useState(() => ({ left: readCookie(cookies.left) !== null, up: readCookie(cookies.up) !== null }))
  const tip = !isFinger ? null : hasNext && !seen.left && !hasMoved ? 'left' : !seen.up && !paneOpen ? 'up' : null
  useEffect(() => {
    if (tip) setCookie(cookies[tip], '1', cookieAge)
  }, [tip])
  return (
    <p className={styles.tip} role="status">
      {tip === 'left' ? t.gallery.swipeLeft : tip === 'up' ? t.gallery.swipeUp : null}
    </p>
  )
}
