import { useSelector } from 'react-redux'
import type { Queue, WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import styles from './QueueList.module.css'

interface QueueEdgeProps {
  queue: Queue
  side: 'before' | 'after'
}

/**
 * Line before the first or after the last loaded row: a skeleton while items load, a text that there are more, or the
 * end.
 */
export function QueueEdge({ queue: { items, index, source, next }, side }: QueueEdgeProps) {
  const fetching = useSelector(({ player }: WithPlayer) => player.fetching === side)
  if (fetching)
    return (
      <SkeletonGroup label={t.queue.loading} className={styles.skeleton}>
        <Skeleton width="2.75rem" height="2.75rem" />
        <span className={styles.skeletonText}>
          <Skeleton width="70%" height="0.9rem" />
          <Skeleton width="40%" height="0.75rem" />
        </span>
      </SkeletonGroup>
    )
  if (side === 'before') return <p className={styles.edge}>{t.queue.earlier}</p>
  if (next !== null) return <p className={styles.edge}>{t.queue.later(source?.title ?? '')}</p>
  return (
    <p className={styles.edge}>
      {t.queue.endTitle}
      {index === items.length - 1 && <> {t.queue.endText}</>}
    </p>
  )
}
