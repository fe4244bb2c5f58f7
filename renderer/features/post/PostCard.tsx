import { memo, type ReactNode } from 'react'
import { AudioLines, FileText, Link2, Pause, Play } from 'lucide-react'
import { Link } from 'wouter'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/Card.tsx'
import { duration, truncate } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { plainText } from './plainText.ts'
import { PostCounts } from './PostCounts.tsx'
import { PostMenu } from './PostMenu.tsx'
import { isPlayable, usePostPlayback } from './usePlayback.ts'
import styles from './PostCard.module.css'

/** Characters of a text's preview in a list (B9). */
const previewLength = 360

interface PostCardProps {
  post: Post
  /** See `Card`. */
  marked?: ReactNode
  /** The same of its text. */
  markedText?: ReactNode
  eager?: boolean
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** A post among others: picture, play button, headline, who and when, the beginning of its text, counts. */
export const PostCard = memo(function PostCard({ post, marked, markedText, eager, onPlay, onToggle }: PostCardProps) {
  const playback = usePostPlayback(post.id)
  const text = plainText(post.description)
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
      over={media && (
        <>
          {isPlayable(post) ? (
            <IconButton
              name={playing ? t.post.pause(post.title) : t.post.play(post.title)}
              icon={<Icon as={playing ? Pause : Play} fill="currentColor" />}
              look={playback === 'off' ? 'over' : 'filled'}
              onClick={() => (playback === 'off' ? onPlay(post) : onToggle())}
            />
          ) : <span />}
          <span className={styles.marks}>
            <span className={styles.source}>{media.source}</span>
            {media.duration !== undefined && <span>{duration(media.duration)}</span>}
          </span>
        </>
      )}
      meta={
        <>
          {/* Beside the player's mark by colour, words for those who cannot tell it. */}
          {playing && <span className={styles.playing}><Icon as={AudioLines} size={16} />{t.post.playing} · </span>}
          <Link href={`/p/${post.creator.uid}`} className={styles.creator}>{post.creator.name}</Link>
          {' · '}
          <TimeAgo instant={post.creationDate} />
        </>
      }
      aside={<PostMenu post={post} />}
    >
      <div className={styles.foot}>
        {media && text !== '' && <p className={styles.text}>{markedText ?? truncate(text, previewLength)}</p>}
        <PostCounts post={post} />
      </div>
    </Card>
  )
})

/** What stands where there is no picture: the text itself, where the post is nothing but text. */
function Glyph({ post, text }: { post: Post; text: string }) {
  if (!post.media && text !== '') return <span className={styles.quote}>{truncate(text, previewLength)}</span>
  return <Icon as={!post.media ? FileText : post.media.type === 'audio' ? AudioLines : Link2} size={32} />
}
