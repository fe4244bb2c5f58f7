import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { profileBeadsQuery, profileMoreBeadsQuery, type ProfileBeads } from '#contract/pages/profile.ts'
import { limits } from '#contract/limits.ts'
import type { Member } from '#contract/schemas.ts'
import { failureMessage, useBeadsInfiniteQuery, useRestoredLimit, useWasShown } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { Button } from '#ui/Button.tsx'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { SubHeader } from '#ui/SubHeader.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import styles from './Section.module.css'

interface BeadSectionProps {
  section: ProfileBeads
  member: Member
  heading: string
  /** Approximate number of playlists, for the placeholder. */
  expected: number
  /** Shown if the list is empty. If absent, an empty section is not rendered. */
  empty?: ReactNode
  /** Id of the heading, to which a count in the profile header links. */
  id?: string
}

/** "Show more" appears only if the total is higher than this (F2). Also the maximum number of placeholders. */
const showMoreThreshold = limits.page.profileBeads

/** Playlists that a member started, is invited to or follows: a first page, then more after "Show more" (F1, F2). */
export function BeadSection({ section, member, heading, expected, empty, id }: BeadSectionProps) {
  const generatedId = useId()
  const headingId = id ?? generatedId
  const sectionRef = useRef<HTMLElement>(null)
  const moreQuery = profileMoreBeadsQuery(section, member)
  // Going back restores the playlists that "Show more" had added (A9).
  const limitKey = `${section} further`
  const [isExpanded, setExpanded] = useState(useWasShown(limitKey))
  const [limit, rememberLimit] = useRestoredLimit(limitKey, moreQuery.limit)
  const first = useBeadsInfiniteQuery({ query: profileBeadsQuery(section, member) })
  // A separate query, since its page size differs from the first one's.
  const rest = useBeadsInfiniteQuery({ query: { ...moreQuery, limit } }, { skip: !isExpanded })

  const start = first.currentData?.pages[0]
  const total = start?.counts.total ?? 0
  const more = rest.currentData?.pages.flatMap(({ results }) => results) ?? []
  const beads = [...(start?.results ?? []), ...more]
  useEffect(() => rememberLimit(more.length), [rememberLimit, more.length])

  // With the last page, the button disappears: move the focus to the first card that was added.
  const countBefore = useRef(0)
  useFocusFallback(
    sectionRef,
    () =>
      sectionRef.current?.querySelectorAll('article')[countBefore.current]?.querySelector('a') ?? sectionRef.current?.querySelector('h2'),
  )
  const hasMore = total > showMoreThreshold && (isExpanded && rest.currentData ? rest.hasNextPage : start?.next != null)
  const loading = rest.isFetching && isExpanded

  const showMore = () => {
    countBefore.current = beads.length
    if (!isExpanded) setExpanded(true)
    else if (rest.currentData) void rest.fetchNextPage()
    else void rest.refetch()
  }

  // "Show all" loads one page after the other. A page that fails stops this; a retry resumes it.
  const [loadsAll, setLoadsAll] = useState(false)
  const shouldLoadNext = loadsAll && rest.hasNextPage && !rest.isFetching && !rest.isError
  const { fetchNextPage } = rest
  useEffect(() => {
    if (shouldLoadNext) void fetchNextPage()
  }, [shouldLoadNext, fetchNextPage])
  const showAll = () => {
    setLoadsAll(true)
    showMore()
  }

  if (start && beads.length === 0 && empty === undefined) return null
  return (
    <section ref={sectionRef} aria-labelledby={headingId} className={styles.section}>
      <SubHeader more={hasMore ? { onAll: showAll, busy: loading } : undefined}>
        <h2 id={headingId} className={styles.heading} tabIndex={-1}>
          {heading}
        </h2>
      </SubHeader>
      {start ? (
        beads.length === 0 ? (
          empty
        ) : (
          <>
            <Grid of="beads" label={heading}>
              {beads.map((bead, n) => (
                <li key={bead.id}>
                  {/* The covers of the first four started playlists are on the first screen. */}
                  <BeadCard
                    bead={bead}
                    hideCreator={section === 'started'}
                    eager={section === 'started' && n < 4}
                    follow={<FollowButton kind="bead" id={bead.id} name={bead.title} size="icon" creator={bead.creator.uid} />}
                  />
                </li>
              ))}
            </Grid>
            {loading && <BeadsSkeleton count={4} />}
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
            {!hasMore && total > showMoreThreshold && <EndOfList>{t.member.end}</EndOfList>}
          </>
        )
      ) : first.isError ? (
        <ErrorState title={t.member.playlistsFailed} message={failureMessage(first.error)} onRetry={() => void first.refetch()} />
      ) : (
        <BeadsSkeleton count={Math.min(Math.max(expected, 1), showMoreThreshold)} />
      )}
    </section>
  )
}

const BeadsSkeleton = ({ count }: { count: number }) => <CardGridSkeleton of="beads" label={t.member.loadingPlaylists} count={count} />
