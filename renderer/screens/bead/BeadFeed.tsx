import { useCallback, useId, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { PlaylistSort } from '#contract/rules.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { useFocusInGrid } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { useColumns } from '#ui/useColumns.ts'
import { WhenNearViewport } from '#ui/WhenNearViewport.tsx'
import { PostCard } from '#widgets/post/index.ts'
import { Promotion, usePromotionIndex } from '#widgets/skin/index.ts'
import { canArrange } from './arrange/canArrange.ts'
import { DeadLinks, ExploreAll, Filters, EmptyFeed, RelatedEnd, RelatedStrip } from './lazyParts.ts'
import { postsBeforeStrip } from './stripPosition.ts'
import type { PostFeed } from './usePostFeed.ts'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import styles from './BeadFeed.module.css'

export interface BeadFeedProps {
  bead: Bead | undefined
  feed: PostFeed
  /** The id of the featured post, which is shown above the list. */
  excludedPostId?: string
  /** The post that an admin featured: the first of the list. Undefined while it loads. */
  first?: { id: string; post: Post | undefined } | null
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** The first cards, which are visible without scrolling; their images load eagerly. */
const eagerCards = 3

/**
 * In a list of more than 10 posts, the strip of related playlists follows after 8 or, to fill the row, a few more (B5).
 */
const relatedAfter = 8
const minPostsForRelated = 10

/**
 * The posts of a playlist: sort orders, filters, the cards with the promotion and the related playlists, and the end of
 * the list.
 */
export function BeadFeed({ bead, feed, excludedPostId, first = null, onPlay, onToggle }: BeadFeedProps) {
  const heading = useId()
  const [path] = useLocation()
  const search = useSearch()
  const { readOnly } = useSite()
  const posts = [...(first?.post ? [first.post] : []), ...feed.posts.filter(({ id }) => id !== excludedPostId && id !== first?.id)]
  // For the less common orders: whether it is the present one or the default of the playlist.
  const isOffered = (sort: PlaylistSort): boolean => sort === feed.sort || sort === bead?.sort
  const skyscraper = bead?.partnerMetaData?.skyscraper
  const promotionIndex = usePromotionIndex(posts.length, skyscraper)
  const [measure, columns] = useColumns()
  const cells = useRef<HTMLUListElement>(null)
  const grid = useCallback(
    (element: HTMLUListElement | null) => {
      cells.current = element
      measure(element)
    },
    [measure],
  )
  // A deletion removes the card, and so does ending a collect in a list that is filtered by the member's own collection.
  useFocusInGrid(cells, feed.state === 'ready' ? posts.length : undefined)
  const stripIndex =
    posts.length > minPostsForRelated ? postsBeforeStrip({ posts: posts.length, columns, promotionIndex, after: relatedAfter }) : null
  const sorts: PlaylistSort[] = ['top', 'recent', 'earliest', ...(['mostcollected', 'curated'] as const).filter(isOffered)]
  return (
    <section id="posts" aria-labelledby={heading} className={styles.feed}>
      <SortBar
        label={t.bead.orders}
        current={bead ? feed.sort : ''}
        options={sorts.map((id) => ({ id, title: t.bead[id], href: `${path}?${sortQuery(search, id)}` }))}
      >
        <h2 id={heading} tabIndex={-1} className={styles.heading}>
          {bead ? t.common.posts(feed.filtered ? (feed.total ?? 0) : bead.postCount) : t.bead.posts}
        </h2>
        {bead?.can.post && <DeadLinks bead={bead} />}
      </SortBar>
      {bead && (bead.postCount > 0 || bead.partnerMetaData?.customFilters) && (
        <div className={canArrange(bead, readOnly) ? styles.filtersAndButton : styles.filters}>
          <Filters bead={bead} />
        </div>
      )}
      {!bead || feed.state === 'loading' || (first && !first.post) ? (
        <FeedSkeleton count={6} label={t.bead.loadingPosts} />
      ) : feed.state === 'failed' ? (
        <ErrorState title={t.bead.postsFailed} message={failureMessage(feed.error)} onRetry={feed.retry} />
      ) : feed.state === 'visitor' || (feed.posts.length === 0 && !first) ? (
        <EmptyFeed bead={bead} feed={feed} />
      ) : (
        <>
          {posts.length > 0 && (
            <Grid ref={grid} of="posts" label={t.bead.posts}>
              {posts.flatMap((post, n) => [
                n === promotionIndex && (
                  <li key="promo">
                    <Promotion skyscraper={skyscraper} />
                  </li>
                ),
                n === stripIndex && (
                  <li key="related" className={styles.strip}>
                    <WhenNearViewport placeholder={<div className={styles.room} />}>
                      <RelatedStrip id={bead.id} fallback={<div className={styles.room} />} />
                    </WhenNearViewport>
                  </li>
                ),
                <li key={post.id}>
                  <PostCard
                    post={post}
                    featured={post.id === first?.id}
                    eager={n < eagerCards && excludedPostId === undefined}
                    onPlay={onPlay}
                    onToggle={onToggle}
                  />
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

/**
 * The query string for another sort order. It drops the page, and the parameters of a single visit (new post, start
 * position).
 */
function sortQuery(search: string, sort: PlaylistSort): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', 'newPost', 't']) params.delete(name)
  params.set('sort', sort)
  return params.toString()
}
