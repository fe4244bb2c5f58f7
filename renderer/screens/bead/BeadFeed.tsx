import { useId } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { PlaylistSort } from '#contract/rules.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Grid } from '#ui/Grid.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { useColumns } from '#ui/useColumns.ts'
import { PostCard } from '#widgets/post/index.ts'
import { Promo, usePromoAfter } from '#widgets/skin/index.ts'
import { DeadLinks, ExploreAll, Filters, Nothing, RelatedEnd, RelatedStrip } from './lazyParts.ts'
import { WhenNearViewport } from './related/WhenNearViewport.tsx'
import { postsBeforeStrip } from './stripPlace.ts'
import type { PostFeed } from './usePostFeed.ts'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import styles from './BeadFeed.module.css'

export interface BeadFeedProps {
  bead: Bead | undefined
  feed: PostFeed
  /** The featured post, which stands above. */
  without?: string
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** Cards on the first screen, whose pictures load at once. */
const firstScreen = 3

/** Related playlists stand after so many posts, where there are more than ten (B5). */
const relatedAfter = 8
const fewForRelated = 10

export function BeadFeed({ bead, feed, without, onPlay, onToggle }: BeadFeedProps) {
  const heading = useId()
  const [path] = useLocation()
  const search = useSearch()
  const posts = feed.posts.filter(({ id }) => id !== without)
  const offered = (sort: PlaylistSort): boolean => sort === feed.sort || sort === bead?.sort
  const skyscraper = bead?.partnerMetaData?.skyscraper
  const promo = usePromoAfter(posts.length, skyscraper)
  const [grid, columns] = useColumns()
  const strip = posts.length > fewForRelated ? postsBeforeStrip({ posts: posts.length, columns, promo, after: relatedAfter }) : null
  const sorts: PlaylistSort[] = ['top', 'recent', 'earliest', ...(['mostcollected', 'curated'] as const).filter(offered)]
  return (
    <section id="posts" aria-labelledby={heading} className={styles.feed}>
      <SortBar
        label={t.bead.orders}
        current={bead ? feed.sort : ''}
        options={sorts.map((id) => ({ id, title: t.bead[id], href: `${path}?${ordered(search, id)}` }))}
      >
        <h2 id={heading} tabIndex={-1} className={styles.heading}>
          {bead ? t.common.posts(feed.filtered ? (feed.total ?? 0) : bead.postCount) : t.bead.posts}
        </h2>
        {bead?.can.post && <DeadLinks bead={bead} />}
      </SortBar>
      {bead && (bead.postCount > 0 || bead.partnerMetaData?.customFilters) && (
        <Filters bead={bead} fallback={<div className={styles.filters} />} />
      )}
      {!bead || feed.state === 'loading' ? (
        <FeedSkeleton count={6} label={t.bead.loadingPosts} />
      ) : feed.state === 'failed' ? (
        <ErrorState title={t.bead.postsFailed} message={failureMessage(feed.error)} onRetry={feed.retry} />
      ) : feed.state === 'visitor' || feed.posts.length === 0 ? (
        <Nothing bead={bead} feed={feed} />
      ) : (
        <>
          {posts.length > 0 && (
            <Grid ref={grid} of="posts" label={t.bead.posts}>
              {posts.flatMap((post, n) => [
                n === promo && (
                  <li key="promo">
                    <Promo skyscraper={skyscraper} />
                  </li>
                ),
                n === strip && (
                  <li key="related" className={styles.strip}>
                    <WhenNearViewport place={<div className={styles.room} />}>
                      <RelatedStrip id={bead.id} fallback={<div className={styles.room} />} />
                    </WhenNearViewport>
                  </li>
                ),
                <li key={post.id}>
                  <PostCard post={post} eager={n < firstScreen && without === undefined} onPlay={onPlay} onToggle={onToggle} />
                </li>,
              ])}
            </Grid>
          )}
          {feed.preview ? (
            bead.postCount > 1 && <ExploreAll bead={bead} complete={feed.more === 'none'} />
          ) : (
            <ListTail
              more={feed.more}
              onMore={feed.loadMore}
              skeleton={<FeedSkeleton count={3} label={t.common.loadingMore} />}
              failed={{ title: t.bead.moreFailed, message: failureMessage(feed.error) }}
              end={<EndOfList>{t.bead.end}</EndOfList>}
            />
          )}
        </>
      )}
      {bead && feed.state === 'ready' && (feed.preview || feed.more === 'none') && (
        <WhenNearViewport>
          <RelatedEnd id={bead.id} />
        </WhenNearViewport>
      )}
    </section>
  )
}

/** The address of another order of what is shown now; it begins at its beginning. */
function ordered(search: string, sort: PlaylistSort): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', 'newPost', 't']) params.delete(name)
  params.set('sort', sort)
  return params.toString()
}
