import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { failureReason, isSessionEnd } from '#data/index.ts'
import { usePublishBeadMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { focusScreen } from '#ui/focus.ts'
import { showToast } from '#ui/toast.ts'

/** Confirms that a playlist draft is published (B11). */
export default function PublishDialog({ bead, open, onClose }: { bead: Bead; open: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const [publish] = usePublishBeadMutation()
  const publishNow = async () => {
    try {
      await publish({ params: { id: bead.id } }).unwrap()
    } catch (error) {
      if (!isSessionEnd(error)) showToast({ text: failureReason(error) ?? t.common.serverError, kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.beadActs.published, now: true })
    navigate(`${bead.href}?sort=recent`)
    // The "Publish" button, which had the focus, disappears.
    focusScreen()
  }
  return (
    <Confirm open={open} title={t.beadActs.publishTitle} confirm={t.beadActs.publish} onClose={onClose} onConfirm={publishNow}>
      {t.beadActs.publishText}
    </Confirm>
  )
}
