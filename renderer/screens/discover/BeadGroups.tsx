import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { discoverGroupsQuery } from '#contract/pages/discover.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/rules.ts'
import type { BeadGroup } from '#contract/schemas.ts'
import { useBeadGroupsQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { CardSkeleton } from '#ui/Card.tsx'
import { IncrementalList } from '#ui/IncrementalList.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { GroupCard } from './GroupCard.tsx'
import styles from './BeadGroups.module.css'

/** Number of cards per group on wide and on narrow screens. */
const { cards, narrowCards } = limits.groups

/**
 * Groups of playlists: by category, or on a category page by tag. If the request fails, only the children are rendered.
 * The children are rendered after the groups and not before they are loaded, so the groups cause no layout shift.
 */
export function BeadGroups({ category, children }: { category: Category | null; children: ReactNode }) {
  const { currentData, isFetching } = useBeadGroupsQuery({ query: discoverGroupsQuery(category) })
  if (!currentData && isFetching) return <GroupSkeleton />
  return (
    <IncrementalList>
      {currentData?.results.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      {children}
    </IncrementalList>
  )
}

function Group({ group: { id, name, href, count, beads } }: { group: BeadGroup }) {
  return (
    <section className={styles.group} aria-labelledby={`group-${id}`}>
      <div className={styles.head}>
        <h2 id={`group-${id}`} className={styles.title}>
          <Link href={href} className={styles.link}>
            {name}
          </Link>
        </h2>
        {/* CSS shows one of the links: wide and narrow screens have different numbers of cards. */}
        {count > cards && <MoreLink className={styles.wide} href={href} name={name} remaining={count - cards} />}
        {count > narrowCards && <MoreLink className={styles.narrow} href={href} name={name} remaining={count - narrowCards} />}
      </div>
      <ul className={styles.cards}>
        {beads.map((bead) => (
          <li key={bead.id}>
            <GroupCard bead={bead} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const MoreLink = ({
  className,
  href,
  name,
  remaining,
}: {
  className: string | undefined
  href: string
  name: string
  remaining: number
}) => (
  <Link href={href} className={className} aria-label={t.discover.seeMoreOf(remaining, name)}>
    {t.discover.seeMore(remaining)}
  </Link>
)

const GroupSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.group}>
    <Skeleton width="9rem" height="1.75rem" />
    <div className={styles.cards}>
      {Array.from({ length: cards }, (_, n) => (
        <div key={n}>
          <CardSkeleton ratio="1/1" />
        </div>
      ))}
    </div>
  </SkeletonGroup>
)
