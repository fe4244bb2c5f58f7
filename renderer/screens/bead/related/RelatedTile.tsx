import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Cover } from '../Cover.tsx'
import styles from './Related.module.css'

/** A related playlist. Smaller than a `BeadCard`: on this page, the cards are posts. */
export const RelatedTile = ({ bead }: { bead: Bead }) => (
  <div className={styles.tile}>
    <span className={styles.picture}>
      <Cover bead={bead} />
    </span>
    <Link href={bead.href} className={styles.link} title={bead.title}>
      {bead.title}
    </Link>
    <span className={styles.about}>
      <span>{t.common.posts(bead.postCount)}</span>
      {bead.matchingCount !== undefined && bead.matchingCount > 0 && <span>{t.beadPage.matching(bead.matchingCount)}</span>}
    </span>
  </div>
)
