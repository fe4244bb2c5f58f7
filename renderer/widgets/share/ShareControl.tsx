import { useRef, useState } from 'react'
import { Send } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import type { ShareProps } from './shareTarget.ts'

const ShareMenu = lazyComponent(() => import('./ShareMenu.tsx'))

/** Share button; the menu's code is preloaded on hover and focus. */
export default function ShareControl({ of, variant }: ShareProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  // Undefined until first opened; the menu is not mounted before.
  const [open, setOpen] = useState<boolean>()
  const { preload } = ShareMenu
  const icon = <Icon as={Send} size={variant === 'small' ? 18 : 20} />
  const shared = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open === true,
    onClick: () => setOpen(!open),
    onPointerEnter: preload,
    onFocus: preload,
  } as const
  return (
    <>
      {variant === 'icon' ? (
        <IconButton {...shared} name={t.common.shareOf(of.title)} icon={icon} />
      ) : (
        <Button {...shared} kind="plain" size={variant} icon={icon}>
          {t.common.share}
        </Button>
      )}
      {open !== undefined && (
        <ShareMenu of={of} anchor={anchor} open={open} onOpenChange={setOpen} {...asWindow({ open }, () => setOpen(false))} />
      )}
    </>
  )
}
