import { MessageCircle, Play, Star, type LucideIcon } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './PostCounts.module.css'

/** Collects, comments and plays of a post. */
export function PostCounts({ post }: { post: Post }) {
  return (
    <p className={styles.counts}>
      <Count icon={Star} value={post.collectCount} words={t.post.collects(post.collectCount)} />
      <Count icon={MessageCircle} value={post.commentCount} words={t.common.comments(post.commentCount)} />
      <Count icon={Play} value={post.playCount} words={t.common.plays(post.playCount)} />
    </p>
  )
}

const Count = ({ icon, value, words }: { icon: LucideIcon; value: number; words: string }) => (
  <span className={styles.count} title={words}>
    <Icon as={icon} size={16} />
    <span aria-hidden="true">{count(value)}</span>
    <VisuallyHidden>{`${words} `}</VisuallyHidden>
  </span>
)
