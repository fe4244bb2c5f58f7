import { useRef, useState, type ReactElement, type RefObject } from 'react'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import type { MenuItem } from './MenuPopup.tsx'

export type { MenuItem }

interface Trigger {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface MenuProps {
  items: MenuItem[]
  /** The menu's accessible name. */
  label: string
  align?: 'start' | 'end'
  /** Renders the button and spreads all given properties on it. */
  trigger: (properties: Trigger) => ReactElement
}

/** For menus whose items load lazily too. */
export const MenuPopup = lazyComponent(() => import('./MenuPopup.tsx'))

/** A menu button. The menu's code is loaded when the pointer or focus comes near. */
export function Menu({ items, label, align = 'end', trigger }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const toggle = () => {
    setHasOpened(true)
    setOpen(!open)
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: toggle,
        onPointerEnter: MenuPopup.preload,
        onFocus: MenuPopup.preload,
      })}
      {hasOpened && (
        <MenuPopup
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          items={items}
          label={label}
          align={align}
          {...asWindow({ open }, () => setOpen(false))}
        />
      )}
    </>
  )
}
