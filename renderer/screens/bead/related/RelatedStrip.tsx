import { useId } from 'react'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { RelatedTile } from './RelatedTile.tsx'
import { useRelated } from './useRelated.ts'
import styles from './Related.module.css'

/**
 * The most related playlists, in one line between the posts (B5). Renders nothing if there are none or the request
 * fails.
 */
export default function RelatedStrip({ id }: { id: string }) {
  const heading = useId()
  const { items, state } = useRelated(id)
  if (state === 'loading') return <StripSkeleton />
  if (items.length === 0) return null
  return (
    <section aria-labelledby={heading} className={styles.inline}>
      <h3 id={heading} className={styles.title}>
        {t.beadPage.likeThis}
      </h3>
      <ul className={styles.line} aria-label={t.beadPage.likeThis}>
        {items.map((bead) => (
          <li key={bead.id}>
            <RelatedTile bead={bead} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const StripSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.inline}>
    <Skeleton width="12rem" height="1.2rem" />
    <div className={styles.line}>
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <Skeleton key={n} ratio="1/1" />
      ))}
    </div>
  </SkeletonGroup>
)
