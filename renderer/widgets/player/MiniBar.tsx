import { Maximize2 } from 'lucide-react'
import type { PlayerClock, QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Seek } from './Seek.tsx'
import { Transport } from './Transport.tsx'
import { setMiniPlayer } from './useMiniPlayer.ts'
import styles from './MiniBar.module.css'

interface MiniBarProps {
  item: QueueItem
  clock: PlayerClock
  /** An output plays the item. */
  canSeek: boolean
}

/** The bar of the mini player of the desktop application: title, controls, and the way back to the window. */
export function MiniBar({ item, clock, canSeek }: MiniBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.title} title={item.title}>
        <bdi>{item.title}</bdi> <span className={styles.creator}>{item.creator}</span>
      </p>
      <Transport narrow />
      <Seek clock={clock} enabled={canSeek} compact />
      <IconButton name={t.player.leaveMini} icon={<Icon as={Maximize2} />} onClick={() => setMiniPlayer(false)} />
    </div>
  )
}
