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

/** What its creator wants most of a playlist that is not out yet, or not everybody's: to publish it (B11) and to invite into it (B9). */
export default function BeadOffers({ bead }: { bead: Bead }) {
  const [, navigate] = useLocation()
  const { readOnly } = useSite()
  const [asked, setAsked] = useState<'publish' | 'invite' | null>(null)
  const [invited, setInvited] = useState(false)
  const [publish] = usePublishBeadMutation()
  if (readOnly) return null

  const close = () => setAsked(null)
  const publishNow = async () => {
    try {
      await publish({ params: { id: bead.id } }).unwrap()
    } catch (error) {
      if (!isSessionEnd(error)) showToast({ text: failureReason(error) ?? t.common.serverError, kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.beadActs.published, now: true })
    navigate(`${bead.href}?sort=recent`)
    focusScreen()
  }
  const askToInvite = () => {
    setInvited(true)
    setAsked('invite')
  }
  return (
    <>
      {bead.can.publish && (
        <Button icon={<Icon as={Rocket} />} onClick={() => setAsked('publish')}>
          {t.beadActs.publish}
        </Button>
      )}
      {bead.can.invite && (
        <Button icon={<Icon as={UserPlus} />} onClick={askToInvite}>
          {t.beadActs.invite}
        </Button>
      )}
      <Confirm
        open={asked === 'publish'}
        title={t.beadActs.publishTitle}
        confirm={t.beadActs.publish}
        onClose={close}
        onConfirm={publishNow}
      >
        {t.beadActs.publishText}
      </Confirm>
      {invited && <InviteBox bead={bead} open={asked === 'invite'} onClose={close} {...asWindow({ open: asked === 'invite' }, close)} />}
    </>
  )
}
