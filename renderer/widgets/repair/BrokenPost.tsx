import { AudioLines, Link2, RefreshCw } from 'lucide-react'
import type { RepairState } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './Repair.module.css'

interface BrokenPostProps {
  state: RepairState
  checking: boolean
  error: string | null
  onCheck: () => void
}

/** The post with the state of its link. */
export function BrokenPost({ state: { post, dead, checkedDate, history }, checking, error, onCheck }: BrokenPostProps) {
  const { title, media } = post
  const repaired = !dead && history.some(({ undone }) => undone === null)
  const status = dead ? t.repair.deadSince : repaired ? t.repair.alive : checkedDate === null ? t.repair.unchecked : t.repair.checked
  return (
    <section className={styles.row}>
      <span className={styles.picture}>
        <Image src={media?.image} alt="" seed={post.id} glyph={<Icon as={media?.type === 'audio' ? AudioLines : Link2} size={24} />} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>{title}</h3>
        {media && (
          <p className={styles.facts}>
            {[...new Set([media.artist, media.source, media.duration === undefined ? '' : duration(media.duration)])]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <p className={styles.facts} role="status">
          {status}
          {checkedDate !== null && !repaired && (
            <>
              {' '}
              <TimeAgo instant={checkedDate} />
            </>
          )}
        </p>
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        <Button size="small" busy={checking} icon={<Icon as={RefreshCw} size={16} />} onClick={onCheck}>
          {t.repair.check}
        </Button>
      </div>
    </section>
  )
}
