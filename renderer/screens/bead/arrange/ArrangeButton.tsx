import { useState } from 'react'
import { ArrowUpDown } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { canArrange } from './canArrange.ts'

const ArrangePanel = lazyComponent(() => import('./ArrangePanel.tsx'))

/** Opens the panel for the manual order of the posts, for members who may reorder them (BY5). */
export function ArrangeButton({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  const [open, setOpen] = useState(false)
  // The panel stays mounted from the first press on, so that its closing animation can run.
  const [isMounted, setMounted] = useState(false)
  if (!canArrange(bead, readOnly)) return null
  const onClick = () => {
    setMounted(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" kind="plain" icon={<Icon as={ArrowUpDown} size={18} />} aria-haspopup="dialog" onClick={onClick}>
        {t.beadPage.arrange}
      </Button>
      {isMounted && <ArrangePanel bead={bead} open={open} onClose={close} {...asWindow({ open }, close)} />}
    </>
  )
}
