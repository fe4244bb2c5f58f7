import type { ButtonHTMLAttributes } from 'react'
import { ArrowBigUp, MessageCircle, Star, type LucideIcon } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './PostControls.module.css'

interface CountButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  /** Action and its object, as in "Collect Title"; the accessible name is this and `words`. */
  name: string
  /** The displayed number. */
  value: number
  /** The number with its unit, as in "3 collects". */
  words: string
  /** For a toggle button: whether it is pressed. */
  on?: boolean
}

/** Small button with an icon and a count. */
export const CountButton = ({ icon, name, value, words, on, title = words, children, ...rest }: CountButtonProps) => (
  <button type="button" className={styles.control} aria-label={`${name}, ${words}`} title={title} aria-pressed={on} {...rest}>
    <Icon as={icon} size={18} fill={on ? 'currentColor' : 'none'} />
    <span>{count(value)}</span>
    {children}
  </button>
)

export interface ToggleButtonProps {
  post: Post
  on: boolean
  /** Just activated; shows a confirmation (B4). */
  isRecent?: boolean
  title?: string | undefined
  onClick: () => void
}

/** Collect button without behaviour: `PostControls` and `PostToggles` set its state. */
export const CollectButtonView = ({ post, isRecent = false, ...toggle }: ToggleButtonProps) => (
  <CountButton
    icon={Star}
    name={t.post.collect(post.title)}
    value={post.collectCount}
    words={t.post.collects(post.collectCount)}
    data-recent={isRecent || undefined}
    {...toggle}
  >
    {isRecent && (
      <span className={styles.just} aria-hidden="true">
        {t.post.justCollected}
      </span>
    )}
  </CountButton>
)

/** Upvote button without behaviour. */
export const UpvoteButtonView = ({ post, ...toggle }: Omit<ToggleButtonProps, 'isRecent'>) => (
  <CountButton
    icon={ArrowBigUp}
    name={t.post.upvote(post.title)}
    value={post.upvoteCount}
    words={t.post.upvotes(post.upvoteCount)}
    {...toggle}
  />
)

interface CommentsButtonProps {
  post: Post
  open: boolean
  /** Id of the element that it expands. */
  controls: string
  onClick: () => void
}

/** Button that expands the comments below a card. */
export const CommentsButtonView = ({ post, open, controls, onClick }: CommentsButtonProps) => (
  <CountButton
    icon={MessageCircle}
    name={t.post.commentsOn(post.title)}
    value={post.commentCount}
    words={t.common.comments(post.commentCount)}
    aria-expanded={open}
    aria-controls={controls}
    onClick={onClick}
  />
)
