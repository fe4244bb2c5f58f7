import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuPopup } from '#ui/Menu.tsx'
import type { MenuWindow } from '#ui/MenuButton.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { themes } from './themes.ts'

/** The menu of the top bar that chooses the theme. */
export default function ThemeMenu(window: MenuWindow) {
  const theme = useTheme()
  const items = themes.map(({ id, icon, label }) => ({
    id,
    label: label(),
    icon: <Icon as={icon} />,
    checked: id === theme,
    onSelect: () => setTheme(id),
  }))
  return <MenuPopup {...window} items={items} label={t.shell.theme} align="end" />
}
