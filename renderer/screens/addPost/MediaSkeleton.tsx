import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './MediaStep.module.css'

/** Placeholder while a medium is looked up, or while code of the media step loads. */
export const MediaSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    <Skeleton ratio="16/9" width="9rem" />
    <div className={styles.lines}>
      <Skeleton width="80%" height="1.1rem" />
      <Skeleton width="45%" height="0.9rem" />
    </div>
  </div>
)
