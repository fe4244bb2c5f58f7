import { memo, useId, useState, type ReactNode } from 'react'
import { AudioLines, FileText, Link2, Pause, Play } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { Card } from '#ui/Card.tsx'
import { clamp, duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { GalleryButton } from '../gallery/index.ts'
import { DeadLink } from './DeadLink.ts'
import { PostMenu } from './PostMenu.tsx'
import { CommentsButtonView, PostControls, Provenance } from '../postParts/index.ts'
import { isPlayable, usePostPlayback } from './usePlayback.ts'
import { Comments } from './Comments.tsx'
import styles from './PostCard.module.css'

/** Preview length of a text in lists, in characters (B9). */
const previewLength = 360

const CardOverlay = lazyComponent(() => import('./CardOverlay.tsx'))

interface PostCardProps {
  post: Post
  /** The title with highlighted search matches. */
  marked?: ReactNode
  /** The text with highlighted search matches. */
  markedText?: ReactNode
  /** Whether an admin featured it: a mark says so. */
  featured?: boolean
  /** The picture loads at once instead of lazily. */
  eager?: boolean
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** A post in a list: picture with play button, headline, author, date, text preview, controls and comments on demand. */
export const PostCard = memo(function PostCard({ post, marked, markedText, featured, eager, onPlay, onToggle }: PostCardProps) {
  const playback = usePostPlayback(post.id)
  const text = plainText(post.description)
  const [isHovered, setIsHovered] = useState(false)
  const commentsId = useId()
  const [open, setOpen] = useState(false)
  // Comments stay mounted once opened, so that a draft survives collapsing (G1).
  const [opened, setOpened] = useState(false)
  const { media } = post
  const playing = playback === 'playing'
  return (
    <Card
      href={`/${post.href}`}
      title={post.title}
      marked={marked}
      image={media?.image}
      seed={post.id}
      eager={eager}
      playing={playback !== 'off'}
      glyph={<Glyph post={post} text={text} />}
      over={
        media && (
          <>
            {/* `data-plays`: reaching the button with pointer or focus preloads the player (ui/intent.ts). */}
            {isPlayable(post) ? (
              <IconButton
                name={playing ? t.post.pause(post.title) : t.post.play(post.title)}
                icon={<Icon as={playing ? Pause : Play} fill="currentColor" />}
                look={playback === 'off' ? 'over' : 'filled'}
                data-plays=""
                onClick={() => (playback === 'off' ? onPlay(post) : onToggle())}
              />
            ) : (
              <span />
            )}
            {media.type === 'image' && <GalleryButton post={post} className={styles.large} />}
            <span className={styles.marks}>
              {media.status === 404 && <b>{t.post.deadLink}</b>}
              <span className={styles.source}>{media.source}</span>
              {media.duration !== undefined && <span>{duration(media.duration)}</span>}
            </span>
          </>
        )
      }
      hover={isHovered && <CardOverlay post={post} />}
      // Touch sends pointerenter too, but does not hover.
      onPointerEnter={({ pointerType }) => setIsHovered(pointerType === 'mouse')}
      onPointerLeave={() => setIsHovered(false)}
      meta={
        <>
          {/* The card's highlight is only a colour; text is required as well (WCAG 1.4.1). */}
          {playing && (
            <span className={styles.playing}>
              <Icon as={AudioLines} size={16} />
              {t.post.playing} ·{' '}
            </span>
          )}
          {featured && (
            <>
              <b>{t.post.featuredMark}</b>
              {' · '}
            </>
          )}
          <Provenance post={post} className={styles.creator} />
          {' · '}
          <TimeAgo instant={post.creationDate} />
        </>
      }
      aside={<PostMenu post={post} />}
    >
      <div className={styles.foot}>
        {media && text !== '' && <p className={styles.text}>{markedText ?? clamp(text, previewLength)}</p>}
        {post.can.repair && <DeadLink post={post} />}
        <PostControls
          post={post}
          comments={
            <CommentsButtonView
              post={post}
              open={open}
              controls={commentsId}
              onClick={() => {
                setOpen(!open)
                setOpened(true)
              }}
            />
          }
        />
        <div id={commentsId} hidden={!open} className={styles.talk}>
          {opened && <Comments postId={post.id} total={post.commentCount} level={4} />}
        </div>
      </div>
    </Card>
  )
})

/** Placeholder without a picture: the text itself for text posts, else an icon. */
function Glyph({ post, text }: { post: Post; text: string }) {
  if (!post.media && text !== '') return <span className={styles.quote}>{clamp(text, previewLength)}</span>
  return <Icon as={!post.media ? FileText : post.media.type === 'audio' ? AudioLines : Link2} size={32} />
}
