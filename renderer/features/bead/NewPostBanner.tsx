import { CircleCheck, Link2 } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { copyLink } from '../../ui/copyLink.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './NewPostBanner.module.css'

/** After a post was added: it is there, and here is its link. */
export const NewPostBanner = ({ post }: { post: Post }) => (
  <div className={styles.banner} role="status">
    <Icon as={CircleCheck} />
    <p className={styles.words}>{t.post.newPost}</p>
    <Button size="small" icon={<Icon as={Link2} size={18} />} onClick={() => void copyLink(`/${post.href}`, t.post)}>{t.post.share}</Button>
  </div>
)
