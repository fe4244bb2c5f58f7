import { useRef, useState, type ReactElement, type RefObject } from 'react'
import { asWindow, type LazyComponent } from './lazyComponent.tsx'

export interface MenuWindow {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export interface Trigger {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface MenuButtonProps<P extends MenuWindow> {
  menu: LazyComponent<P>
  /** Properties of the menu. */
  properties: Omit<P, keyof MenuWindow>
  /** Loads the code; called when the pointer or focus reaches the button. */
  preload?: () => void
  /** Renders the button and spreads all given properties on it. */
  trigger: (properties: Trigger) => ReactElement
}

/** A button with a menu that is loaded lazily. */
export function MenuButton<P extends MenuWindow>({ menu: LazyMenu, properties, preload = LazyMenu.preload, trigger }: MenuButtonProps<P>) {
  const anchor = useRef<HTMLButtonElement>(null)
  // Undefined until first opened.
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open === true,
        onClick: () => setOpen(!open),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {open !== undefined && (
        <LazyMenu {...(properties as P)} anchor={anchor} open={open} onOpenChange={setOpen} {...asWindow({ open }, () => setOpen(false))} />
      )}
    </>
  )
}
