import { ExternalLink, Music } from 'lucide-react'
import { Link } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { VerifiedMark } from '#ui/Verified.tsx'
import { Embeds } from '../embeds/index.ts'
import { GalleryButton } from '../gallery/index.ts'
import { ShareButton } from '../share/index.ts'
import { ClampedText } from './ClampedText.tsx'
import { Comments } from './Comments.tsx'
import { DeadLink } from './DeadLink.ts'
import { PostMedia } from './PostMedia.tsx'
import { PostMenu } from './PostMenu.tsx'
import { PostControls, Provenance } from '../postParts/index.ts'
import styles from './PostDetail.module.css'

interface PostDetailProps {
  post: Post
  /** Heading level: 1 on the post's own page. */
  level: 1 | 2
  /** Start position in seconds from `?t=` in the address. */
  start?: number | null
  onPlay: (post: Post) => void
  onToggle: () => void
  onDeleted: () => void
}

/** Detail view of a post: its medium, all its texts, controls and comments. */
export function PostDetail({ post, level, start, onPlay, onToggle, onDeleted }: PostDetailProps) {
  const Heading = `h${level}` as const
  const { media } = post
  return (
    <article className={styles.detail} data-bare={media ? undefined : ''}>
      {media && (
        <div className={styles.media}>
          <PostMedia post={post} start={start} onPlay={onPlay} onToggle={onToggle} />
          {media.type === 'image' && <GalleryButton post={post} className={styles.large} />}
        </div>
      )}
      <div className={styles.words}>
        <div className={styles.head}>
          <Heading className={styles.title} tabIndex={level === 1 ? -1 : undefined}>
            {post.title}
          </Heading>
          <PostMenu post={post} onDeleted={onDeleted} />
        </div>
        <p className={styles.by}>
          <Avatar member={post.creator} />
          <span>
            <Provenance post={post} by={t.post.addedBy} className={styles.name} mark={<VerifiedMark member={post.creator} />} />{' '}
            {t.post.addedIn}{' '}
            <Link href={`/${post.bead.id}`} className={styles.name}>
              {post.bead.title}
            </Link>
            {' · '}
            <TimeAgo instant={post.creationDate} className={styles.when} />
            {post.originalPost?.href && (
              <>
                {' '}
                ·{' '}
                <Link href={`/${post.originalPost.href}`} className={styles.name}>
                  {t.post.original}
                </Link>
              </>
            )}
          </span>
        </p>
        {media?.artist && media.artist !== post.title && media.artist !== media.source && (
          <p className={styles.artist}>
            <Icon as={Music} size={16} />
            {media.artist}
          </p>
        )}
        {(media?.status === 404 || post.can.repair) && <DeadLink post={post} full />}
        {post.description !== '' && <ClampedText key={post.id} html={post.description} />}
        <Embeds html={post.description} exclude={media?.href} />
        {post.tags.length > 0 && (
          <ul className={styles.tags} aria-label={t.post.tags}>
            {post.tags.map((tag) => (
              <li key={tag}>
                <Tag name={tag} />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <PostControls post={post} />
          <span className={styles.acts}>
            <ShareButton variant="small" of={{ kind: 'post', id: post.id, title: post.title, href: `/${post.href}` }} />
            {media && (
              <a className={styles.source} href={media.href} target="_blank" rel="nofollow noopener">
                {t.post.openAt(media.source)}
                <Icon as={ExternalLink} size={16} />
              </a>
            )}
          </span>
        </div>
      </div>
      <div className={styles.comments}>
        <Comments key={post.id} postId={post.id} total={post.commentCount} />
      </div>
    </article>
  )
}
