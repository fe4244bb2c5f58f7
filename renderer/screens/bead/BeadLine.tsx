import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Cover } from './Cover.tsx'
import styles from './BeadLine.module.css'

/** "More from" on a post's page: the post's playlist in one line. */
export const BeadLine = ({ bead }: { bead: Bead }) => (
  <p className={styles.line}>
    <span className={styles.cover}>
      <Cover bead={bead} />
    </span>
    <span className={styles.words}>
      <span className={styles.small}>{t.post.moreFrom}</span>
      <Link href={bead.href} className={styles.title}>
        {bead.title}
      </Link>
      <span className={styles.small}>{t.common.posts(bead.postCount)}</span>
    </span>
  </p>
)
