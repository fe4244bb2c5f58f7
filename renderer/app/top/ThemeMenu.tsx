import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { asWindow } from '#ui/lazyComponent.tsx'
import { MenuPopup } from '#ui/Menu.tsx'
import { setTheme, useTheme } from '../theme.ts'
import type { BarMenuProps } from './BarMenu.tsx'
import { themes } from './themes.ts'

export default function ThemeMenu(window: BarMenuProps) {
  const theme = useTheme()
  const items = themes.map(({ id, icon, label }) => ({
    id,
    label: label(),
    icon: <Icon as={icon} />,
    checked: id === theme,
    onSelect: () => setTheme(id),
  }))
  return <MenuPopup {...window} {...asWindow(window, () => window.onOpenChange(false))} items={items} label={t.shell.theme} align="end" />
}
