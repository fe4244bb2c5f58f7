import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import styles from './FeedItems.module.css'
import skeletonStyles from './FeedSkeleton.module.css'

/** Placeholders for `count` loading items of a feed. */
export const FeedSkeleton = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.feed.loading} className={styles.list} count={count}>
    <div className={styles.item}>
      <SkeletonRow
        className={skeletonStyles.head}
        picture="2rem"
        words={skeletonStyles.words}
        widths={['60%', '38%']}
        heights={['0.9rem', '0.8rem']}
      />
      <Skeleton ratio="16/9" className={skeletonStyles.media} />
      <Skeleton width="74%" height="1.2rem" />
      <Skeleton width="48%" height="0.9rem" />
    </div>
  </SkeletonGroup>
)
