import { Link } from 'wouter'
import type { Flagged } from '#contract/schemas/moderation.ts'
import { t } from '#texts/index.ts'
import styles from './sections.module.css'

/** The reasons of the flags of a post or comment, and who flagged it last. */
export const FlagList = ({ flags: { reasons, flags } }: { flags: Pick<Flagged, 'reasons' | 'flags'> }) => (
  <>
    <ul className={styles.reasons} aria-label={t.admin.review.flags}>
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {reason} <span className={styles.soft}>{`× ${count}`}</span>
        </li>
      ))}
    </ul>
    {flags.length > 0 && (
      <p className={styles.soft}>
        {t.admin.review.flaggedBy}{' '}
        {flags.map(({ creator }, index) => (
          <span key={creator.uid}>
            {index > 0 && ', '}
            <Link href={`/p/${creator.uid}`}>{creator.name}</Link>
          </span>
        ))}
      </p>
    )}
  </>
)
