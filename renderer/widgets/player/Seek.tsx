import { useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { player, type PlayerClock } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { duration as clockTime } from '#ui/format.ts'
import { Slider } from '#ui/Slider.tsx'
import styles from './Seek.module.css'

/** Position slider. `compact`: without times in a small window. The only component that subscribes to the clock. */
export function Seek({ clock, enabled, compact = false }: { clock: PlayerClock; enabled: boolean; compact?: boolean }) {
  const dispatch = useDispatch()
  // Only whole seconds are displayed, so most ticks (four per second) do not re-render.
  const position = useSyncExternalStore(clock.subscribe, () => Math.floor(clock.getSnapshot().position))
  const duration = useSyncExternalStore(clock.subscribe, () => clock.getSnapshot().duration)
  const known = duration > 0
  const positionText = (value: number) => (known ? t.player.position(clockTime(value), clockTime(duration)) : clockTime(value))
  return (
    <div className={classes(styles.seek, compact && styles.compact)}>
      <span className={styles.time} aria-hidden="true">
        {clockTime(position)}
      </span>
      <Slider
        name={t.player.seek}
        value={position}
        max={known ? Math.max(1, Math.floor(duration)) : 1}
        disabled={!known || !enabled}
        valueText={positionText}
        onCommit={(value) => dispatch(player.seek(value))}
      />
      <span className={styles.time} aria-hidden="true">
        {known ? clockTime(duration) : '–:––'}
      </span>
    </div>
  )
}
