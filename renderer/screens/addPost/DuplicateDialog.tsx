import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Image } from '#ui/Image.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './DuplicateDialog.module.css'

interface DuplicateDialogProps {
  open: boolean
  /** Absent if the server reported the conflict without a post. */
  post: Post | undefined
  onPostAnyway: () => void
  onOpen: (post: Post) => void
  onCancel: () => void
  /** Returns the element to focus after closing; the one that had the focus may be gone. */
  finalFocus: () => HTMLElement | null
}

/** Warns that the playlist already contains this medium (D4). */
export const DuplicateDialog = ({ open, post, onPostAnyway, onOpen, onCancel, finalFocus }: DuplicateDialogProps) => (
  <Dialog
    open={open}
    size="medium"
    title={t.wizard.duplicateTitle}
    onClose={onCancel}
    finalFocus={finalFocus}
    actions={
      <>
        <Button kind="plain" onClick={onCancel}>
          {t.wizard.cancel}
        </Button>
        {post && <Button onClick={() => onOpen(post)}>{t.wizard.openExisting}</Button>}
        <Button kind="primary" onClick={onPostAnyway}>
          {t.wizard.postAnyway}
        </Button>
      </>
    }
  >
    {post && (
      <div className={styles.post}>
        <div className={styles.picture}>
          <Image src={post.media?.image} alt="" seed={post.id} />
        </div>
        <div>
          <p className={styles.title}>{post.title}</p>
          <p className={styles.small}>
            {t.wizard.duplicateBy(post.creator.name)} · <TimeAgo instant={post.creationDate} />
          </p>
        </div>
      </div>
    )}
  </Dialog>
)
