import { Send } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { ShareProps } from './shareTarget.ts'

const ShareMenu = lazyComponent(() => import('./ShareMenu.tsx'))

/** Share button; the menu's code is preloaded on hover and focus. */
export function ShareButton({ of, variant }: ShareProps) {
  const icon = <Icon as={Send} size={variant === 'small' ? 18 : 20} />
  return (
    <MenuButton
      menu={ShareMenu}
      properties={{ of }}
      trigger={(properties) =>
        variant === 'icon' ? (
          <IconButton {...properties} name={t.common.shareOf(of.title)} icon={icon} />
        ) : (
          <Button {...properties} kind="plain" size={variant} icon={icon}>
            {t.common.share}
          </Button>
        )
      }
    />
  )
}
