import { AudioLines, ImageIcon, Link2, Video, type LucideIcon } from 'lucide-react'
import type { Media } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { duration } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Image } from '../../ui/Image.tsx'
import type { Finding } from './useLookup.ts'
import styles from './MediaPreview.module.css'

const glyphs: Record<Media['type'], LucideIcon> = { video: Video, audio: AudioLines, image: ImageIcon, webpage: Link2 }

/** What a link leads to. */
export function MediaPreview({ finding: { media, detected } }: { finding: Finding }) {
  const artists = detected.who.artists.join(', ') || media.artist
  return (
    <div className={styles.preview}>
      <div className={styles.picture}>
        <Image src={media.image} alt="" seed={media.href} eager glyph={<Icon as={glyphs[media.type]} size={28} />} />
      </div>
      <div className={styles.words}>
        <p className={styles.title}>{media.title}</p>
        {artists && artists !== media.source && <p className={styles.small}>{t.addPost.by(artists)}</p>}
        <p className={styles.small}>
          {[media.source, t.addPost.kinds[media.type], media.duration !== undefined && duration(media.duration)].filter(Boolean).join(' · ')}
        </p>
        {detected.byuri && <p className={styles.note}>{t.addPost.byAddress}</p>}
        {!detected.byuri && media.media.length === 0 && <p className={styles.note}>{t.addPost.notPlayable}</p>}
      </div>
    </div>
  )
}
