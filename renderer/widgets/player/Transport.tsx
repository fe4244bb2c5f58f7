import { Pause, Play, Repeat1, Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { useDispatch, useSelector } from 'react-redux'
import { player, selectCanNext, selectCanPrevious, selectIsPlaying, selectIsWaiting, selectShuffled } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { usePlayer } from './usePlayer.ts'
import styles from './Transport.module.css'

/** Previous, play/pause, next; in wide windows also shuffle and repeat, which are in the menu otherwise. */
export function Transport({ narrow }: { narrow: boolean }) {
  const dispatch = useDispatch()
  const canPrevious = useSelector(selectCanPrevious)
  const canNext = useSelector(selectCanNext)
  const playing = useSelector(selectIsPlaying)
  const waiting = useSelector(selectIsWaiting)
  const shuffled = useSelector(selectShuffled)
  const { repeat } = usePlayer()
  return (
    <div className={styles.transport}>
      {!narrow && (
        <IconButton
          name={t.player.shuffle}
          icon={<Icon as={Shuffle} />}
          pressed={shuffled}
          onClick={() => dispatch(player.setShuffle(!shuffled))}
        />
      )}
      <IconButton
        name={t.player.previous}
        icon={<Icon as={SkipBack} fill="currentColor" />}
        disabled={!canPrevious}
        onClick={() => dispatch(player.previous())}
      />
      <span className={styles.main}>
        <IconButton
          name={playing ? t.player.pause : t.player.play}
          icon={<Icon as={playing ? Pause : Play} fill="currentColor" />}
          look="filled"
          aria-busy={waiting}
          onClick={() => dispatch(playing ? player.pause() : player.play())}
        />
        {waiting && (
          <span className={styles.wait} aria-hidden="true">
            <Spinner />
          </span>
        )}
      </span>
      <IconButton
        name={t.player.next}
        icon={<Icon as={SkipForward} fill="currentColor" />}
        disabled={!canNext}
        onClick={() => dispatch(player.next())}
      />
      {!narrow && (
        <IconButton
          name={t.player.repeat}
          icon={<Icon as={Repeat1} />}
          pressed={repeat}
          onClick={() => dispatch(player.setRepeat(!repeat))}
        />
      )}
    </div>
  )
}
