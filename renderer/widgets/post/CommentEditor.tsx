import { useEffect, useRef } from 'react'
import type { Comment } from '#contract/schemas.ts'
import { isFailure } from '#data/index.ts'
import { toDeletedComment, useEditCommentMutation } from '#data/comments.ts'
import { plainText } from '#data/plainText.ts'
import { t } from '#texts/index.ts'
import { CommentField } from './CommentField.tsx'

interface CommentEditorProps {
  comment: Comment
  /** Called with the changed comment, for comments that are not in a cached list. */
  onChange: ((comment: Comment) => void) | undefined
  /** Called after saving and after discarding. */
  onDone: () => void
}

/** Inline editor of a comment. */
export default function CommentEditor({ comment, onChange, onDone }: CommentEditorProps) {
  const [edit] = useEditCommentMutation()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Do not steal the focus when the editor opened because of a restored draft.
    if (document.activeElement === document.body || document.activeElement?.closest('li')?.contains(field.current))
      field.current?.focus({ preventScroll: true })
  }, [])
  return (
    <CommentField
      ref={field}
      of={comment.id}
      initial={plainText(comment.text)}
      submit={t.comments.modify}
      onSubmit={async (text) => {
        try {
          const changed = await edit({ comment, text }).unwrap()
          onChange?.(changed)
        } catch (error) {
          // 409: the comment was deleted while it was edited (B8).
          if (isFailure(error) && error.status === 409) onChange?.(toDeletedComment(comment))
          throw error
        }
      }}
      onDone={onDone}
    />
  )
}
