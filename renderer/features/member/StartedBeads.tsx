import { useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import { ListMusic } from 'lucide-react'
import { limits } from '../../../server/contract/limits.ts'
import type { Member } from '../../../server/contract/schemas.ts'
import { creatorOpened, failureMessage, useBeadsInfiniteQuery, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { BeadCard } from '../../ui/BeadCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { Grid } from '../../ui/Grid.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { EmptyState, EndOfList, ErrorState } from '../../ui/States.tsx'
import styles from './StartedBeads.module.css'

/** How many "Show more" adds (A9), and up to how many playlists it does not show at all. */
const moreLimit = 12
const fewest = 8

/** The playlists that a member started: 20 at first if verified, else 8, then 12 more at a time (F2). */
export function StartedBeads({ member }: { member: Member }) {
  const heading = useId()
  const { me } = useMe()
  const [wantsMore, setWantsMore] = useState(false)
  const firstLimit = member.verified ? limits.page.profileBeadsVerified : limits.page.profileBeads
  const shared = { createdby: member.uid, sort: 'recent' } as const
  const first = useBeadsInfiniteQuery({ query: { ...shared, limit: firstLimit } })
  const rest = useBeadsInfiniteQuery({ query: { ...shared, from: firstLimit, limit: moreLimit } }, { skip: !wantsMore })

  const start = first.currentData?.pages[0]
  const beads = [start, ...(rest.currentData?.pages ?? [])].flatMap((page) => page?.results ?? [])
  const total = start?.counts.total ?? 0
  const hasMore = total > fewest && (wantsMore && rest.currentData ? rest.hasNextPage : start?.next != null)
  const loading = rest.isFetching && wantsMore

  const more = () => {
    if (!wantsMore) setWantsMore(true)
    else if (rest.currentData) void rest.fetchNextPage()
    else void rest.refetch()
  }

  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>{t.member.startedHeading}</h2>
      {start ? (beads.length === 0 ? <Nothing member={member} own={me?.uid === member.uid} /> : (
        <>
          <Grid of="beads" label={t.member.startedHeading}>
            {beads.map((bead, n) => <li key={bead.id}><BeadCard bead={bead} hideCreator eager={n < 4} /></li>)}
          </Grid>
          {loading && <Bones count={4} />}
          {rest.isError && !loading && (
            <p role="alert" className={styles.failed}>{failureMessage(rest.error)}</p>
          )}
          {hasMore && <div className={styles.more}><Button busy={loading} onClick={more}>{rest.isError ? t.common.retry : t.member.showMore}</Button></div>}
          {!hasMore && total > fewest && <EndOfList>{t.member.end}</EndOfList>}
        </>
      )) : first.isError
        ? <ErrorState title={t.member.playlistsFailed} message={failureMessage(first.error)} onRetry={() => void first.refetch()} />
        : <Bones count={Math.min(Math.max(member.createdBeadCount, 1), fewest)} />}
    </section>
  )
}

function Nothing({ member, own }: { member: Member; own: boolean }) {
  const dispatch = useDispatch()
  return (
    <EmptyState
      title={t.member.emptyTitle}
      level={3}
      icon={<Icon as={ListMusic} size={28} />}
      action={own && <Button kind="primary" onClick={() => dispatch(creatorOpened())}>{t.member.start}</Button>}
    >
      {own ? t.member.emptyOwnText : t.member.emptyText(member.name)}
    </EmptyState>
  )
}

const Bones = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.member.loadingPlaylists}>
    <Grid of="beads">{Array.from({ length: count }, (_, n) => <li key={n}><CardSkeleton ratio="1/1" /></li>)}</Grid>
  </SkeletonGroup>
)
