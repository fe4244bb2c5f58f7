import { useSyncExternalStore } from 'react'
import { clockTime } from '#contract/pages/clockTime.ts'
import type { PlayerClock } from '#player/index.ts'
import { t } from '#texts/index.ts'
import styles from './Progress.module.css'

/** Where the medium is. Left and right seek while it has the focus. */
export function Progress({ clock }: { clock: PlayerClock }) {
  const { position, duration } = useSyncExternalStore(clock.subscribe, clock.getSnapshot)
  const isKnown = Number.isFinite(duration) && duration > 0
  const share = isKnown ? Math.min(position / duration, 1) : 0
  return (
    <div className={styles.row}>
      <span className={styles.time}>{clockTime(position)}</span>
      <div
        role="slider"
        tabIndex={isKnown ? 0 : -1}
        aria-label={t.tv.progress}
        aria-valuemin={0}
        aria-valuemax={isKnown ? Math.round(duration) : 0}
        aria-valuenow={Math.round(position)}
        aria-valuetext={isKnown ? t.tv.times(clockTime(position), clockTime(duration)) : clockTime(position)}
        className={styles.track}
      >
        <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </div>
      <span className={styles.time}>{isKnown && clockTime(duration)}</span>
    </div>
  )
}
