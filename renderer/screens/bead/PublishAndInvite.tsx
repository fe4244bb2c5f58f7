import { useState } from 'react'
import { Rocket, Send, UserPlus } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, isSessionEnd, useSite } from '#data/index.ts'
import { useSubmitBeadMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { focusScreen } from '#ui/focus.ts'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { showToast } from '#ui/toast.ts'

const dialogs = {
  publish: lazyComponent(() => import('./actions/PublishDialog.tsx')),
  invite: lazyComponent(() => import('./actions/InviteBox.tsx')),
}
type Action = keyof typeof dialogs

/**
 * The buttons to publish a playlist draft (B11), to submit a returned one for review, and to invite members into an invite-only playlist (B9), as far as
 * permitted. Part of the first render: buttons that appear later would move the menu's button away from a pointer.
 */
export function PublishAndInvite({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  // The last opened dialog stays mounted, so that its closing animation can run.
  const [action, setAction] = useState<Action | null>(null)
  const [open, setOpen] = useState(false)
  if (readOnly) return null

  const opener = (of: Action) => ({
    onPointerEnter: dialogs[of].preload,
    onFocus: dialogs[of].preload,
    onClick: () => {
      setAction(of)
      setOpen(true)
    },
  })
  const close = () => setOpen(false)
  const LazyDialog = action && dialogs[action]
  return (
    <>
      {bead.can.publish && (
        <Button icon={<Icon as={Rocket} />} {...opener('publish')}>
          {t.beadActs.publish}
        </Button>
      )}
      {bead.can.submit && <SubmitButton bead={bead} />}
      {bead.can.invite && (
        <Button icon={<Icon as={UserPlus} />} {...opener('invite')}>
          {t.beadActs.invite}
        </Button>
      )}
      {LazyDialog && <LazyDialog bead={bead} open={open} onClose={close} {...asWindow({ open }, close)} />}
    </>
  )
}

/** Submits a returned playlist for review again. */
function SubmitButton({ bead }: { bead: Bead }) {
  const [submit, { isLoading }] = useSubmitBeadMutation()
  const submitNow = async () => {
    const { error } = await submit({ params: { id: bead.id } })
    if (error) {
      if (!isSessionEnd(error)) showToast({ text: failureMessage(error), kind: 'error', now: true })
      return
    }
    showToast({ text: t.bead.submitted, now: true })
    // The button, which had the focus, disappears.
    focusScreen()
  }
  return (
    <Button icon={<Icon as={Send} />} busy={isLoading} onClick={() => void submitNow()}>
      {t.bead.submit}
    </Button>
  )
}
