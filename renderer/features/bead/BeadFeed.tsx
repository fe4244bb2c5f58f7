import { useId } from 'react'
import { ListMusic } from 'lucide-react'
import { useLocation } from 'wouter'
import type { PlaylistSort } from '../../../server/contract/playlist.ts'
import type { Bead, Post } from '../../../server/contract/schemas.ts'
import { failureMessage, useIntent, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { Grid } from '../../ui/Grid.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InfiniteScroll } from '../../ui/InfiniteScroll.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { SortBar } from '../../ui/SortBar.tsx'
import { EmptyState, EndOfList, ErrorState } from '../../ui/States.tsx'
import { PostCard } from '../post/index.ts'
import { mayOffer } from './Composer.tsx'
import type { PostFeed } from './usePostFeed.ts'
import styles from './BeadFeed.module.css'

interface BeadFeedProps {
  bead: Bead | undefined
  feed: PostFeed
  /** The featured post, which stands above. */
  without?: string
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** Cards on the first screen, whose pictures load at once. */
const firstScreen = 3

export function BeadFeed({ bead, feed, without, onPlay, onToggle }: BeadFeedProps) {
  const heading = useId()
  const [path] = useLocation()
  const posts = feed.posts.filter(({ id }) => id !== without)
  const offered = (sort: PlaylistSort): boolean => sort === feed.sort || sort === bead?.sort
  const sorts: PlaylistSort[] = ['top', 'recent', 'earliest', ...(['mostcollected', 'curated'] as const).filter(offered)]
  return (
    <section aria-labelledby={heading} className={styles.feed}>
      <SortBar
        label={t.bead.orders}
        current={bead ? feed.sort : ''}
        options={sorts.map((id) => ({ id, title: t.bead[id], href: `${path}?sort=${id}` }))}
      >
        <h2 id={heading} className={styles.heading}>{bead ? t.common.posts(bead.postCount) : t.bead.posts}</h2>
      </SortBar>
      {!bead || feed.state === 'loading' ? <Bones count={6} label={t.bead.loadingPosts} />
        : feed.state === 'failed' ? <ErrorState title={t.bead.postsFailed} message={failureMessage(feed.error)} onRetry={feed.retry} />
        : feed.posts.length === 0 ? <Nothing bead={bead} sort={feed.sort} path={path} />
        : (
          <>
            {posts.length > 0 && (
              <Grid of="posts" label={t.bead.posts}>
                {posts.map((post, n) => (
                  <li key={post.id}>
                    <PostCard post={post} eager={n < firstScreen && without === undefined} onPlay={onPlay} onToggle={onToggle} />
                  </li>
                ))}
              </Grid>
            )}
            <InfiniteScroll hasMore={feed.more !== 'none'} paused={feed.more !== 'idle'} onMore={feed.loadMore} />
            <Tail feed={feed} />
          </>
        )}
    </section>
  )
}

/** What stands below the last card: more on its way, a try that failed, or the end. */
function Tail({ feed }: { feed: PostFeed }) {
  if (feed.more === 'loading') return <Bones count={3} label={t.common.loadingMore} />
  if (feed.more === 'failed') return <ErrorState title={t.bead.moreFailed} message={failureMessage(feed.error)} onRetry={feed.loadMore} />
  return feed.more === 'none' ? <EndOfList>{t.bead.end}</EndOfList> : null
}

function Nothing({ bead, sort, path }: { bead: Bead; sort: PlaylistSort; path: string }) {
  const intend = useIntent()
  const { me } = useMe()
  if (bead.postCount > 0)
    return (
      <EmptyState title={t.bead.emptyOrderTitle} action={<ButtonLink href={`${path}?sort=recent`}>{t.bead.showRecent}</ButtonLink>}>
        {sort === 'top' && t.bead.emptyOrderText}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t.bead.emptyTitle}
      icon={<Icon as={ListMusic} size={28} />}
      action={mayOffer(bead, me !== null) && (
        <Button kind="primary" onClick={() => intend({ type: 'addpost', id: bead.id })}>{t.bead.addPost}</Button>
      )}
    >
      {t.bead.emptyText}
    </EmptyState>
  )
}

const Bones = ({ count, label }: { count: number; label: string }) => (
  <SkeletonGroup label={label}>
    <Grid of="posts">{Array.from({ length: count }, (_, n) => <li key={n}><CardSkeleton /></li>)}</Grid>
  </SkeletonGroup>
)
