import { useRef } from 'react'
import type { Comment } from '#contract/schemas.ts'
import { useCommentRequest, useMe, useSite } from '#data/index.ts'
import { useAddCommentMutation } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { CommentField } from './CommentField.tsx'
import styles from './CommentComposer.module.css'

interface CommentComposerProps {
  postId: string
  onAdded: (comment: Comment) => void
}

/**
 * Field for a new comment. Visitors get a sign-in button, members without permission nothing (B5). `data-force-login`
 * is handled in app/forceLogin.ts, which opens the sign-up dialog.
 */
export default function CommentComposer({ postId, onAdded }: CommentComposerProps) {
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  const [addComment] = useAddCommentMutation()
  const field = useRef<HTMLTextAreaElement>(null)
  useCommentRequest(postId, () => field.current?.focus())

  if (loading || readOnly) return null
  if (!me)
    return (
      <button type="button" className={styles.visitor} data-force-login={`comment/${postId}`}>
        {t.post.commentSignIn}
      </button>
    )
  if (me.privileges.canComment === false) return null
  return (
    <CommentField
      ref={field}
      key={me.uid}
      of={postId}
      submit={t.post.commentAdd}
      onSubmit={async (text) => onAdded(await addComment({ params: { id: postId }, body: { text } }).unwrap())}
    />
  )
}
