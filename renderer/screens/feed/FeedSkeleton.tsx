import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import styles from './FeedItems.module.css'
import bones from './FeedSkeleton.module.css'

/** Placeholder for loading items. */
export const FeedSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.feed.loading} className={styles.list}>
    {Array.from({ length: count }, (_, n) => (
      <div key={n} className={styles.item}>
        <div className={bones.head}>
          <Skeleton width="2rem" height="2rem" round />
          <div className={bones.words}>
            <Skeleton width="60%" height="0.9rem" />
            <Skeleton width="38%" height="0.8rem" />
          </div>
        </div>
        <Skeleton ratio="16/9" className={bones.media} />
        <Skeleton width="74%" height="1.2rem" />
        <Skeleton width="48%" height="0.9rem" />
      </div>
    ))}
  </SkeletonGroup>
)
