import { useMemo, type ComponentType } from 'react'
import { useLocation, useSearch } from 'wouter'
import { featuredPostOf } from '#contract/pages/featuredPost.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import { failureMessage, failureTitle, isFailure, useBeadQuery, useMe, usePostQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { ErrorState } from '#ui/States.tsx'
import { postsSource } from '#widgets/playAll/index.ts'
import { useLinkedStart, usePlayList } from '#widgets/post/index.ts'
import { useShownTags } from '#widgets/skin/index.ts'
import type { BeadFeedProps } from './BeadFeed.tsx'
import { BeadHeader } from './BeadHeader.tsx'
import { Composer } from './Composer.tsx'
import { BeadLine, BeadNotFound, DraftHidden, HeaderSkeleton, NewPostBanner } from './lazyParts.ts'
import { usePostFeed } from './usePostFeed.ts'
import styles from './BeadView.module.css'

/** Props of the component that shows the featured post: the post of the address, on its own page. */
export interface FeaturedProps {
  /** Undefined while loading. */
  post: Post | undefined
  /** The level of its heading. */
  level: 1 | 2
  /** The start position in seconds that the address requests. */
  start: number | null
  onPlay: (post: Post) => void
  onToggle: () => void
  onDeleted: () => void
}

interface BeadViewProps {
  id: string
  /** The component for the list of posts: `BeadFeed`, or below a featured post `LazyFeed`. */
  feed: ComponentType<BeadFeedProps>
  /** The post at the top, on its own page, and the component that shows it. */
  featured?: { post: Post | undefined; as: ComponentType<FeaturedProps> }
  /** The main content: the playlist, or the post with its playlist below. */
  lead?: 'bead' | 'post'
}

/**
 * The content of the pages of a playlist and of a post: the playlist and its posts. A featured post comes first, also
 * in the queue (Q1).
 */
export function BeadView({ id, feed: Feed, featured, lead = 'bead' }: BeadViewProps) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const isNew = new URLSearchParams(search).has('newPost')
  const { currentData: bead, error, refetch } = useBeadQuery({ params: { id } })
  const { me } = useMe()
  const feed = usePostFeed(bead, featured !== undefined)
  useShownTags(bead?.tags)
  const post = featured?.post
  const first = useFirstPost(featured === undefined ? bead : undefined, search)
  const leading = post ?? first?.post
  usePageTitle(featured ? undefined : (bead?.title ?? (error && failureTitle(error, t.bead.notFoundTitle))))

  const posts = useMemo(
    () => (leading ? [leading, ...feed.posts.filter((other) => other.id !== leading.id)] : feed.posts),
    [leading, feed.posts],
  )
  const source = postsSource(feed.query, bead?.title ?? '', listAddress(bead?.href ?? '/', search, feed.sort))
  const list = usePlayList({ posts: feed.posts, featured: leading, from: feed.from, next: feed.next, source })
  const { start, markUsed: clearStart } = useLinkedStart(post)
  const playFeatured = () => {
    list.play(post, start ?? undefined)
    clearStart()
  }
  if (!bead && error) {
    if (isFailure(error) && error.status === 403) return <DraftHidden />
    if (isFailure(error) && error.status === 404) return <BeadNotFound />
    return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  }
  const detail = featured && (
    <section className={styles.featured} aria-label={t.post.featured}>
      <featured.as
        post={post}
        level={lead === 'post' ? 1 : 2}
        start={start}
        onPlay={playFeatured}
        onToggle={list.toggle}
        onDeleted={() => navigate(`/${id}`, { replace: true })}
      />
    </section>
  )
  return (
    <div className={styles.page}>
      {lead === 'bead' &&
        (bead ? (
          <BeadHeader bead={bead} posts={posts} onPlay={playFeatured} onToggle={list.toggle} compact={featured !== undefined} />
        ) : (
          <HeaderSkeleton />
        ))}
      {/* Only for the author: the address with `newPost` may be passed on to others. */}
      {isNew && post && post.creator.uid === me?.uid && <NewPostBanner post={post} />}
      {detail}
      {lead === 'post' && bead && <BeadLine bead={bead} fallback={<div className={styles.line} />} />}
      {bead && <Composer bead={bead} />}
      <Feed bead={bead} feed={feed} excludedPostId={post?.id} first={first} onPlay={list.play} onToggle={list.toggle} />
    </div>
  )
}

/** The post that an admin featured, on the page of its playlist. Null without one, and if it cannot be loaded. */
function useFirstPost(bead: Bead | undefined, search: string): NonNullable<BeadFeedProps['first']> | null {
  const id = bead ? featuredPostOf(bead, new URLSearchParams(search)) : null
  const { currentData: post, error } = usePostQuery({ params: { id: id ?? '' } }, { skip: id === null })
  return id === null || (error && !post) ? null : { id, post }
}

/**
 * The address of the playlist with the present filters and order, and without other parameters. The player links to its
 * source by it.
 */
function listAddress(path: string, search: string, sort: string): string {
  const params = new URLSearchParams(search)
  for (const name of [...params.keys()])
    if (!['tag', 'createdby', 'collectedby', 'filter', 'dead', 'ts'].includes(name)) params.delete(name)
  if (sort !== 'top') params.set('sort', sort)
  return params.size === 0 ? path : `${path}?${params}`
}
