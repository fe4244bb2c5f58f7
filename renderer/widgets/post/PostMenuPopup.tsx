import { useState } from 'react'
import { Send } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuPopup, preloadMenuPopup, type MenuItem } from '#ui/Menu.tsx'
import type { MenuWindow } from '#ui/MenuButton.tsx'
import { usePostActions } from './usePostActions.tsx'
import { useQueueActions } from './useQueueActions.tsx'

interface PostMenuPopupProps extends MenuWindow {
  post: Post
  onDeleted: (() => void) | undefined
}

const ShareMenu = lazyComponent(() => import('../share/index.ts').then(({ ShareMenu }) => ({ default: ShareMenu })))

// Loading this module means that a menu is about to open.
preloadMenuPopup()

/** Menu of a post: actions for everyone, then those that need permission. */
export default function PostMenuPopup({ post, onDeleted, ...window }: PostMenuPopupProps) {
  const queueing = useQueueActions(post)
  const { items: postActions, dialogs } = usePostActions(post, onDeleted)
  // Whether the share menu is open; undefined until it is first opened, so that it is not mounted before.
  const [sharing, setSharing] = useState<boolean>()
  const shareItem: MenuItem = {
    id: 'ways',
    label: t.common.share,
    icon: <Icon as={Send} />,
    separated: queueing.length > 0,
    onSelect: () => setSharing(true),
  }
  return (
    <>
      <MenuPopup {...window} label={t.post.more(post.title)} align="end" items={[...queueing, shareItem, ...postActions]} />
      {sharing !== undefined && (
        <ShareMenu
          of={{ kind: 'post', id: post.id, title: post.title, href: `/${post.href}` }}
          anchor={window.anchor}
          open={sharing}
          onOpenChange={setSharing}
          {...asWindow({ open: sharing }, () => setSharing(false))}
        />
      )}
      {dialogs}
    </>
  )
}
