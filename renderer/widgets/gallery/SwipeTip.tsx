import { useEffect, useState } from 'react'
import { readCookie, setCookie } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Gallery.module.css'

/** Each tip is shown once; a cookie remembers it for 365 days (B9). */
const remembered = 365 * 86_400
const cookies = { left: 'galleryswipeleft', up: 'galleryswipeup' } as const

interface SwipeTipProps {
  /** There is a next picture. */
  more: boolean
  /** The user has moved to another picture. */
  moved: boolean
  /** The details pane is open. */
  up: boolean
}

/** Tips for touch gestures, one at a time, each until the gesture was used. */
export function SwipeTip({ more, moved, up }: SwipeTipProps) {
  const isFinger = useMedia('(pointer: coarse)')
  const [known] = useState(() => ({ left: readCookie(cookies.left) !== null, up: readCookie(cookies.up) !== null }))
  const tip = !isFinger ? null : more && !known.left && !moved ? 'left' : !known.up && !up ? 'up' : null
  useEffect(() => {
    if (tip) setCookie(cookies[tip], '1', remembered)
  }, [tip])
  return (
    <p className={styles.tip} role="status">
      {tip === 'left' ? t.gallery.swipeLeft : tip === 'up' ? t.gallery.swipeUp : null}
    </p>
  )
}
