import { useRef, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuPopup } from '#ui/Menu.tsx'

const BeadActs = lazyComponent(() => import('./BeadMenuItems.tsx'))
const BeadOffers = lazyComponent(() => import('./BeadOffers.tsx'))

/** What everybody can do with a playlist, and what those who may. All of it comes when somebody comes near the button. */
export function BeadMenu({ bead }: { bead: Bead }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const near = () => {
    BeadActs.preload()
    MenuPopup.preload()
  }
  const toggle = () => {
    setWanted(true)
    setOpen(!open)
  }
  return (
    <>
      {(bead.can.publish || bead.can.invite) && <BeadOffers bead={bead} />}
      <IconButton
        ref={anchor}
        name={t.bead.more}
        icon={<Icon as={Ellipsis} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={toggle}
        onPointerEnter={near}
        onFocus={near}
      />
      {wanted && <BeadActs bead={bead} anchor={anchor} open={open} onOpenChange={setOpen} {...asWindow({ open }, () => setOpen(false))} />}
    </>
  )
}
