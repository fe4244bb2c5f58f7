import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import type { Me, Post } from '../../../server/contract/schemas.ts'
import { failureMessage, useDeletePostMutation, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { MenuItem } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/toast.ts'

const EditPost = lazy(() => import('./EditPost.tsx'))
const FlagPost = lazy(() => import('./FlagPost.tsx'))

/** What the viewer may do to a post, as entries of a menu, and the dialogs that belong to them. */
export function usePostActs(post: Post | undefined, onDeleted?: () => void): { items: MenuItem[]; dialogs: ReactElement } {
  const { me } = useMe()
  // A dialog stays with the post that it was opened for, whichever one is up by the time it is answered.
  const [asking, setAsking] = useState<{ to: 'edit' | 'delete' | 'flag'; post: Post } | null>(null)
  const [deletePost] = useDeletePostMutation()

  const remove = async () => {
    if (!asking) return
    try {
      await deletePost({ params: { id: asking.post.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.post.deleted, now: true })
    onDeleted?.()
  }

  // One that fades out may be over only when the next is open.
  const close = () => setAsking((now) => (now === asking ? null : now))
  return {
    items: post ? itemsFor(post, me, (to) => setAsking({ to, post })) : [],
    dialogs: (
      <>
        <Confirm
          open={asking?.to === 'delete'}
          title={t.post.deleteTitle}
          confirm={t.post.deleteConfirm}
          danger
          onClose={close}
          onConfirm={remove}
        />
        {asking?.to === 'edit' && <Suspense fallback={null}><EditPost post={asking.post} onClose={close} /></Suspense>}
        {asking?.to === 'flag' && <Suspense fallback={null}><FlagPost id={asking.post.id} onClose={close} /></Suspense>}
      </>
    ),
  }
}

function itemsFor({ can, creator }: Post, me: Me | null, ask: (to: 'edit' | 'delete' | 'flag') => void): MenuItem[] {
  // B6: by others than its owner; admins resolve flags instead.
  const mayFlag = me !== null && !me.isAdmin && me.uid !== creator.uid
  return [
    ...(can.edit ? [{ id: 'edit', label: t.post.edit, icon: <Icon as={Pencil} />, onSelect: () => ask('edit') }] : []),
    ...(can.delete ? [{ id: 'delete', label: t.post.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => ask('delete') }] : []),
    ...(mayFlag ? [{ id: 'flag', label: t.post.flag, icon: <Icon as={Flag} />, onSelect: () => ask('flag') }] : []),
  ]
}
