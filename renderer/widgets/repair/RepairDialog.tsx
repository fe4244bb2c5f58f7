import { useRef, useState } from 'react'
import type { Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { RepairContent } from './RepairContent.tsx'
import { useMemberCalls, useRepair } from './useRepair.ts'
import styles from './Repair.module.css'

interface RepairDialogProps {
  post: Post
  onClose: () => void
}

/** Repairs a dead link: suggestions, own link, history. Links are replaced only manually, and each replacement can be undone (BZ2). */
export function RepairDialog({ post, onClose }: RepairDialogProps) {
  const [open, setOpen] = useState(true)
  /** Link typed into `OwnLink` but not submitted. */
  const [typedHref, setTypedHref] = useState('')
  const content = useRef<HTMLDivElement>(null)
  const repair = useRepair(post, useMemberCalls(), (text) => {
    showToast({ text, now: true })
    // The pressed button may be unmounted.
    content.current?.focus()
  })
  const { state, error, busy } = repair
  const close = () => setOpen(false)
  const { mayClose, question } = useUnsaved({ busy, dirty: state?.dead === true && typedHref.trim() !== '', onClose: close })
  return (
    <Dialog
      open={open}
      size="large"
      title={t.repair.title}
      onClose={close}
      // The lists are updated after closing: one that no longer contains the post unmounts this dialog.
      onClosed={() => {
        onClose()
        repair.updateLists()
      }}
      canClose={mayClose}
      initialFocus={content}
    >
      <div ref={content} tabIndex={-1} className={styles.content}>
        {state ? (
          <RepairContent state={state} repair={repair} onTypeLink={setTypedHref} />
        ) : error ? (
          <ErrorState level={3} message={failureMessage(error)} onRetry={repair.reload} />
        ) : (
          <SkeletonGroup label={t.repair.loading}>
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
          </SkeletonGroup>
        )}
      </div>
      {question}
    </Dialog>
  )
}
