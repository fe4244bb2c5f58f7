import { useId, useState } from 'react'
import { commentFlagReasons, flagReasons, type FlagReason } from '#contract/rules.ts'
import { failureMessage } from '#data/index.ts'
import { useFlagMutation } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { showToast } from '#ui/toast.ts'
import styles from './FlagDialog.module.css'

interface FlagDialogProps {
  of: 'post' | 'comment'
  id: string
  onClose: () => void
}

/** Reports a post or comment to the admins, with one of the documented reasons (B9). */
export default function FlagDialog({ of, id, onClose }: FlagDialogProps) {
  const title = of === 'post' ? t.post.flagTitle : t.comments.flagTitle
  const group = useId()
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState<FlagReason | null>(null)
  const [flag, { isLoading }] = useFlagMutation()
  const send = async () => {
    if (reason === null) return
    try {
      const { message } = await flag({ params: { id }, body: { reason } }).unwrap()
      showToast({ text: message, now: true })
      setOpen(false)
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
    }
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      canClose={() => !isLoading}
      actions={
        <>
          <Button kind="plain" disabled={isLoading} onClick={() => setOpen(false)}>
            {t.common.cancel}
          </Button>
          <Button kind="primary" busy={isLoading} disabled={reason === null} onClick={() => void send()}>
            {t.post.flagSend}
          </Button>
        </>
      }
    >
      <div role="radiogroup" aria-label={title} className={styles.reasons}>
        {(of === 'post' ? flagReasons : commentFlagReasons).map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name={group} checked={reason === one} onChange={() => setReason(one)} />
            {one}
          </label>
        ))}
      </div>
    </Dialog>
  )
}
