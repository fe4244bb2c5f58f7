import type { ReactElement } from 'react'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import { MenuButton, type Trigger } from './MenuButton.tsx'
import type { MenuItem, MenuPopupProps } from './MenuPopup.tsx'

export type { MenuItem }

const LazyMenuPopup = lazyComponent(() => import('./MenuPopup.tsx'))

/** For menus whose items load lazily too. */
export const MenuPopup = (props: MenuPopupProps) => <LazyMenuPopup {...props} {...asWindow(props, () => props.onOpenChange(false))} />
export const { preload: preloadMenuPopup } = LazyMenuPopup

interface MenuProps {
  items: MenuItem[]
  /** The menu's accessible name. */
  label: string
  align?: 'start' | 'end'
  /** Renders the button and spreads all given properties on it. */
  trigger: (properties: Trigger) => ReactElement
}

/** A menu button. The menu's code is loaded when the pointer or focus comes near. */
export const Menu = ({ items, label, align = 'end', trigger }: MenuProps) => (
  <MenuButton menu={LazyMenuPopup} properties={{ items, label, align }} trigger={trigger} />
)
