import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { profileBeadsQuery, profileMoreBeadsQuery, type ProfileBeads } from '#contract/pages/profile.ts'
import { limits } from '#contract/limits.ts'
import type { Member } from '#contract/schemas.ts'
import { failureMessage, useBeadsInfiniteQuery, useRestoredLimit, useWasShown } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { Button } from '#ui/Button.tsx'
import { CardSkeleton } from '#ui/Card.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { SubHeader } from '#ui/SubHeader.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './Section.module.css'

interface BeadSectionProps {
  section: ProfileBeads
  member: Member
  heading: string
  /** How many there are about, as far as that is known before they come. */
  expected: number
  /** What stands where there are none; without it the section is not there then. */
  nothing?: ReactNode
  /** Named so that the counts can lead here. */
  id?: string
}

/** Up to how many playlists "Show more" does not show at all (F2). */
const fewest = limits.page.profileBeads

/** Playlists that a member started, is invited to or follows: some at first, then more at a time (F1, F2). */
export function BeadSection({ section, member, heading, expected, nothing, id }: BeadSectionProps) {
  const own = useId()
  const headingId = id ?? own
  const place = useRef<HTMLElement>(null)
  const further = profileMoreBeadsQuery(section, member)
  // Going back finds what was shown beyond the first ones (A9).
  const kept = `${section} further`
  const [wantsMore, setWantsMore] = useState(useWasShown(kept))
  const [limit, remember] = useRestoredLimit(kept, further.limit)
  const first = useBeadsInfiniteQuery({ query: profileBeadsQuery(section, member) })
  const rest = useBeadsInfiniteQuery({ query: { ...further, limit } }, { skip: !wantsMore })

  const start = first.currentData?.pages[0]
  const total = start?.counts.total ?? 0
  const more = rest.currentData?.pages.flatMap(({ results }) => results) ?? []
  const beads = [...(start?.results ?? []), ...more]
  useEffect(() => remember(more.length), [remember, more.length])

  // The button goes with the last page: the focus goes on with the first card that came.
  const before = useRef(0)
  useKeptFocus(
    place,
    () => place.current?.querySelectorAll('article')[before.current]?.querySelector('a') ?? place.current?.querySelector('h2'),
  )
  const hasMore = total > fewest && (wantsMore && rest.currentData ? rest.hasNextPage : start?.next != null)
  const loading = rest.isFetching && wantsMore

  const showMore = () => {
    before.current = beads.length
    if (!wantsMore) setWantsMore(true)
    else if (rest.currentData) void rest.fetchNextPage()
    else void rest.refetch()
  }

  // All of them come one page after the other; a page that fails ends it, and "Show all" goes on.
  const [wantsAll, setWantsAll] = useState(false)
  const goesOn = wantsAll && rest.hasNextPage && !rest.isFetching && !rest.isError
  const { fetchNextPage } = rest
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const all = () => {
    setWantsAll(true)
    showMore()
  }

  if (start && beads.length === 0 && nothing === undefined) return null
  return (
    <section ref={place} aria-labelledby={headingId} className={styles.section}>
      <SubHeader more={hasMore ? { onAll: all, busy: loading } : undefined}>
        <h2 id={headingId} className={styles.heading} tabIndex={-1}>
          {heading}
        </h2>
      </SubHeader>
      {start ? (
        beads.length === 0 ? (
          nothing
        ) : (
          <>
            <Grid of="beads" label={heading}>
              {beads.map((bead, n) => (
                <li key={bead.id}>
                  <BeadCard
                    bead={bead}
                    hideCreator={section === 'started'}
                    eager={section === 'started' && n < 4}
                    follow={<FollowButton kind="bead" id={bead.id} name={bead.title} size="icon" creator={bead.creator.uid} />}
                  />
                </li>
              ))}
            </Grid>
            {loading && <Bones count={4} />}
            {rest.isError && !loading && (
              <p role="alert" className={styles.failed}>
                {failureMessage(rest.error)}
              </p>
            )}
            {hasMore && (
              <div className={styles.more}>
                <Button busy={loading} onClick={showMore}>
                  {rest.isError ? t.common.retry : t.member.showMore}
                </Button>
              </div>
            )}
            {!hasMore && total > fewest && <EndOfList>{t.member.end}</EndOfList>}
          </>
        )
      ) : first.isError ? (
        <ErrorState title={t.member.playlistsFailed} message={failureMessage(first.error)} onRetry={() => void first.refetch()} />
      ) : (
        <Bones count={Math.min(Math.max(expected, 1), fewest)} />
      )}
    </section>
  )
}

const Bones = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.member.loadingPlaylists}>
    <Grid of="beads">
      {Array.from({ length: count }, (_, n) => (
        <li key={n}>
          <CardSkeleton ratio="1/1" />
        </li>
      ))}
    </Grid>
  </SkeletonGroup>
)
