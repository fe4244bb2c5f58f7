import { Link } from 'wouter'
import type { Flagged, ReviewItem } from '#contract/schemas/moderation.ts'
import type { Bead } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { BeadTile } from '#ui/BeadTile.tsx'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Image } from '#ui/Image.tsx'
import styles from './Review.module.css'

/** The playlist, post or comment of an item of the review queue. `headingId`: the id of its heading. */
export function ReviewContent({ item: { bead, flagged }, headingId }: { item: ReviewItem; headingId: string }) {
  if (bead) return <BeadContent bead={bead} headingId={headingId} />
  return flagged ? <FlaggedContent flagged={flagged} headingId={headingId} /> : null
}

const BeadContent = ({ bead, headingId }: { bead: Bead; headingId: string }) => (
  <div className={styles.content}>
    <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<BeadTile seed={bead.id} />} className={styles.picture ?? ''} />
    <div className={styles.words}>
      <p className={styles.kind}>{t.admin.review.kinds.bead}</p>
      <h2 id={headingId}>
        <Link href={bead.href}>{bead.title}</Link>
      </h2>
      <p className={styles.text}>{plainText(bead.description)}</p>
      <p className={styles.facts}>
        <CategoryMark category={bead.category} />
        <span>{t.common.posts(bead.postCount)}</span>
        {bead.tags.length > 0 && <span>{bead.tags.map((tag) => `#${tag}`).join(' ')}</span>}
      </p>
    </div>
  </div>
)

function FlaggedContent({ flagged: { kind, post, comment, reasons, flags }, headingId }: { flagged: Flagged; headingId: string }) {
  const { media } = post
  return (
    <div className={styles.content}>
      <Image src={media?.image} alt="" seed={post.id} className={styles.picture ?? ''} />
      <div className={styles.words}>
        <p className={styles.kind}>{t.admin.review.kinds[kind]}</p>
        <h2 id={headingId}>
          <Link href={`/${post.href}`}>{post.title}</Link>
        </h2>
        <p className={styles.text}>{plainText(comment ? comment.text : post.description)}</p>
        {!comment && media && (
          <p className={styles.soft}>
            <a href={media.href} target="_blank" rel="noopener noreferrer">
              {media.source}
            </a>
          </p>
        )}
        <ul className={styles.reasons} aria-label={t.admin.review.flags}>
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              {reason} <span className={styles.soft}>{`× ${count}`}</span>
            </li>
          ))}
        </ul>
        <p className={styles.soft}>
          {t.admin.review.flaggedBy}{' '}
          {flags.map(({ creator }, index) => (
            <span key={creator.uid}>
              {index > 0 && ', '}
              <Link href={`/p/${creator.uid}`}>{creator.name}</Link>
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}
