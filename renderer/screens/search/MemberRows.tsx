import { Link } from 'wouter'
import type { Member } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { classes } from '#ui/classes.ts'
import { Highlighted } from '#ui/Highlighted.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import type { FoundEntity } from './useSearchResults.ts'
import styles from './Rows.module.css'

/** Members in rows, with matching words highlighted. `narrow`: one column without descriptions, for the sidebar. */
export const MemberRows = ({ results, narrow = false }: { results: readonly FoundEntity<Member>[]; narrow?: boolean }) => (
  <ul className={narrow ? styles.column : styles.pair}>
    {results.map(({ entity, item }) => (
      <li key={entity.uid}>
        <MemberRow member={entity} name={item.title_highlighted} about={item.descr_highlighted} narrow={narrow} />
      </li>
    ))}
  </ul>
)

function MemberRow({ member, name, about, narrow }: { member: Member; name: string; about: string | undefined; narrow: boolean }) {
  return (
    <article className={classes(styles.member, narrow && styles.narrow)}>
      <Avatar member={member} size="large" />
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link href={`/p/${member.uid}`} className={styles.whole} title={member.name}>
            <Highlighted html={name} />
            <VerifiedMark member={member} />
          </Link>
        </h3>
        <p className={styles.small}>
          @{member.uid} · {t.common.followers(member.followerCount)}
        </p>
        {!narrow && member.description !== '' && (
          <p className={styles.about} title={member.description}>
            {about ? <Highlighted html={about} /> : member.description}
          </p>
        )}
      </div>
      <span className={styles.act}>
        <FollowButton kind="member" id={member.uid} name={member.name} size={narrow ? 'mini' : 'round'} />
      </span>
    </article>
  )
}

export const MemberRowsSkeleton = ({ count, narrow = false }: { count: number; narrow?: boolean }) => (
  <SkeletonGroup label={t.search.loading(t.search.members)} className={narrow ? styles.column : styles.pair} count={count}>
    <SkeletonRow className={styles.member} picture="3rem" words={styles.skeleton} widths={['60%', '80%']} heights={['1.1rem', '0.85rem']} />
  </SkeletonGroup>
)
