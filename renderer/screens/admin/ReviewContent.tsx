import type { Flagged, ReviewItem } from '#contract/schemas/moderation.ts'
import type { Bead } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { Image } from '#ui/Image.tsx'
import { FlagList } from './FlagList.tsx'
import { BeadFacts, BeadPicture, Summary } from './Summary.tsx'
import styles from './Review.module.css'

/** The playlist, post or comment of an item of the review queue. `headingId`: the id of its heading. */
export function ReviewContent({ item: { bead, flagged }, headingId }: { item: ReviewItem; headingId: string }) {
  if (bead) return <BeadContent bead={bead} headingId={headingId} />
  return flagged ? <FlaggedContent flagged={flagged} headingId={headingId} /> : null
}

const BeadContent = ({ bead, headingId }: { bead: Bead; headingId: string }) => (
  <Summary picture={<BeadPicture bead={bead} />} kind={t.admin.review.kinds.bead} title={bead.title} href={bead.href} headingId={headingId}>
    <p className={styles.text}>{plainText(bead.description)}</p>
    <BeadFacts bead={bead}>{bead.tags.length > 0 && <span>{bead.tags.map((tag) => `#${tag}`).join(' ')}</span>}</BeadFacts>
  </Summary>
)

const FlaggedContent = ({ flagged, flagged: { kind, post, comment }, headingId }: { flagged: Flagged; headingId: string }) => (
  <Summary
    picture={<Image src={post.media?.image} alt="" seed={post.id} />}
    kind={t.admin.review.kinds[kind]}
    title={post.title}
    href={`/${post.href}`}
    headingId={headingId}
  >
    <p className={styles.text}>{plainText(comment ? comment.text : post.description)}</p>
    {!comment && post.media && (
      <p className={styles.soft}>
        <a href={post.media.href} target="_blank" rel="noopener noreferrer">
          {post.media.source}
        </a>
      </p>
    )}
    <FlagList flags={flagged} />
  </Summary>
)
