import { Ellipsis } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'

const PostMenuPopup = lazyComponent(() => import('./PostMenuPopup.tsx'))

/** Menu button of a post; the menu's code is preloaded on hover and focus. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  return (
    <MenuButton
      menu={PostMenuPopup}
      properties={{ post, onDeleted }}
      trigger={(properties) => <IconButton {...properties} name={t.post.more(post.title)} icon={<Icon as={Ellipsis} />} />}
    />
  )
}
