import { AudioLines, ImageIcon, Link2, Video, type LucideIcon } from 'lucide-react'
import type { Media } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { displayTitle, type Form } from './form.ts'
import styles from './MediaPreview.module.css'

const glyphs: Record<Media['type'], LucideIcon> = { video: Video, audio: AudioLines, image: ImageIcon, webpage: Link2 }

type PreviewForm = Pick<Form, 'media' | 'what' | 'who' | 'byAddress' | 'uploaded'>

/** Summary of the chosen medium. */
export function MediaPreview({ form, picture }: { form: PreviewForm; picture: string | null }) {
  const { media, byAddress, uploaded } = form
  if (!media) return null
  return (
    <div className={styles.preview}>
      <div className={styles.picture}>
        <Image
          src={picture ?? media.image ?? (media.type === 'image' ? media.href : null)}
          alt=""
          seed={media.href}
          eager
          glyph={<Icon as={glyphs[media.type]} size={28} />}
        />
      </div>
      <div className={styles.words}>
        <p className={styles.title}>{displayTitle(form)}</p>
        <p className={styles.small}>
          {[
            uploaded ? t.wizard.uploaded : media.source,
            t.addPost.kinds[media.type],
            media.duration !== undefined && duration(media.duration),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {byAddress && <p className={styles.note}>{t.wizard.byAddress}</p>}
        {!byAddress && !uploaded && media.type !== 'webpage' && media.media.length === 0 && (
          <p className={styles.note}>{t.wizard.notPlayable}</p>
        )}
      </div>
    </div>
  )
}
