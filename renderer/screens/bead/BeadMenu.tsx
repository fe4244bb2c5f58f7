import { Ellipsis } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { preloadMenuPopup } from '#ui/Menu.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { PublishAndInvite } from './PublishAndInvite.tsx'

const BeadMenuItems = lazyComponent(() => import('./BeadMenuItems.tsx'))

/**
 * The playlist's menu, and before it the buttons to publish, submit and invite. The menu's code is preloaded on hover and
 * focus.
 */
export function BeadMenu({ bead }: { bead: Bead }) {
  const preload = () => {
    BeadMenuItems.preload()
    preloadMenuPopup()
  }
  return (
    <>
      {(bead.can.publish || bead.can.invite || bead.can.submit) && <PublishAndInvite bead={bead} />}
      <MenuButton
        menu={BeadMenuItems}
        properties={{ bead }}
        preload={preload}
        trigger={(properties) => <IconButton {...properties} name={t.bead.more} icon={<Icon as={Ellipsis} />} />}
      />
    </>
  )
}
