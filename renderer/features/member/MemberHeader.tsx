import { CalendarDays, MapPin } from 'lucide-react'
import type { Member } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { count, date } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { Verified } from '../../ui/Verified.tsx'
import { PlayAll, postsSource } from '../playAll/index.ts'
import styles from './MemberHeader.module.css'

export function MemberHeader({ member }: { member: Member }) {
  const place = [member.city, member.country].filter(Boolean).join(', ')
  const counts = [
    [member.createdBeadCount, t.member.startedWord(member.createdBeadCount)],
    [member.createdPostCount, t.member.postsWord(member.createdPostCount)],
    [member.collectedPostCount, t.member.collectsWord(member.collectedPostCount)],
    [member.collectedBeadCount, t.member.followedWord(member.collectedBeadCount)],
    [member.followerCount, t.member.followersWord(member.followerCount)],
    [member.followingCount, t.member.followingWord],
  ] as const
  return (
    <header className={styles.header}>
      <Avatar member={member} size="huge" />
      <div className={styles.words}>
        <h1 className={styles.name} tabIndex={-1}>{member.name}{member.verified && <> <Verified size={24} /></>}</h1>
        <p className={styles.facts}>
          <span>@{member.uid}</span>
          {place !== '' && <span className={styles.fact}><Icon as={MapPin} size={16} />{place}</span>}
          <span className={styles.fact}><Icon as={CalendarDays} size={16} />{t.member.since(date(member.creationDate))}</span>
        </p>
        {member.description !== '' && <p className={styles.about}>{member.description}</p>}
        {member.createdPostCount > 0 && (
          <div className={styles.actions}>
            <PlayAll source={postsSource({ createdby: member.uid, sort: 'recent' }, t.queue.postsOf(member.name), `/p/${member.uid}`)} />
          </div>
        )}
      </div>
      <ul className={styles.counts} aria-label={t.member.counts}>
        {counts.map(([value, word]) => (
          <li key={word} className={styles.count}><strong className={styles.number}>{count(value)}</strong> {word}</li>
        ))}
      </ul>
    </header>
  )
}

export const MemberHeaderSkeleton = () => (
  <SkeletonGroup label={t.member.loading} className={styles.header}>
    <Skeleton width="clamp(5rem, 14vw, 8rem)" ratio="1/1" round />
    <div className={styles.words}>
      <Skeleton width="16rem" height="2.2rem" />
      <Skeleton width="11rem" height="1rem" />
      <Skeleton width="70%" height="1rem" />
    </div>
    <Skeleton width="60%" height="1.2rem" />
  </SkeletonGroup>
)
