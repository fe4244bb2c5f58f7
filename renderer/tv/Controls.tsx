import { useDispatch, useSelector } from 'react-redux'
import { LogOut, Pause, Play, Repeat, Shuffle, SkipBack, SkipForward, type LucideIcon } from 'lucide-react'
import {
  player,
  selectCanNext,
  selectCanPrevious,
  selectCurrentItem,
  selectIsPlaying,
  selectShuffled,
  type WithPlayer,
} from '#player/index.ts'
import { t } from '#texts/index.ts'
import styles from './Controls.module.css'

interface ControlsProps {
  /** False while the panel is hidden. */
  canPress: boolean
  /** Absent without a session. */
  onSignOut?: () => void
}

export function Controls({ canPress, onSignOut }: ControlsProps) {
  const hasItem = useSelector((state: WithPlayer) => selectCurrentItem(state) !== null)
  const isPlaying = useSelector(selectIsPlaying)
  const canPrevious = useSelector(selectCanPrevious)
  const canNext = useSelector(selectCanNext)
  const isShuffled = useSelector(selectShuffled)
  const isRepeating = useSelector(({ player: { repeat } }: WithPlayer) => repeat)
  const dispatch = useDispatch()
  return (
    <div role="group" aria-label={t.tv.controls} className={styles.row} hidden={!canPress}>
      {hasItem && (
        <>
          <Control name={t.tv.previous} icon={SkipBack} disabled={!canPrevious} onPress={() => dispatch(player.previous())} />
          <Control
            isFirst
            name={isPlaying ? t.tv.pause : t.tv.play}
            icon={isPlaying ? Pause : Play}
            onPress={() => dispatch(player.toggle())}
          />
          <Control name={t.tv.next} icon={SkipForward} disabled={!canNext} onPress={() => dispatch(player.next())} />
          <Control name={t.tv.shuffle} icon={Shuffle} pressed={isShuffled} onPress={() => dispatch(player.setShuffle(!isShuffled))} />
          <Control name={t.tv.repeat} icon={Repeat} pressed={isRepeating} onPress={() => dispatch(player.setRepeat(!isRepeating))} />
        </>
      )}
      <span className={styles.space} />
      {onSignOut && <Control name={t.tv.signOut} icon={LogOut} isFirst={!hasItem} onPress={onSignOut} />}
    </div>
  )
}

interface ControlProps {
  name: string
  icon: LucideIcon
  onPress: () => void
  disabled?: boolean
  pressed?: boolean
  /** It gets the focus when the panel appears. */
  isFirst?: boolean
}

const Control = ({ name, icon: Glyph, onPress, disabled = false, pressed, isFirst = false }: ControlProps) => (
  <button
    type="button"
    className={styles.control}
    aria-label={name}
    aria-pressed={pressed}
    disabled={disabled}
    data-first={isFirst || undefined}
    onClick={onPress}
  >
    <Glyph aria-hidden="true" className={styles.icon} strokeWidth={1.75} fill="none" />
  </button>
)
