import { CalendarDays, MapPin } from 'lucide-react'
import type { Member } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { count, dateWithYear } from '#ui/format.ts'
import { useRenderTime } from '#ui/hydration.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import styles from './MemberHeader.module.css'

/** The head of a profile: picture, name, facts, actions and counts. */
export function MemberHeader({ member }: { member: Member }) {
  // Until hydration, dates must be formatted in the time zone of the server, as in its HTML.
  const server = useRenderTime()
  const location = [member.city, member.country].filter(Boolean).join(', ')
  const profilePath = (rest: string) => `/p/${member.uid}/${rest}`
  const counts = [
    { value: member.createdBeadCount, word: t.member.startedWord(member.createdBeadCount), href: '#started' },
    { value: member.createdPostCount, word: t.member.postsWord(member.createdPostCount), href: profilePath('posts/created') },
    { value: member.collectedPostCount, word: t.member.collectsWord(member.collectedPostCount), href: profilePath('collection') },
    // No link without playlists: the section may be missing then.
    {
      value: member.collectedBeadCount,
      word: t.member.followedWord(member.collectedBeadCount),
      href: member.collectedBeadCount > 0 ? '#followed' : undefined,
    },
    { value: member.followerCount, word: t.member.followersWord(member.followerCount), href: profilePath('followers') },
    { value: member.followingCount, word: t.member.followingWord, href: profilePath('following') },
    // The API returns the number of drafts only to their owner.
    ...(member.draftCount ? [{ value: member.draftCount, word: t.member.draftsWord(member.draftCount), href: '#started' }] : []),
  ]
  return (
    <header className={styles.header}>
      <Avatar member={member} size="huge" />
      <div className={styles.words}>
        <h1 className={styles.name} tabIndex={-1}>
          {member.name}
          <VerifiedMark member={member} size={24} />
        </h1>
        <p className={styles.facts}>
          <span>@{member.uid}</span>
          {location !== '' && (
            <span className={styles.fact}>
              <Icon as={MapPin} size={16} />
              {location}
            </span>
          )}
          <span className={styles.fact}>
            <Icon as={CalendarDays} size={16} />
            {t.member.since(dateWithYear(member.creationDate, server?.timeZone))}
          </span>
        </p>
        {member.description !== '' && <p className={styles.about}>{member.description}</p>}
        <ProfileActions member={member} />
      </div>
      <ul className={styles.counts} aria-label={t.member.counts}>
        {counts.map(({ value, word, href }) => {
          const label = (
            <>
              <strong className={styles.number}>{count(value)}</strong> {word}
            </>
          )
          return (
            <li key={word} className={styles.count}>
              {href ? (
                <a href={href} className={styles.countLink}>
                  {label}
                </a>
              ) : (
                label
              )}
            </li>
          )
        })}
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
