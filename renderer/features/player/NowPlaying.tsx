import { Link } from 'wouter'
import type { QueueItem } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Image } from '../../ui/Image.tsx'
import { Music } from 'lucide-react'
import { streamNote } from './names.ts'
import { usePlayer } from './usePlayer.ts'
import styles from './NowPlaying.module.css'

/** What plays, where it comes from, and which of its copies it is. */
export function NowPlaying({ item }: { item: QueueItem }) {
  const { queue: { source }, playing, failures } = usePlayer()
  const note = playing && streamNote(item, playing.stream, failures)
  return (
    <div className={styles.now}>
      <span className={styles.picture}><Image src={item.image} alt="" ratio="1/1" seed={item.postId} eager glyph={<Icon as={Music} />} /></span>
      <div className={styles.words}>
        <Link href={`/${item.href}`} className={styles.title} title={item.title}>{item.title}</Link>
        <p className={styles.line}>
          <span className={styles.from}>
            {t.player.playingFrom}{' '}
            <Link href={source?.href ?? `/${item.bead.id}`} className={styles.link}>{source?.title || item.bead.title}</Link>
          </span>
          {note && <span className={classes(styles.note, note.fellBack && styles.fellBack)} title={note.text}>{note.text}</span>}
        </p>
      </div>
    </div>
  )
}
