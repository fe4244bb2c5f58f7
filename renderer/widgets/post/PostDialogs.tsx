import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import { addPostOpened, failureMessage, useDeletePostMutation } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { showToast } from '#ui/toast.ts'

const ShareWithFollowers = lazyComponent(() =>
  import('../friends/index.ts').then(({ ShareWithFollowers }) => ({ default: ShareWithFollowers })),
)
const FlagDialog = lazyComponent(() => import('./FlagDialog.tsx'))
const Collectors = lazyComponent(() => import('./Collectors.tsx'))

export interface Asked {
  to: 'edit' | 'delete' | 'flag' | 'share' | 'collectors'
  post: Post
}

interface PostDialogsProps {
  /** Null closes the open dialog. */
  asked: Asked | null
  onClose: () => void
  onDeleted: (() => void) | undefined
}

/** Dialogs of a post's menu. */
export default function PostDialogs({ asked, onClose, onDeleted }: PostDialogsProps) {
  const [deletePost] = useDeletePostMutation()
  const dispatch = useDispatch()
  // Editing is done in the post wizard, which opens over any page.
  useEffect(() => {
    if (asked?.to !== 'edit') return
    dispatch(addPostOpened({ edit: asked.post.id }))
    onClose()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
  const remove = async () => {
    if (!asked) return
    try {
      await deletePost({ params: { id: asked.post.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.post.deleted, now: true })
    onDeleted?.()
  }
  return (
    <>
      <Confirm
        open={asked?.to === 'delete'}
        title={t.post.deleteTitle}
        confirm={t.post.deleteConfirm}
        danger
        onClose={onClose}
        onConfirm={remove}
      />
      {asked?.to === 'share' && <ShareWithFollowers of={{ kind: 'post', id: asked.post.id, title: asked.post.title }} onClose={onClose} />}
      {asked?.to === 'flag' && <FlagDialog of="post" id={asked.post.id} onClose={onClose} />}
      {asked?.to === 'collectors' && <Collectors post={asked.post} onClose={onClose} />}
    </>
  )
}
