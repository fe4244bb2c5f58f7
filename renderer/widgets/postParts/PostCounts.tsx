import { ArrowBigUp, MessageCircle, Play, Star, type LucideIcon } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './PostCounts.module.css'

interface PostCountsProps {
  post: Post
  /** Buttons beside the counts already show collects and upvotes. */
  hasButtons?: boolean
  /** Also show the number of comments. */
  comments?: boolean
}

/** Counts of collects, upvotes, comments and plays. */
export const PostCounts = ({ post, hasButtons = false, comments = true }: PostCountsProps) => (
  <p className={styles.counts}>
    {!hasButtons && <Count icon={Star} value={post.collectCount} words={t.post.collects(post.collectCount)} />}
    {!hasButtons && <Count icon={ArrowBigUp} value={post.upvoteCount} words={t.post.upvotes(post.upvoteCount)} />}
    {comments && <Count icon={MessageCircle} value={post.commentCount} words={t.common.comments(post.commentCount)} />}
    <Count icon={Play} value={post.playCount} words={t.common.plays(post.playCount)} />
  </p>
)

const Count = ({ icon, value, words }: { icon: LucideIcon; value: number; words: string }) => (
  <span className={styles.count} title={words}>
    <Icon as={icon} size={16} />
    <span aria-hidden="true">{count(value)}</span>
    <VisuallyHidden>{`${words} `}</VisuallyHidden>
  </span>
)
