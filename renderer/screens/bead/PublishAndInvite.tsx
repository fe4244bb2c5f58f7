import { useState } from 'react'
import { useLocation } from 'wouter'
import { Rocket, UserPlus } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { failureReason, isSessionEnd, useSite } from '#data/index.ts'
import { usePublishBeadMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { focusScreen } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { showToast } from '#ui/toast.ts'

const InviteBox = lazyComponent(() => import('./actions/InviteBox.tsx'))

/**
 * The buttons to publish a playlist draft (B11) and to invite members into an invite-only playlist (B9), as far as
 * permitted.
 */
export default function PublishAndInvite({ bead }: { bead: Bead }) {
  const [, navigate] = useLocation()
  const { readOnly } = useSite()
  const [openDialog, setOpenDialog] = useState<'publish' | 'invite' | null>(null)
  // Mounted from the first opening on: the code loads then, and the closing animation can run.
  const [isInviteMounted, setInviteMounted] = useState(false)
  const [publish] = usePublishBeadMutation()
  if (readOnly) return null

  const close = () => setOpenDialog(null)
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
  const openInvite = () => {
    setInviteMounted(true)
    setOpenDialog('invite')
  }
  return (
    <>
      {bead.can.publish && (
        <Button icon={<Icon as={Rocket} />} onClick={() => setOpenDialog('publish')}>
          {t.beadActs.publish}
        </Button>
      )}
      {bead.can.invite && (
        <Button icon={<Icon as={UserPlus} />} onClick={openInvite}>
          {t.beadActs.invite}
        </Button>
      )}
      <Confirm
        open={openDialog === 'publish'}
        title={t.beadActs.publishTitle}
        confirm={t.beadActs.publish}
        onClose={close}
        onConfirm={publishNow}
      >
        {t.beadActs.publishText}
      </Confirm>
      {isInviteMounted && (
        <InviteBox bead={bead} open={openDialog === 'invite'} onClose={close} {...asWindow({ open: openDialog === 'invite' }, close)} />
      )}
    </>
  )
}
