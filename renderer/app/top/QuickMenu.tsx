import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuPopup, type MenuItem } from '#ui/Menu.tsx'
import type { MenuWindow } from '#ui/MenuButton.tsx'
import { useMe, useSite } from '#data/index.ts'
import { canOpenApp, platform } from '#host/platform.ts'
import { quickMenu } from '../menu.ts'
import { icons, labelOf, useMenuAction } from './entries.tsx'

/** The menu at the end of the top bar: the member's pages, creating, preferences and information (A2.2). */
export default function QuickMenu(window: MenuWindow) {
  const { me } = useMe()
  const site = useSite()
  const runAction = useMenuAction()
  const items = quickMenu({ me, site, canOpenApp: canOpenApp(platform, navigator) }).flatMap((group, at) =>
    group.map((entry, n): MenuItem => ({
      id: entry.id,
      label: labelOf(entry.id),
      icon: <Icon as={icons[entry.id]} />,
      separated: at > 0 && n === 0,
      ...(entry.href === undefined ? { onSelect: () => runAction(entry.id) } : { href: entry.href }),
    })),
  )
  return (
    <MenuPopup
      {...window}
      items={items}
      label={me ? t.shell.account(me.name) : t.shell.more}
      align="end"
      note={t.menu.copyright(site.copyrightYear)}
    />
  )
}
