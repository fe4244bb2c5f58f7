import { useState, type ReactNode } from 'react'
import type { Post } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { CollectButtonView, UpvoteButtonView } from './CountButton.tsx'
import { PostCounts } from './PostCounts.tsx'
import type { Toggles } from './PostToggles.tsx'
import styles from './PostControls.module.css'

/** Of who is signed in: only they collect and upvote, and have the code that knows what they did. */
const PostToggles = lazyComponent(() => import('./PostToggles.tsx').then(({ PostToggles }) => ({ default: PostToggles })))

/** What one does with a post at once, each with its number; where nothing can be changed, the numbers alone. */
export function PostControls({
  post,
  comments,
}: {
  post: Post
  /** What unfolds the comments; their number by default. */ comments?: ReactNode
}) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  const { id } = post
  /** A member's, once the code that knows them is there. */
  const [toggles, setToggles] = useState<Toggles | null>(null)
  const invited = (title: string) => (me ? undefined : title)
  return (
    <div className={styles.controls}>
      {!readOnly && (
        <>
          <CollectButtonView
            post={post}
            on={false}
            title={invited(t.post.collectSignIn)}
            onClick={() => intend({ type: 'collect', id })}
            {...toggles?.collect}
          />
          <UpvoteButtonView
            post={post}
            on={false}
            title={invited(t.post.upvoteSignIn)}
            onClick={() => intend({ type: 'upvote', id })}
            {...toggles?.upvote}
          />
          {me && <PostToggles key={`${me.uid} ${id}`} id={id} show={setToggles} />}
        </>
      )}
      {comments}
      <PostCounts post={post} acts={!readOnly} comments={comments === undefined} />
    </div>
  )
}
