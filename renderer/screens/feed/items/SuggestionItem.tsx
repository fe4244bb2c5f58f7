import { X } from 'lucide-react'
import { Link } from 'wouter'
import type { MemberRef } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { useFeedItemActions } from '../actions.ts'
import { hashed, tagHref } from '../sentence.ts'
import { BeadLine } from './BeadLine.tsx'
import { ItemHead } from './ItemHead.tsx'
import styles from './Things.module.css'

/** A member, playlist or tag that the feed suggests to follow, with a button that dismisses it (N1, N2). */
export function SuggestionItem({ item }: { item: FeedItem }) {
  const { readOnly } = useSite()
  const { dismiss } = useFeedItemActions()
  const { bead, member, tag } = item
  const name = bead?.title ?? member?.name ?? hashed(tag ?? '')
  return (
    <>
      <ItemHead
        item={item}
        aside={
          !readOnly && (
            <IconButton name={t.feed.dismissName(name)} title={t.feed.dismiss} icon={<Icon as={X} />} onClick={() => void dismiss(item)} />
          )
        }
      />
      {bead ? <BeadLine bead={bead} level={3} /> : member ? <MemberLine member={member} /> : tag !== undefined && <TagLine tag={tag} />}
    </>
  )
}

const MemberLine = ({ member }: { member: MemberRef }) => (
  <div className={styles.row}>
    <Avatar member={member} size="large" />
    <div className={styles.about}>
      <h3 className={styles.title} tabIndex={-1}>
        <Link href={`/p/${member.uid}`} className={styles.whole}>
          {member.name}
          <VerifiedMark member={member} />
        </Link>
      </h3>
      <p className={styles.small}>@{member.uid}</p>
    </div>
    <div className={styles.act}>
      <FollowButton kind="member" id={member.uid} name={member.name} size="mini" />
    </div>
  </div>
)

const TagLine = ({ tag }: { tag: string }) => (
  <div className={styles.row}>
    <div className={styles.about}>
      <h3 className={styles.title} tabIndex={-1}>
        <Link href={tagHref(tag)} className={styles.whole}>
          {hashed(tag)}
        </Link>
      </h3>
    </div>
    <div className={styles.act}>
      <FollowButton kind="tag" id={tag} name={hashed(tag)} size="mini" />
    </div>
  </div>
)
