import { useId, useState } from 'react'
import { ChevronDown, ChevronUp, MessageCircle } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { Link } from 'wouter'
import { limits } from '#contract/limits.ts'
import type { Comment, Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { commentRequested, useIntent, useMe, useSite } from '#data/index.ts'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { truncate } from '#ui/format.ts'
import { FollowButton } from '#widgets/follow/index.ts'
import { Comments, PostMedia, PostMenu } from '#widgets/post/index.ts'
import { PostControls, Provenance, RichText } from '#widgets/postParts/index.ts'
import { useFeedItemActions } from '../actions.ts'
import { ItemHead } from './ItemHead.tsx'
import styles from './PostItem.module.css'

interface PostItemProps {
  item: FeedItem
  post: Post
  hidesReasons: boolean
  /** Whether the image loads eagerly: the item is visible without scrolling. */
  eager: boolean
}

/** A post with an excerpt and its latest comments; expands to full text and all comments (N2). */
export function PostItem({ item, post, hidesReasons, eager }: PostItemProps) {
  const [expanded, setExpanded] = useState(false)
  const detailsId = useId()
  const { play, toggle } = useFeedItemActions()
  const preview = item.preview ?? truncate(plainText(post.description), limits.feed.preview.long)
  return (
    <>
      <ItemHead item={item} hidesReasons={hidesReasons} aside={<PostMenu post={post} />} />
      {post.media && <PostMedia post={post} lazy={!eager} inline onPlay={play} onToggle={toggle} />}
      <div className={styles.words}>
        <h3 className={styles.title} tabIndex={-1}>
          <Link href={`/${post.href}`}>{post.title}</Link>
        </h3>
        <div className={styles.from}>
          <p className={styles.by}>
            {/* The head already names the author of a new post, or the playlist. A repost also names the original. */}
            {(item.reason !== 'newpost' || post.originalPost) && (
              <>
                <Provenance post={post} by={t.feed.by} className={styles.link} />{' '}
              </>
            )}
            {item.reason !== 'bead' && (
              <>
                {t.feed.inPlaylist}{' '}
                <Link href={`/${post.bead.id}`} className={styles.link}>
                  {post.bead.title}
                </Link>
              </>
            )}
          </p>
          <FollowButton kind="bead" id={post.bead.id} name={post.bead.title} size="mini" creator={post.bead.creatorUid} />
        </div>
        {!expanded && preview !== '' && <p className={styles.preview}>{preview}</p>}
      </div>
      {!expanded && item.comments.length > 0 && <LatestComments comments={item.comments} />}
      <div className={styles.foot}>
        <PostControls post={post} />
        <span className={styles.acts}>
          <CommentButton post={post} onComment={() => setExpanded(true)} />
          <Button
            kind="plain"
            size="small"
            icon={<Icon as={expanded ? ChevronUp : ChevronDown} size={18} />}
            aria-expanded={expanded}
            aria-controls={detailsId}
            aria-label={expanded ? t.feed.collapseName(post.title) : t.feed.expandName(post.title)}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? t.feed.collapse : t.feed.expand}
          </Button>
        </span>
      </div>
      <div id={detailsId} className={styles.more} hidden={!expanded}>
        {expanded && (
          <>
            {post.description !== '' && <RichText html={post.description} />}
            <Comments postId={post.id} total={post.commentCount} level={4} />
          </>
        )}
      </div>
    </>
  )
}

/**
 * Expands the item and focuses its comment field. Visitors sign in first; members without the privilege to comment see
 * no button (B5).
 */
function CommentButton({ post: { id, title }, onComment }: { post: Post; onComment: () => void }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const dispatch = useDispatch()
  const intend = useIntent()
  if (readOnly || me?.privileges.canComment === false) return null
  const open = () => {
    onComment()
    dispatch(commentRequested(id))
  }
  return (
    <Button
      kind="plain"
      size="small"
      icon={<Icon as={MessageCircle} size={18} />}
      title={me ? undefined : t.feed.commentSignIn}
      aria-label={t.feed.commentName(title)}
      onClick={me ? open : () => intend({ type: 'comment', id })}
    >
      {t.feed.comment}
    </Button>
  )
}

/** The latest comments, shortened by CSS. Expanding the item replaces them by all comments. */
const LatestComments = ({ comments }: { comments: readonly Comment[] }) => (
  <ul className={styles.comments} aria-label={t.feed.comments}>
    {comments.map(({ id, creator, text }) => (
      <li key={id} className={styles.comment}>
        <Avatar member={creator} size="small" />
        <p className={styles.said}>
          <Link href={`/p/${creator.uid}`} className={styles.link}>
            {creator.name}
          </Link>{' '}
          {plainText(text)}
        </p>
      </li>
    ))}
  </ul>
)
