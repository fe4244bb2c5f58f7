import { Link } from 'wouter'
import type { Comment } from '#contract/schemas.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { fullDate } from '#ui/format.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { Embeds } from '../embeds/index.ts'
import { CommentLike } from './CommentLike.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import { RichText } from '../postParts/index.ts'
import { useEditing } from './useEditing.ts'
import styles from './CommentSection.module.css'

const CommentEditor = lazyComponent(() => import('./CommentEditor.tsx'))

interface CommentLineProps {
  comment: Comment
  /** Called after an edit or deletion, for comments that are not in a cached list. */
  onChange?: ((comment: Comment) => void) | undefined
}

/** A comment in its states: normal, liked, deleted, being edited (B4). */
export function CommentLine({ comment, onChange }: CommentLineProps) {
  const { creator, creationDate, editedDate, deleted, text } = comment
  const { readOnly } = useSite()
  const canEdit = comment.can.edit && !readOnly
  const { editing, startEditing, stopEditing, line } = useEditing(comment.id, canEdit)
  return (
    <li ref={line} tabIndex={-1} className={styles.comment} data-deleted={deleted || undefined}>
      <Avatar member={creator} />
      <div className={styles.words}>
        <p className={styles.by}>
          <Link href={`/p/${creator.uid}`} className={styles.name}>
            {creator.name}
          </Link>
          <TimeAgo instant={creationDate} className={styles.when} />
          {editedDate !== undefined && !deleted && (
            <span className={styles.when} title={fullDate(editedDate)}>
              {t.comments.edited}
            </span>
          )}
        </p>
        {editing ? (
          <CommentEditor comment={comment} onChange={onChange} onDone={stopEditing} fallback={<RichText html={text} />} />
        ) : deleted ? (
          <p className={styles.deleted}>{text}</p>
        ) : (
          <>
            <RichText html={text} />
            <Embeds html={text} condensed />
          </>
        )}
        {/* A deleted comment has no menu items, but its confirmation dialog may still be closing. */}
        {!editing && (
          <div className={styles.acts}>
            {!deleted && <CommentLike comment={comment} />}
            {!readOnly && <CommentMenu comment={comment} line={line} onEdit={startEditing} onChange={onChange} />}
          </div>
        )}
      </div>
    </li>
  )
}
