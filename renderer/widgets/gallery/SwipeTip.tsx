import { useEffect, useState } from 'react'
import { readCookie, setCookie } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Gallery.module.css'

/** Each is shown once: the browser remembers it for 365 days (B9). */
const remembered = 365 * 86_400
const cookies = { left: 'galleryswipeleft', up: 'galleryswipeup' } as const

interface SwipeTipProps {
  /** There is a picture to go on to. */
  more: boolean
  /** One has gone on. */
  moved: boolean
  /** The details are up. */
  up: boolean
}

/** What a finger can do here, one thing after the other, until it was done. */
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
