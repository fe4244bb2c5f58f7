import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import type { Post } from '../../../server/contract/schemas.ts'
import { failureMessage, useDeletePostMutation, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/toast.ts'

const EditPost = lazy(() => import('./EditPost.tsx'))
const FlagPost = lazy(() => import('./FlagPost.tsx'))

/** What the viewer may do to a post, as entries of a menu, and the dialogs that belong to them. */
export function usePostActs(post: Post | undefined, onDeleted?: () => void): { items: MenuItem[]; dialogs: ReactElement | null } {
  const { me } = useMe()
  const [asking, setAsking] = useState<'edit' | 'delete' | 'flag' | null>(null)
  const [deletePost] = useDeletePostMutation()
  if (!post) return { items: [], dialogs: null }

  // B6: by others than its owner; admins resolve flags instead.
  const mayFlag = me !== null && !me.isAdmin && me.uid !== post.creator.uid
  const items: MenuItem[] = [
    ...(post.can.edit ? [{ id: 'edit', label: t.post.edit, icon: <Icon as={Pencil} />, onSelect: () => setAsking('edit') }] : []),
    ...(post.can.delete
      ? [{ id: 'delete', label: t.post.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => setAsking('delete') }]
      : []),
    ...(mayFlag ? [{ id: 'flag', label: t.post.flag, icon: <Icon as={Flag} />, onSelect: () => setAsking('flag') }] : []),
  ]

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

  const close = () => setAsking(null)
  return {
    items,
    dialogs: (
      <>
        <Confirm
          open={asking === 'delete'}
          title={t.post.deleteTitle}
          confirm={t.post.deleteConfirm}
          danger
          onClose={close}
          onConfirm={remove}
        />
        {asking === 'edit' && <Suspense fallback={null}><EditPost post={post} onClose={close} /></Suspense>}
        {asking === 'flag' && <Suspense fallback={null}><FlagPost id={post.id} onClose={close} /></Suspense>}
      </>
    ),
  }
}
