import { useEffect } from 'react'
import { ListMusic } from 'lucide-react'
import { discoverBeadsQuery } from '#contract/pages/discover.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/rules.ts'
import { failureMessage, useBeadsInfiniteQuery, useIntent, useRestoredLimit, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { Button } from '#ui/Button.tsx'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Icon } from '#ui/Icon.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { EmptyState, EndOfList, ErrorState } from '#ui/States.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './TopBeads.module.css'

/** Number of covers that load eagerly, on category pages only: on the home page many groups are above the list. */
const eagerCovers = 6

/** The top playlists of a category, or of all (null), with infinite scroll. */
export function TopBeads({ category }: { category: Category | null }) {
  const [limit, rememberLimit] = useRestoredLimit(`top ${category ?? ''}`, limits.page.beads)
  const list = useBeadsInfiniteQuery({ query: { ...discoverBeadsQuery(category), limit } })
  const beads = list.data?.pages.flatMap((page) => page.results) ?? []
  useEffect(() => rememberLimit(beads.length), [rememberLimit, beads.length])
  return (
    <section className={styles.list} aria-labelledby="top-playlists">
      <h2 id="top-playlists">{category ? t.discover.topOf(t.categories[category]) : t.discover.top}</h2>
      {beads.length > 0 && (
        <Grid of="beads">
          {beads.map((bead, n) => (
            <li key={bead.id}>
              <BeadCard
                bead={bead}
                eager={category !== null && n < eagerCovers}
                follow={<FollowButton kind="bead" id={bead.id} name={bead.title} size="icon" creator={bead.creator.uid} />}
              />
            </li>
          ))}
        </Grid>
      )}
      {list.data === undefined && !list.isError && <BeadsSkeleton count={limits.page.beads} />}
      {list.isFetchingNextPage && <BeadsSkeleton count={eagerCovers} />}
      {list.isError && !list.isFetching && (
        <ErrorState
          title={beads.length > 0 ? t.discover.moreFailed : t.discover.failed}
          message={failureMessage(list.error)}
          onRetry={() => void (beads.length > 0 ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.data !== undefined && beads.length === 0 && !list.isError && <NoBeads />}
      {beads.length > 0 && !list.hasNextPage && !list.isError && <EndOfList>{t.discover.end}</EndOfList>}
      <InfiniteScroll
        hasMore={list.hasNextPage}
        paused={list.isFetching || list.isError}
        screens={2}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

const BeadsSkeleton = ({ count }: { count: number }) => <CardGridSkeleton of="beads" label={t.common.loading} count={count} />

function NoBeads() {
  const intend = useIntent()
  const { readOnly } = useSite()
  return (
    <EmptyState
      title={t.discover.emptyTitle}
      icon={<Icon as={ListMusic} size={28} />}
      action={!readOnly && <Button onClick={() => intend({ type: 'startbead' })}>{t.discover.start}</Button>}
    >
      {t.discover.emptyText}
    </EmptyState>
  )
}
