import { AudioLines, Link2, RefreshCw } from 'lucide-react'
import type { RepairState } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './Repair.module.css'

interface LinkStatusProps {
  state: RepairState
  isChecking: boolean
  error: string | null
  onCheck: () => void
}

/** Shows a post with the status of its link, and a button that checks the link again. */
export function LinkStatus({ state: { post, dead, checkedDate, history }, isChecking, error, onCheck }: LinkStatusProps) {
  const { title, media } = post
  const isRepaired = !dead && history.some(({ undone }) => undone === null)
  const status = dead ? t.repair.dead : isRepaired ? t.repair.repaired : checkedDate === null ? t.repair.unchecked : t.repair.works
  return (
    <section className={styles.row}>
      <span className={styles.picture}>
        <Image src={media?.image} alt="" seed={post.id} glyph={<Icon as={media?.type === 'audio' ? AudioLines : Link2} size={24} />} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{title}</h3>
        {media && (
          <p className={styles.details}>
            {[...new Set([media.artist, media.source, media.duration === undefined ? '' : duration(media.duration)])]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <p className={styles.details} role="status">
          {status}
          {checkedDate !== null && !isRepaired && (
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
      <div className={styles.actions}>
        <Button size="small" busy={isChecking} icon={<Icon as={RefreshCw} size={16} />} onClick={onCheck}>
          {t.repair.check}
        </Button>
      </div>
    </section>
  )
}
