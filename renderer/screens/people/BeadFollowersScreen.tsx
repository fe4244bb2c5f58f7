import { limits } from '#contract/limits.ts'
import { pageTitles } from '#contract/messages.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { failureMessage, failureTitle, isFailure, useBeadQuery, useListing } from '#data/index.ts'
import { useBeadFollowersInfiniteQuery } from '#data/people.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { DiscoverLink, EmptyState, ErrorState } from '#ui/States.tsx'
import { MemberList } from '#widgets/people/index.ts'
import { MiniHeader, MiniHeaderSkeleton } from './MiniHeader.tsx'
import { useRestoredQuery } from './useRestoredQuery.ts'
import styles from './PeopleScreens.module.css'

const uidOf = ({ uid }: MemberRef): string => uid

/** `/{bead}/followers`: the followers of a playlist (W5). */
export default function BeadFollowersScreen({ id }: { id: string }) {
  const { currentData: bead, error, refetch } = useBeadQuery({ params: { id } })
  const [query, rememberLimit] = useRestoredQuery('followers', limits.page.followers)
  const list = useListing(useBeadFollowersInfiniteQuery({ params: { id }, query }), uidOf, rememberLimit)
  usePageTitle(bead ? t.people.followersOfTitle(bead.title) : error && failureTitle(error, pageTitles.noBead))

  if (!bead && error) {
    if (isFailure(error) && error.status === 404) return <EmptyState level={1} title={pageTitles.noBead} action={<DiscoverLink />} />
    return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  }
  return (
    <div className={styles.page}>
      {bead ? (
        <MiniHeader
          title={t.people.followersOfTitle(bead.title)}
          description={list.state === 'ready' && t.people.followedBy(list.total)}
          backLink={{ href: bead.href, text: t.people.backToPlaylist }}
        />
      ) : (
        <MiniHeaderSkeleton />
      )}
      <MemberList list={list} label={t.people.followers} empty={t.people.noBeadFollowers} />
    </div>
  )
}
