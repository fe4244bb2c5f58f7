import { ExternalLink } from 'lucide-react'
import type { QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { PlaylistLine } from './PlaylistLine.tsx'
import { sourceOf, streamNote } from './streamNames.ts'
import { usePlayer } from './usePlayer.ts'
import styles from './SlideIn.module.css'

/**
 * Panel that slides up from behind the docked bar on hover or focus: playlist, fallback note or next item, link to the
 * source.
 */
export function SlideIn({ item }: { item: QueueItem }) {
  const {
    queue: { items, index },
    playing,
    failures,
  } = usePlayer()
  const note = playing && streamNote(item, playing, failures)
  const source = sourceOf(item, playing)
  const next = items[index + 1]
  return (
    <div className={styles.rise}>
      {!item.external && <PlaylistLine key={item.bead.id} bead={item.bead} />}
      {note?.fellBack && (
        <p className={styles.note}>
          {note.text}
          {note.reason && <>. {note.reason}</>}
        </p>
      )}
      {!note?.fellBack && next && (
        <p className={styles.next} title={next.title}>
          <span className={styles.soft}>{t.player.upNext}</span> {next.title}
        </p>
      )}
      {source && (
        <a className={styles.open} href={source.href} target="_blank" rel="nofollow noopener">
          {t.player.openAt(source.name)}
          <Icon as={ExternalLink} size={16} />
        </a>
      )}
    </div>
  )
}
