import { useRef, useState, type ReactElement, type RefObject } from 'react'
import { asWindow, type LazyComponent } from '#ui/lazyComponent.tsx'

export interface BarMenuProps {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Trigger {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/** A bar button whose menu is preloaded when the pointer or focus reaches it. */
export function BarMenu({ of: Popup, trigger }: { of: LazyComponent<BarMenuProps>; trigger: (properties: Trigger) => ReactElement }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const toggle = () => {
    setMounted(true)
    setOpen(!open)
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: toggle,
        onPointerEnter: Popup.preload,
        onFocus: Popup.preload,
      })}
      {isMounted && <Popup anchor={anchor} open={open} onOpenChange={setOpen} {...asWindow({ open }, () => setOpen(false))} />}
    </>
  )
}
