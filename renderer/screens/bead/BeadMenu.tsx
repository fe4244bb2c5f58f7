import { useRef, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuPopup } from '#ui/Menu.tsx'

const BeadMenuItems = lazyComponent(() => import('./BeadMenuItems.tsx'))
const BeadOffers = lazyComponent(() => import('./PublishAndInvite.tsx'))

/** Playlist menu. Its code is preloaded on hover and focus. */
export function BeadMenu({ bead }: { bead: Bead }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const preload = () => {
    BeadMenuItems.preload()
    MenuPopup.preload()
  }
  const toggle = () => {
    setMounted(true)
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
        onPointerEnter={preload}
        onFocus={preload}
      />
      {isMounted && (
        <BeadMenuItems bead={bead} anchor={anchor} open={open} onOpenChange={setOpen} {...asWindow({ open }, () => setOpen(false))} />
      )}
    </>
  )
}
