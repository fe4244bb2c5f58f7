import type { ReactNode, Ref } from 'react'
import type { QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { StagePlaceholder } from './StagePlaceholder.tsx'
import type { PlayerLayout } from './usePlayerLayout.ts'
import styles from './MediaPanel.module.css'

const Details = lazyComponent(() => import('./Details.tsx'))

interface MediaPanelProps {
  item: QueueItem
  layout: PlayerLayout
  /** The medium is shown over a picture of the page instead of here. */
  isInline: boolean
  /** The queue, which covers the details; null while it is closed. */
  queue: ReactNode
  /** Ref of the element that the stage covers. */
  placeholder: Ref<HTMLDivElement>
  ref: Ref<HTMLDivElement>
}

/** The place of the video or artwork; in the maximised player with the details or the queue beside it. */
export function MediaPanel({ item, layout, isInline, queue, placeholder, ref }: MediaPanelProps) {
  const { mode, isMini, open, makesRoom, showsHint, isFullscreen, isTucked, visible } = layout
  return (
    <div
      ref={ref}
      className={classes(
        styles.panel,
        isMini ? styles.mini : styles[mode],
        open && styles.open,
        makesRoom && styles.makesRoom,
        makesRoom && showsHint && styles.hinted,
        (isFullscreen || isMini) && visible && styles.behind,
        isInline && styles.lent,
        isTucked && styles.tucked,
      )}
    >
      <div className={styles.place}>
        <StagePlaceholder ref={placeholder} item={item} />
      </div>
      {/* The details stay mounted behind the queue, because they may contain an unsent comment. */}
      {open && (
        <div className={styles.side} hidden={queue !== null}>
          <Details item={item} again={item} fallback={<DetailsSkeleton />} />
        </div>
      )}
      {open && queue && <div className={classes(styles.side, styles.queue)}>{queue}</div>}
    </div>
  )
}

const DetailsSkeleton = () => (
  <SkeletonGroup label={t.player.loadingDetails} className={styles.skeleton}>
    <Skeleton width="70%" height="1.4rem" />
    <Skeleton />
    <Skeleton width="85%" />
  </SkeletonGroup>
)
