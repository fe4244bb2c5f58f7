import { Ellipsis } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { usePostActs } from './usePostActs.tsx'
import { useQueueActs } from './useQueueActs.tsx'

/** What everybody can do with a post, then what only those who may can; nothing where there is neither. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const queueing = useQueueActs(post)
  const { items: acts, dialogs } = usePostActs(post, onDeleted)
  const items = [...queueing, ...acts.map((item, n) => (n === 0 && queueing.length > 0 ? { ...item, separated: true } : item))]
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
