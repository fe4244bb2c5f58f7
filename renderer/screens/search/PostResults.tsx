import { memo, useMemo } from 'react'
import type { Post } from '#contract/schemas.ts'
import type { SearchPageQuery } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { PostCard, usePlayList } from '#widgets/post/index.ts'
import { sourceOf } from './queueSource.ts'
import type { SearchResults } from './useSearchResults.ts'

/** Number of cards that are visible without scrolling; their images load eagerly. */
const eagerCards = 3

/**
 * The posts of the results as cards. Playing one plays the whole list from there, also results that are not loaded yet.
 */
export function PostResults({ query, results: { items, next } }: { query: SearchPageQuery; results: SearchResults<Post> }) {
  const posts = useMemo(() => items.map(({ entity }) => entity), [items])
  const list = usePlayList({ posts, from: 0, next, source: sourceOf(query) })
  return (
    <Grid of="posts">
      {items.map(({ entity, item }, n) => (
        <li key={entity.id}>
          <PostResult
            post={entity}
            title={item.title_highlighted}
            text={item.descr_highlighted}
            eager={n < eagerCards}
            onPlay={list.play}
            onToggle={list.toggle}
          />
        </li>
      ))}
    </Grid>
  )
}

interface PostResultProps {
  post: Post
  title: string
  text: string | undefined
  eager: boolean
  onPlay: (post: Post) => void
  onToggle: () => void
}

const PostResult = memo(({ post, title, text, eager, onPlay, onToggle }: PostResultProps) => (
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
  <CardGridSkeleton of="posts" label={t.search.loading(t.search.posts)} count={count} />
)
