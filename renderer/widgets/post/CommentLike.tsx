import { useState } from 'react'
import { Heart } from 'lucide-react'
import type { Comment } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { useLiked } from '#data/relationHooks.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import styles from './CommentSection.module.css'

const Likers = lazyComponent(() => import('./Likers.tsx'))

/** Like button of a comment with the list of members who liked it (G3). */
export function CommentLike({ comment }: { comment: Comment }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const { on, toggle } = useLiked(comment.id)
  const intend = useIntent()
  const [showsLikers, setShowsLikers] = useState(false)
  const {
    reactions: { like },
    creator,
    likers,
  } = comment
  const label = t.comments.likes(like)
  return (
    <>
      {!readOnly && (
        <button
          type="button"
          className={styles.like}
          aria-pressed={on}
          aria-label={t.comments.like(creator.name)}
          title={me === null ? t.comments.likeSignIn : undefined}
          onClick={() => (toggle ? void toggle() : intend({ type: 'commentReact', id: comment.id }))}
        >
          <Icon as={Heart} size={16} fill={on ? 'currentColor' : 'none'} />
        </button>
      )}
      {like > 0 && (
        <button
          type="button"
          className={styles.like}
          aria-label={`${t.comments.likers}: ${label}`}
          title={t.comments.likers}
          onClick={() => setShowsLikers(true)}
        >
          <span className={styles.faces}>
            {likers.map((member) => (
              <Avatar key={member.uid} member={member} size="small" className={styles.face} />
            ))}
          </span>
          {count(like)}
        </button>
      )}
      {showsLikers && <Likers comment={comment} onClose={() => setShowsLikers(false)} />}
    </>
  )
}
