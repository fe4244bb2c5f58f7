import { useEffect, useRef } from 'react'
import type { Comment } from '../../../server/contract/schemas.ts'
import { useEditCommentMutation } from '../../app/api/talk.ts'
import { t } from '../../texts/index.ts'
import { CommentField } from './CommentField.tsx'
import { plainText } from './plainText.ts'

/** A comment while its owner changes it. */
export default function CommentEditor({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const [edit] = useEditCommentMutation()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Not where it opened by itself for what had been left unsent.
    if (document.activeElement === document.body || document.activeElement?.closest('li')?.contains(field.current)) field.current?.focus({ preventScroll: true })
  }, [])
  return (
    <CommentField
      ref={field}
      of={comment.id}
      initial={plainText(comment.text)}
      submit={t.comments.modify}
      onSubmit={(text) => edit({ comment, text }).unwrap()}
      onDone={onDone}
    />
  )
}
