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
  /** Read out as the menu's name. */
  label: string
  align?: 'start' | 'end'
  /** Draws the button, to which it gives all the properties it gets. */
  trigger: (properties: Trigger) => ReactElement
}

/** For menus whose items come later too. */
export const MenuPopup = lazyComponent(() => import('./MenuPopup.tsx'))

/** A button with a menu. The menu's machinery is fetched when somebody comes near the button. */
export function Menu({ items, label, align = 'end', trigger }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const toggle = () => {
    setWanted(true)
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
      {wanted && (
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
