import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import styles from './PostDetail.module.css'

/** Placeholder of a post's detail view. */
export const DetailSkeleton = () => (
  <SkeletonGroup label={t.post.loading} className={styles.detail}>
    <Skeleton ratio="16/9" className={styles.skeleton} />
    <div className={styles.words}>
      <Skeleton width="88%" height="2rem" />
      <Skeleton width="60%" height="1rem" />
      <Skeleton height="1rem" />
      <Skeleton width="72%" height="1rem" />
    </div>
  </SkeletonGroup>
)
