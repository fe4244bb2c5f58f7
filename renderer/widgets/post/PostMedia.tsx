import { AudioLines, ExternalLink, Link2, Pause, Play } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { playingPicture } from '#ui/playingPicture.ts'
import { isPlayable, usePostPlayback } from './usePlayback.ts'
import styles from './PostMedia.module.css'

interface PostMediaProps {
  post: Post
  /** Start position in seconds from `?t=` in the address. */
  start?: number | null
  /** One of many in a list: the picture loads lazily. */
  lazy?: boolean
  /** The player may show its medium inline here. */
  inline?: boolean
  onPlay: (post: Post) => void
  onToggle: () => void
}

/** A post's medium in large: a play button, or a link to the source if it cannot be played. */
export function PostMedia({ post, start = null, lazy = false, inline = false, onPlay, onToggle }: PostMediaProps) {
  const playback = usePostPlayback(post.id)
  const { media } = post
  if (!media) return null
  const playing = playback === 'playing'
  // Start position as text, for the button "Play from 1:30"; while playing, the button pauses as usual.
  const from = start !== null && start > 0 && !playing ? duration(start) : null
  const content = (
    <>
      <Image
        src={media.image}
        alt=""
        seed={post.id}
        eager={!lazy}
        // Audio artwork has the documented ratio of 520 to 200 (B9).
        ratio={media.type === 'audio' ? '13/5' : '16/9'}
        fit={media.type === 'image' ? 'contain' : 'cover'}
        glyph={<Icon as={media.type === 'audio' ? AudioLines : Link2} size={48} />}
      />
      {isPlayable(post) ? (
        <span className={classes(styles.button, from !== null && styles.from)}>
          <Icon as={playing ? Pause : Play} size={from === null ? 32 : 24} fill="currentColor" />
          {from !== null && t.post.playFrom(from)}
        </span>
      ) : (
        <span className={styles.away}>
          {t.post.openAt(media.source)}
          <Icon as={ExternalLink} size={18} />
        </span>
      )}
      <span className={styles.marks}>
        {media.source}
        {media.duration !== undefined && <span>{duration(media.duration)}</span>}
      </span>
    </>
  )
  if (!isPlayable(post))
    return (
      <a className={styles.media} href={media.href} target="_blank" rel="nofollow noopener">
        {content}
      </a>
    )
  return (
    // `data-plays`: reaching the button with pointer or focus preloads the player (ui/intent.ts).
    <button
      ref={inline && playback !== 'off' ? playingPicture : undefined}
      type="button"
      data-plays=""
      className={classes(styles.media, playback !== 'off' && styles.current, playback === 'paused' && styles.paused)}
      aria-label={playing ? t.post.pause(post.title) : from === null ? t.post.play(post.title) : t.post.playTitleFrom(from, post.title)}
      onClick={() => (playback === 'off' || (start !== null && !playing) ? onPlay(post) : onToggle())}
    >
      {content}
    </button>
  )
}
