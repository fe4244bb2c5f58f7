import { memo, useMemo } from 'react'
import type { Post } from '#contract/schemas.ts'
import type { SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { CardSkeleton } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { PostCard, usePlayList } from '#widgets/post/index.ts'
import { sourceOf } from './queueSource.ts'
import type { SearchResults } from './useSearchResults.ts'

/** Cards on the first screen, whose pictures load at once. */
const firstScreen = 3

/** What is played from a card goes on with what was found after it, on this page or not. */
export function PostResults({ asked, results: { items, next } }: { asked: SearchPageQuery; results: SearchResults<Post> }) {
  const posts = useMemo(() => items.map(({ thing }) => thing), [items])
  const list = usePlayList({ posts, from: 0, next, source: sourceOf(asked) })
  return (
    <Grid of="posts">
      {items.map(({ thing, item }, n) => (
        <li key={thing.id}>
          <FoundPost
            post={thing}
            title={item.title_highlighted}
            text={item.descr_highlighted}
            eager={n < firstScreen}
            onPlay={list.play}
            onToggle={list.toggle}
          />
        </li>
      ))}
    </Grid>
  )
}

interface FoundPostProps {
  post: Post
  title: string
  text: string | undefined
  eager: boolean
  onPlay: (post: Post) => void
  onToggle: () => void
}

const FoundPost = memo(({ post, title, text, eager, onPlay, onToggle }: FoundPostProps) => (
  <PostCard
    post={post}
    marked={<Highlighted html={title} />}
    markedText={text !== undefined && text !== '' ? <Highlighted html={text} /> : undefined}
    eager={eager}
    onPlay={onPlay}
    onToggle={onToggle}
  />
))

export const PostSkeletons = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.search.loading(t.search.posts)}>
    <Grid of="posts">
      {Array.from({ length: count }, (_, n) => (
        <li key={n}>
          <CardSkeleton />
        </li>
      ))}
    </Grid>
  </SkeletonGroup>
)
