import type { RefObject } from 'react'
import { ChevronUp } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Gallery.module.css'

interface InfoBarProps {
  post: Post | undefined
  /** Fallback until the post has loaded. */
  title: string
  failed: unknown
  onRetry: () => void
  onInfo: () => void
  /** The details pane is open. */
  open: boolean
  /** Focused when the pane closes. */
  infoButton: RefObject<HTMLButtonElement | null>
}

/** Bar below the picture: title, author and the button that opens the details. */
export const InfoBar = ({ post, title, failed, onRetry, onInfo, open, infoButton }: InfoBarProps) => (
  <div className={styles.bar}>
    <div className={styles.words}>
      <p className={styles.title}>{post?.title ?? title}</p>
      {failed !== undefined && !post ? (
        <p className={styles.soft}>
          {failureMessage(failed)}{' '}
          <button type="button" className={styles.again} onClick={onRetry}>
            {t.common.retry}
          </button>
        </p>
      ) : (
        <p className={styles.soft}>
          {post ? (
            <>
              {t.post.addedBy} {post.creator.name}
            </>
          ) : (
            t.gallery.loadingPost
          )}
        </p>
      )}
    </div>
    <Button ref={infoButton} size="small" icon={<Icon as={ChevronUp} size={18} />} aria-expanded={open} onClick={onInfo}>
      {t.gallery.info}
    </Button>
  </div>
)
