import { ExternalLink, Link2, Music } from 'lucide-react'
import { Link } from 'wouter'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyLink } from '../../ui/copyLink.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Verified } from '../../ui/Verified.tsx'
import { Comments } from './Comments.tsx'
import { PostCounts } from './PostCounts.tsx'
import { PostMedia } from './PostMedia.tsx'
import { PostMenu } from './PostMenu.tsx'
import { RichText } from './RichText.tsx'
import styles from './PostDetail.module.css'

interface PostDetailProps {
  post: Post
  /** Level of the headline: 1 where the post is the page. */
  level: 1 | 2
  /** Seconds; where it begins because a link said so. */
  start?: number | null
  onPlay: (post: Post) => void
  onToggle: () => void
  onDeleted: () => void
}

/** A post in full. */
export function PostDetail({ post, level, start, onPlay, onToggle, onDeleted }: PostDetailProps) {
  const Heading = `h${level}` as const
  const { media } = post
  return (
    <article className={styles.detail} data-bare={media ? undefined : ''}>
      {media && <div className={styles.media}><PostMedia post={post} start={start} onPlay={onPlay} onToggle={onToggle} /></div>}
      <div className={styles.words}>
        <div className={styles.head}>
          <Heading className={styles.title} tabIndex={level === 1 ? -1 : undefined}>{post.title}</Heading>
          <PostMenu post={post} onDeleted={onDeleted} />
        </div>
        <p className={styles.by}>
          <Avatar member={post.creator} />
          <span>
            {t.post.addedBy}{' '}
            <Link href={`/p/${post.creator.uid}`} className={styles.name}>{post.creator.name}</Link>
            {post.creator.verified && <> <Verified /></>}
            {' '}{t.post.addedIn}{' '}
            <Link href={`/${post.bead.id}`} className={styles.name}>{post.bead.title}</Link>
            {' · '}
            <TimeAgo instant={post.creationDate} className={styles.when} />
          </span>
        </p>
        {media?.artist && media.artist !== post.title && media.artist !== media.source && (
          <p className={styles.artist}><Icon as={Music} size={16} />{media.artist}</p>
        )}
        {post.description !== '' && <RichText html={post.description} className={styles.text} />}
        {post.tags.length > 0 && (
          <ul className={styles.tags} aria-label={t.post.tags}>
            {post.tags.map((tag) => <li key={tag}><Tag name={tag} /></li>)}
          </ul>
        )}
        <div className={styles.foot}>
          <PostCounts post={post} />
          <span className={styles.acts}>
            <Button size="small" kind="plain" icon={<Icon as={Link2} size={18} />} onClick={() => void copyLink(`/${post.href}`, t.post)}>{t.post.share}</Button>
            {media && (
              <a className={styles.source} href={media.href} target="_blank" rel="nofollow noopener">
                {t.post.openAt(media.source)}<Icon as={ExternalLink} size={16} />
              </a>
            )}
          </span>
        </div>
      </div>
      <div className={styles.comments}><Comments key={post.id} postId={post.id} total={post.commentCount} /></div>
    </article>
  )
}
