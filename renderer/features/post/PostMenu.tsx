import { lazy, Suspense, useState } from 'react'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { failureMessage, useDeletePostMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/toast.ts'

const EditPost = lazy(() => import('./EditPost.tsx'))

/** What those who may can do with a post; nothing for everybody else. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const [deletePost] = useDeletePostMutation()
  const items: MenuItem[] = [
    ...(post.can.edit ? [{ id: 'edit', label: t.post.edit, icon: <Icon as={Pencil} />, onSelect: () => setAsking('edit') }] : []),
    ...(post.can.delete
      ? [{ id: 'delete', label: t.post.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => setAsking('delete') }]
      : []),
  ]
  if (items.length === 0) return null

  const remove = async () => {
    try {
      await deletePost({ params: { id: post.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.post.deleted, now: true })
    onDeleted?.()
  }

  return (
    <>
      <Menu
        label={t.post.more(post.title)}
        items={items}
        trigger={(properties) => <IconButton {...properties} name={t.post.more(post.title)} icon={<Icon as={Ellipsis} />} />}
      />
      <Confirm
        open={asking === 'delete'}
        title={t.post.deleteTitle}
        confirm={t.post.deleteConfirm}
        danger
        onClose={() => setAsking(null)}
        onConfirm={remove}
      />
      {asking === 'edit' && (
        <Suspense fallback={null}>
          <EditPost post={post} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
