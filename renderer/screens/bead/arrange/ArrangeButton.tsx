import { useState } from 'react'
import { ArrowUpDown } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'

const ArrangePanel = lazyComponent(() => import('./ArrangePanel.tsx'))

/** For a playlist's writers: its posts in an order of their own (BY5). */
export function ArrangeButton({ bead }: { bead: Bead }) {
  const { readOnly } = useSite()
  const [open, setOpen] = useState(false)
  // Fetched with the first press, and there from then on: a panel slides out after it is closed.
  const [wanted, setWanted] = useState(false)
  if (!bead.can.move || readOnly || bead.postCount < 2) return null
  const onClick = () => {
    setWanted(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" kind="plain" icon={<Icon as={ArrowUpDown} size={18} />} aria-haspopup="dialog" onClick={onClick}>
        {t.beadPage.arrange}
      </Button>
      {wanted && <ArrangePanel bead={bead} open={open} onClose={close} {...asWindow({ open }, close)} />}
    </>
  )
}
