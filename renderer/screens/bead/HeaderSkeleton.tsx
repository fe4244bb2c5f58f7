import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import styles from './BeadHeader.module.css'

export const HeaderSkeleton = () => (
  <SkeletonGroup label={t.bead.loading} className={styles.header}>
    <div className={styles.cover}>
      <Skeleton ratio="1/1" />
    </div>
    <div className={styles.words}>
      <Skeleton width="6rem" height="1rem" />
      <Skeleton width="70%" height="2.4rem" />
      <Skeleton width="45%" height="1rem" />
      <Skeleton width="90%" height="1rem" />
      <Skeleton width="14rem" height="2.5rem" />
    </div>
  </SkeletonGroup>
)
