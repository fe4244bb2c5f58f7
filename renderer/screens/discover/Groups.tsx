import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { discoverGroupsQuery } from '#contract/pages/discover.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/rules.ts'
import type { BeadGroup } from '#contract/schemas.ts'
import { useBeadGroupsQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { CardSkeleton } from '#ui/Card.tsx'
import { InTurn } from '#ui/InTurn.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { GroupCard } from './GroupCard.tsx'
import styles from './Groups.module.css'

const { cards, narrowCards } = limits.groups

/**
 * Playlists that belong together: of each category, and within one of each tag that leads there. Where they cannot be
 * had, the page does without. What lies below them comes after the last, so that none of it is pushed down.
 */
export function Groups({ category, children }: { category: Category | null; children: ReactNode }) {
  const { currentData, isFetching } = useBeadGroupsQuery({ query: discoverGroupsQuery(category) })
  if (!currentData && isFetching) return <Bones />
  return (
    <InTurn>
      {currentData?.results.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      {children}
    </InTurn>
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
        {/* Each width shows another number of cards, and says how many are left. */}
        {count > cards && <More className={styles.wide} href={href} name={name} left={count - cards} />}
        {count > narrowCards && <More className={styles.narrow} href={href} name={name} left={count - narrowCards} />}
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

const More = ({ className, href, name, left }: { className: string | undefined; href: string; name: string; left: number }) => (
  <Link href={href} className={className} aria-label={t.discover.seeMoreOf(left, name)}>
    {t.discover.seeMore(left)}
  </Link>
)

const Bones = () => (
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
