import { useState } from 'react'
import { Rocket, UserPlus } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'

const dialogs = {
  publish: lazyComponent(() => import('./actions/PublishDialog.tsx')),
  invite: lazyComponent(() => import('./actions/InviteBox.tsx')),
}
type Action = keyof typeof dialogs

/**
 * The buttons to publish a playlist draft (B11) and to invite members into an invite-only playlist (B9), as far as
 * permitted. Part of the first render: buttons that appear later would move the menu's button away from a pointer.
 */
export function PublishAndInvite({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  const [openDialog, setOpenDialog] = useState<Action | null>(null)
  // Mounted from their first opening on: the code loads then, and the closing animation can run.
  const [mounted, setMounted] = useState<readonly Action[]>([])
  if (readOnly) return null

  const show = (action: Action) => () => {
    setMounted([...new Set([...mounted, action])])
    setOpenDialog(action)
  }
  const close = () => setOpenDialog(null)
  return (
    <>
      {bead.can.publish && (
        <Button icon={<Icon as={Rocket} />} onClick={show('publish')}>
          {t.beadActs.publish}
        </Button>
      )}
      {bead.can.invite && (
        <Button icon={<Icon as={UserPlus} />} onClick={show('invite')}>
          {t.beadActs.invite}
        </Button>
      )}
      {mounted.map((action) => {
        const LazyDialog = dialogs[action]
        const open = openDialog === action
        return <LazyDialog key={action} bead={bead} open={open} onClose={close} {...asWindow({ open }, close)} />
      })}
    </>
  )
}
