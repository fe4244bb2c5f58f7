import { ListMusic } from 'lucide-react'
import { Link } from 'wouter'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Tag } from '#ui/Tag.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { hashed } from '../sentence.ts'
import { BeadLine } from './BeadLine.tsx'
import { ItemHead } from './ItemHead.tsx'
import styles from './Things.module.css'

type Activity = NonNullable<FeedItem['activity']>

/**
 * An activity without a post: a member created or published a playlist, or followed playlists, members or tags. Of
 * several entities, the server sends an even number (B9); `total` counts all of them.
 */
export function FollowItem({ item, hidesReasons }: { item: FeedItem; hidesReasons: boolean }) {
  const { activity, bead } = item
  if (!activity) return null
  const { beads, members, tags, total } = activity
  const hiddenCount = total - beads.length - members.length - tags.length
  return (
    <>
      <ItemHead item={item} heading hidesReasons={hidesReasons} />
      {bead && total === 1 ? <BeadLine bead={bead} /> : beads.length > 0 && <Beads activity={activity} />}
      {members.length > 0 && <Members activity={activity} />}
      {tags.length > 0 && <Tags activity={activity} />}
      {hiddenCount > 0 && <p className={styles.small}>{t.feed.andMore(hiddenCount)}</p>}
    </>
  )
}

const Beads = ({ activity: { beads } }: { activity: Activity }) => (
  <ul className={styles.tiles}>
    {beads.map((bead) => (
      <li key={bead.id} className={styles.tile}>
        <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} className={styles.cover} glyph={<Icon as={ListMusic} size={28} />} />
        <Link href={`/${bead.id}`} className={styles.whole} title={bead.title}>
          {bead.title}
        </Link>
        <div className={styles.act}>
          <FollowButton kind="bead" id={bead.id} name={bead.title} size="mini" listed creator={bead.creatorUid} />
        </div>
      </li>
    ))}
  </ul>
)

const Members = ({ activity: { members } }: { activity: Activity }) => (
  <ul className={styles.rows}>
    {members.map((member) => (
      <li key={member.uid} className={styles.row}>
        <Avatar member={member} size="large" />
        <span className={styles.about}>
          <Link href={`/p/${member.uid}`} className={styles.whole}>
            {member.name}
            <VerifiedMark member={member} />
          </Link>
          <span className={styles.small}>@{member.uid}</span>
        </span>
        <span className={styles.act}>
          <FollowButton kind="member" id={member.uid} name={member.name} size="mini" />
        </span>
      </li>
    ))}
  </ul>
)

const Tags = ({ activity: { tags } }: { activity: Activity }) => (
  <ul className={styles.tags}>
    {tags.map((tag) => (
      <li key={tag} className={styles.pair}>
        <Tag name={tag} />
        <FollowButton kind="tag" id={tag} name={hashed(tag)} size="mini" />
      </li>
    ))}
  </ul>
)
