import { Ellipsis } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { usePostActs } from './usePostActs.tsx'

/** What those who may can do with a post; nothing for everybody else. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const { items, dialogs } = usePostActs(post, onDeleted)
  if (items.length === 0) return null
  return (
    <>
      <Menu
        label={t.post.more(post.title)}
        items={items}
        trigger={(properties) => <IconButton {...properties} name={t.post.more(post.title)} icon={<Icon as={Ellipsis} />} />}
      />
      {dialogs}
    </>
  )
}
