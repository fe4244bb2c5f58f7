import { useEffect, useRef } from 'react'
import { ExternalLink, X } from 'lucide-react'
import { stopNavigationEventsPropagation } from 'yet-another-react-lightbox'
import type { Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { PostControls, Provenance, RichText } from '../postParts/index.ts'
import styles from './Gallery.module.css'

interface InfoPaneProps {
  post: Post | undefined
  failed: unknown
  onRetry: () => void
  onClose: () => void
}

/** Details of the post beside its picture; in narrow windows below it. */
export function InfoPane({ post, failed, onRetry, onClose }: InfoPaneProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  // Pointer events in the pane must not move the picture; the viewer's keys still work here.
  const { onPointerDown, onWheel } = stopNavigationEventsPropagation()
  return (
    <aside
      ref={pane}
      className={styles.pane}
      tabIndex={-1}
      aria-label={t.gallery.info}
      onTouchStart={(event) => event.stopPropagation()}
      onPointerDown={onPointerDown}
      onWheel={onWheel}
    >
      <IconButton name={t.common.close} icon={<Icon as={X} />} className={styles.closePane} onClick={onClose} />
      {post ? (
        <About post={post} />
      ) : failed !== undefined ? (
        <ErrorState level={3} message={failureMessage(failed)} onRetry={onRetry} />
      ) : (
        <SkeletonGroup label={t.gallery.loadingPost} className={styles.skeleton}>
          <Skeleton width="70%" height="1.5rem" />
          <Skeleton />
          <Skeleton width="80%" />
        </SkeletonGroup>
      )}
    </aside>
  )
}

const About = ({ post }: { post: Post }) => (
  <>
    <h2 className={styles.heading}>
      <a href={`/${post.href}`}>{post.title}</a>
    </h2>
    <p className={styles.by}>
      <Avatar member={post.creator} />
      <span>
        <Provenance post={post} by={t.post.addedBy} className={styles.name} mark={<VerifiedMark member={post.creator} />} />{' '}
        {t.post.addedIn}{' '}
        <a href={`/${post.bead.id}`} className={styles.name}>
          {post.bead.title}
        </a>
        {' · '}
        <TimeAgo instant={post.creationDate} />
      </span>
    </p>
    {post.description !== '' && <RichText html={post.description} />}
    {post.tags.length > 0 && (
      <ul className={styles.tags} aria-label={t.post.tags}>
        {post.tags.map((tag) => (
          <li key={tag}>
            <Tag name={tag} />
          </li>
        ))}
      </ul>
    )}
    <PostControls post={post} />
    <p className={styles.links}>
      <a href={`/${post.href}`} className={styles.name}>
        {t.gallery.postPage}
      </a>
      {post.media && (
        <a className={styles.name} href={post.media.attribution ?? post.media.href} target="_blank" rel="nofollow noopener">
          {t.post.openAt(post.media.source)} <Icon as={ExternalLink} size={16} />
        </a>
      )}
    </p>
  </>
)
