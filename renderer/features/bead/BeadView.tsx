import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Post } from '../../../server/contract/schemas.ts'
import { failureMessage, failureTitle, isFailure, useBeadQuery } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/page.ts'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { postsSource } from '../playAll/index.ts'
import { DetailSkeleton, PostDetail, useLinkedStart, usePlayList } from '../post/index.ts'
import { BeadFeed } from './BeadFeed.tsx'
import { BeadHeader } from './BeadHeader.tsx'
import { BeadLine } from './BeadLine.tsx'
import { Composer } from './Composer.tsx'
import { DraftHidden } from './DraftHidden.tsx'
import { HeaderSkeleton } from './HeaderSkeleton.tsx'
import { NewPostBanner } from './NewPostBanner.tsx'
import { usePostFeed } from './usePostFeed.ts'
import styles from './BeadView.module.css'

interface BeadViewProps {
  id: string
  /** The post that stands first, on its own address. */
  featured?: Post | 'loading'
  /** What the page is about: the playlist, or the post with its playlist below. */
  lead?: 'bead' | 'post'
}

/** A playlist: what it is, and its posts; with a featured post that one comes first, in the queue too (Q1). */
export function BeadView({ id, featured, lead = 'bead' }: BeadViewProps) {
  const [, navigate] = useLocation()
  const isNew = new URLSearchParams(useSearch()).has('newPost')
  const { currentData: bead, error, refetch } = useBeadQuery({ params: { id } })
  const feed = usePostFeed(bead)
  const post = featured === 'loading' ? undefined : featured
  usePageTitle(featured ? undefined : bead?.title ?? (error && failureTitle(error, t.bead.notFoundTitle)))

  const posts = useMemo(() => (post ? [post, ...feed.posts.filter((other) => other.id !== post.id)] : feed.posts), [post, feed.posts])
  const source = postsSource(feed.query, bead?.title ?? '', `${bead?.href ?? '/'}${feed.sort === 'top' ? '' : `?sort=${feed.sort}`}`)
  const list = usePlayList({ posts: feed.posts, featured: post, from: feed.from, next: feed.next, source })
  const { start, used } = useLinkedStart(post)
  const playFeatured = () => {
    list.play(post, start ?? undefined)
    used()
  }
  if (!bead && error) {
    if (isFailure(error) && error.status === 403) return <DraftHidden />
    if (isFailure(error) && error.status === 404) return <BeadNotFound />
    return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  }
  const detail = featured && (
    <section className={styles.featured} aria-label={t.post.featured}>
      {post
        ? <PostDetail post={post} level={lead === 'post' ? 1 : 2} start={start} onPlay={playFeatured} onToggle={list.toggle} onDeleted={() => navigate(`/${id}`, { replace: true })} />
        : <DetailSkeleton />}
    </section>
  )
  return (
    <div className={styles.page}>
      {lead === 'bead' && (bead
        ? <BeadHeader bead={bead} posts={posts} onPlay={playFeatured} onToggle={list.toggle} compact={featured !== undefined} />
        : <HeaderSkeleton />)}
      {isNew && post && <NewPostBanner post={post} />}
      {detail}
      {lead === 'post' && bead && <BeadLine bead={bead} />}
      {bead && <Composer bead={bead} />}
      <BeadFeed bead={bead} feed={feed} without={post?.id} onPlay={list.play} onToggle={list.toggle} />
    </div>
  )
}

const BeadNotFound = () => (
  <EmptyState level={1} title={t.bead.notFoundTitle} action={<ButtonLink href="/discover" kind="primary">{t.bead.discover}</ButtonLink>}>
    {t.bead.notFoundText}
  </EmptyState>
)
