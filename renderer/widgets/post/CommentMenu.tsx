import { useState, type RefObject } from 'react'
import { Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Comment } from '#contract/schemas.ts'
import { failureMessage, useMe } from '#data/index.ts'
import { toDeletedComment, useDeleteCommentMutation } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { showToast } from '#ui/toast.ts'

const FlagDialog = lazyComponent(() => import('./FlagDialog.tsx'))

interface CommentMenuProps {
  comment: Comment
  onEdit: () => void
  /** Called with the tombstone after deletion, for comments that are not in a cached list. */
  onChange: ((comment: Comment) => void) | undefined
  /** The comment's list item; gets the focus if the menu button is removed. */
  line: RefObject<HTMLElement | null>
}

/** Menu of a comment: owners can edit and delete, admins can delete any comment, others can flag (B6). */
export function CommentMenu({ comment, onEdit, onChange, line }: CommentMenuProps) {
  const { me } = useMe()
  const [dialog, setDialog] = useState<'delete' | 'flag' | null>(null)
  const [remove] = useDeleteCommentMutation()
  const { id, can, creator, deleted } = comment
  const items: MenuItem[] = [
    ...(can.edit ? [{ id: 'edit', label: t.comments.edit, icon: <Icon as={Pencil} />, onSelect: onEdit }] : []),
    ...(can.delete
      ? [{ id: 'delete', label: t.comments.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => setDialog('delete') }]
      : []),
    ...(me && !deleted && !me.isAdmin && me.uid !== creator.uid
      ? [{ id: 'flag', label: t.comments.flag, icon: <Icon as={Flag} />, onSelect: () => setDialog('flag') }]
      : []),
  ]
  const deleteComment = async () => {
    try {
      await remove(comment).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    onChange?.(toDeletedComment(comment))
    showToast({ text: t.comments.wasDeleted, now: true })
  }
  const name = t.comments.more(creator.name)
  return (
    <>
      {items.length > 0 && (
        <Menu
          label={name}
          align="start"
          items={items}
          trigger={(properties) => <IconButton {...properties} name={name} icon={<Icon as={Ellipsis} size={18} />} />}
        />
      )}
      <Confirm
        open={dialog === 'delete'}
        title={t.comments.deleteTitle}
        confirm={t.comments.deleteConfirm}
        danger
        finalFocus={() => line.current?.querySelector<HTMLElement>('[aria-haspopup]') ?? line.current}
        onClose={() => setDialog(null)}
        onConfirm={deleteComment}
      />
      {dialog === 'flag' && <FlagDialog of="comment" id={id} onClose={() => setDialog(null)} />}
    </>
  )
}
