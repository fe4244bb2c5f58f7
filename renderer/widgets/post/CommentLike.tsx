import { useState } from 'react'
import { Heart } from 'lucide-react'
import type { Comment } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { LikeToggle } from './CommentToggle.tsx'
import styles from './CommentSection.module.css'

const Likers = lazyComponent(() => import('./Likers.tsx'))

/** Loaded for signed-in members only. */
const CommentToggle = lazyComponent(() => import('./CommentToggle.tsx').then(({ CommentToggle }) => ({ default: CommentToggle })))

/** Like button of a comment with the list of members who liked it (G3). */
export function CommentLike({ comment }: { comment: Comment }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  /** Props of the button for members; null until `CommentToggle` has loaded. */
  const [toggle, setToggle] = useState<LikeToggle | null>(null)
  const [showsLikers, setShowsLikers] = useState(false)
  const {
    id,
    reactions: { like },
    creator,
    likers,
  } = comment
  const label = t.comments.likes(like)
  return (
    <>
      {!readOnly && (
        <>
          <button
            type="button"
            className={styles.like}
            aria-pressed={false}
            aria-label={t.comments.like(creator.name)}
            title={me === null ? t.comments.likeSignIn : undefined}
            onClick={() => intend({ type: 'commentReact', id })}
            {...toggle}
          >
            <Icon as={Heart} size={16} fill={toggle?.['aria-pressed'] ? 'currentColor' : 'none'} />
          </button>
          {me && <CommentToggle key={`${me.uid} ${id}`} id={id} setToggle={setToggle} />}
        </>
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
