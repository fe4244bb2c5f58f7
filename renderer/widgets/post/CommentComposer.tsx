import { useRef } from 'react'
import type { Comment } from '#contract/schemas.ts'
import { useCommentRequest, useMe } from '#data/index.ts'
import { useAddCommentMutation } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { CommentField } from './CommentField.tsx'

interface CommentComposerProps {
  postId: string
  onAdded: (comment: Comment) => void
}

/** Field for a new comment of a member. */
export default function CommentComposer({ postId, onAdded }: CommentComposerProps) {
  const { me } = useMe()
  const [addComment] = useAddCommentMutation()
  const field = useRef<HTMLTextAreaElement>(null)
  useCommentRequest(postId, () => field.current?.focus())
  return (
    <CommentField
      ref={field}
      key={me?.uid}
      of={postId}
      submit={t.post.commentAdd}
      onSubmit={async (text) => onAdded(await addComment({ params: { id: postId }, body: { text } }).unwrap())}
    />
  )
}
