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

export interface DialogRequest {
  dialog: 'edit' | 'delete' | 'flag' | 'share' | 'collectors'
  post: Post
}

interface PostDialogsProps {
  /** Null closes the open dialog. */
  request: DialogRequest | null
  onClose: () => void
  onDeleted: (() => void) | undefined
}

/** Dialogs of a post's menu. */
export default function PostDialogs({ request, onClose, onDeleted }: PostDialogsProps) {
  const [deletePost] = useDeletePostMutation()
  const dispatch = useDispatch()
  // Editing is done in the post wizard, which opens over any page.
  useEffect(() => {
    if (request?.dialog !== 'edit') return
    dispatch(addPostOpened({ edit: request.post.id }))
    onClose()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [request])
  const remove = async () => {
    if (!request) return
    try {
      await deletePost({ params: { id: request.post.id } }).unwrap()
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
        open={request?.dialog === 'delete'}
        title={t.post.deleteTitle}
        confirm={t.post.deleteConfirm}
        danger
        onClose={onClose}
        onConfirm={remove}
      />
      {request?.dialog === 'share' && (
        <ShareWithFollowers of={{ kind: 'post', id: request.post.id, title: request.post.title }} onClose={onClose} />
      )}
      {request?.dialog === 'flag' && <FlagDialog of="post" id={request.post.id} onClose={onClose} />}
      {request?.dialog === 'collectors' && <Collectors post={request.post} onClose={onClose} />}
    </>
  )
}
