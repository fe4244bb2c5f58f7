import { useRef } from 'react'
import type { CollectionQuery } from '#contract/pages/collection.ts'
import type { Member, Post } from '#contract/schemas.ts'
import { failureMessage, type Listing } from '#data/index.ts'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { useFocusInGrid } from '#ui/focus.ts'
import { Grid } from '#ui/Grid.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { EndOfList, ErrorState } from '#ui/States.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { PostCard, usePlayList } from '#widgets/post/index.ts'
import { EmptyCollection } from './EmptyCollection.tsx'

/** Number of cards that are visible without scrolling; their images load eagerly. */
const eagerCards = 3

interface PostsProps {
  query: CollectionQuery
  owner: Member | undefined
  list: Listing<Post>
  source: QueueSource
}

/** The posts of a collection as cards, with its loading, error and empty states. */
export function CollectionPosts({ query, owner, list, source }: PostsProps) {
  const { play, toggle } = usePlayList({ posts: list.items, from: 0, next: list.next, source })
  const grid = useRef<HTMLUListElement>(null)
  // Ending a collect removes the card from the member's own collection.
  useFocusInGrid(grid, list.state === 'ready' ? list.items.length : undefined)
  if (list.state === 'loading') return <PostsSkeleton count={6} />
  if (list.state === 'failed') return <ErrorState title={t.collection.failed} message={failureMessage(list.error)} onRetry={list.retry} />
  if (list.items.length === 0 && list.more === 'none') return <EmptyCollection query={query} owner={owner} />
  return (
    <section aria-labelledby="collection-posts">
      {/* Screen readers navigate by headings; cards are at level 3. */}
      <VisuallyHidden>
        <h2 id="collection-posts">{t.collection.posts}</h2>
      </VisuallyHidden>
      <Grid ref={grid} of="posts">
        {list.items.map((post, n) => (
          <li key={post.id}>
            <PostCard post={post} eager={n < eagerCards} onPlay={play} onToggle={toggle} />
          </li>
        ))}
      </Grid>
      <ListTail
        more={list.more}
        onMore={list.loadMore}
        skeleton={<PostsSkeleton count={3} />}
        failed={{ title: t.collection.moreFailed, message: failureMessage(list.error) }}
        end={<EndOfList>{t.collection.end}</EndOfList>}
        screens={3}
      />
    </section>
  )
}

const PostsSkeleton = ({ count }: { count: number }) => <CardGridSkeleton of="posts" label={t.collection.loading} count={count} />
