import { ChevronDown, ChevronUp, ListMusic, Maximize, Minimize, PictureInPicture2, X } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { player, type Devices, type PlayerClock, type QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { DevicesButton } from './devices/DevicesButton.tsx'
import { loadQueue } from './loadQueue.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { useTight } from './useMedia.ts'
import { usePlayer } from './usePlayer.ts'
import { Volume } from './Volume.tsx'
import styles from './BarEnd.module.css'

interface BarEndProps {
  item: QueueItem
  clock: PlayerClock
  devices: Devices
  narrow: boolean
  /** The player is maximised. */
  open: boolean
  isFullscreen: boolean
  /** The queue is open. */
  queueOpen: boolean
  /** Opens or closes the queue. */
  onQueue: () => void
  /** Minimises or maximises the player. */
  onFold: () => void
  onFullscreen: () => void
  onClose: () => void
}

/**
 * End of the bar: volume, queue, menu, size controls, close. The keys of `aria-keyshortcuts` are handled in
 * `../shortcuts`, which clicks the button with the key.
 */
export function BarEnd({
  item,
  clock,
  devices,
  narrow,
  open,
  isFullscreen,
  queueOpen,
  onQueue,
  onFold,
  onFullscreen,
  onClose,
}: BarEndProps) {
  const dispatch = useDispatch()
  const { canPip, pip } = usePlayer()
  const hasFullscreenInMenu = useTight() && !isFullscreen
  return (
    <div className={styles.end}>
      {!narrow && <Volume />}
      {canPip && !narrow && (
        <IconButton
          name={t.player.pictureInPicture}
          icon={<Icon as={PictureInPicture2} />}
          pressed={pip}
          aria-keyshortcuts="i"
          onClick={() => dispatch(player.setPip(!pip))}
        />
      )}
      {!isFullscreen && (
        <IconButton
          name={t.queue.title}
          icon={<Icon as={ListMusic} />}
          aria-expanded={queueOpen}
          aria-keyshortcuts="q"
          onPointerEnter={() => void loadQueue()}
          onClick={onQueue}
        />
      )}
      {!narrow && !isFullscreen && <DevicesButton devices={devices} />}
      <MoreMenu item={item} clock={clock} narrow={narrow} onFullscreen={hasFullscreenInMenu ? onFullscreen : undefined} />
      {!isFullscreen && (
        <IconButton
          name={open ? t.player.minimise : t.player.maximise}
          icon={<Icon as={open ? ChevronDown : ChevronUp} />}
          // Without a picture-in-picture button, the key `i` is for this one.
          aria-keyshortcuts={canPip && !narrow ? undefined : 'i'}
          onClick={onFold}
        />
      )}
      {!hasFullscreenInMenu && (
        <IconButton
          name={t.player.fullscreen}
          icon={<Icon as={isFullscreen ? Minimize : Maximize} />}
          pressed={isFullscreen}
          aria-keyshortcuts="f"
          onClick={onFullscreen}
        />
      )}
      <IconButton name={t.player.close} icon={<Icon as={X} />} onClick={onClose} />
    </div>
  )
}
