import { useEffect, useRef, type FocusEvent } from 'react'
import { X } from 'lucide-react'
import { t } from '../texts/index.ts'
import { focusScreen } from './focus.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { Update } from './update.ts'
import styles from './UpdateBanner.module.css'

/** Milliseconds that it stays (A9). */
const stay = 5000

/** Stands in a region that is read out. Goes by itself, but not from under a pointer or the focus: nobody is to lose a button they are about to press. */
export function UpdateBanner({ update: { text, action }, onGone }: { update: Update; onGone: () => void }) {
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  const clock = useRef({ left: stay, since: 0, timer: 0, holds: new Set<string>() })
  const run = () => {
    const now = clock.current
    now.since = Date.now()
    now.timer = window.setTimeout(() => gone.current(), now.left)
  }
  const hold = (by: 'pointer' | 'focus') => {
    const now = clock.current
    if (now.holds.size === 0) {
      clearTimeout(now.timer)
      now.left = Math.max(0, now.left - (Date.now() - now.since))
    }
    now.holds.add(by)
  }
  const release = (by: 'pointer' | 'focus') => {
    if (clock.current.holds.delete(by) && clock.current.holds.size === 0) run()
  }
  useEffect(() => {
    const now = clock.current
    run()
    return () => clearTimeout(now.timer)
  }, [])
  /** Its buttons go with it. */
  const leave = () => {
    onGone()
    focusScreen()
  }
  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)

  return (
    <div
      data-over-page
      className={styles.banner}
      onPointerEnter={() => hold('pointer')}
      onPointerLeave={() => release('pointer')}
      onFocus={() => hold('focus')}
      onBlur={(event) => leaves(event) && release('focus')}
    >
      <p className={styles.text}>{text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onSelect()
            leave()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton name={t.common.dismiss} icon={<Icon as={X} size={18} />} className={styles.close} onClick={leave} />
    </div>
  )
}
