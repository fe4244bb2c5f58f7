import { useState, type ReactNode } from 'react'
import type { Post } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { CollectButtonView, UpvoteButtonView } from './CountButton.tsx'
import { PostCounts } from './PostCounts.tsx'
import type { Toggles } from './PostToggles.tsx'
import styles from './PostControls.module.css'

/** Loaded for signed-in members only. */
const PostToggles = lazyComponent(() => import('./PostToggles.tsx').then(({ PostToggles }) => ({ default: PostToggles })))

/**
 * Collect, upvote and comment controls with counts; in read-only mode only the counts. A visitor's click requests a
 * sign-in first.
 */
export function PostControls({
  post,
  comments,
}: {
  post: Post
  /** Control that expands the comments; by default only their number. */ comments?: ReactNode
}) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  const { id } = post
  /** Props of the buttons for members; null until `PostToggles` has loaded. */
  const [toggles, setToggles] = useState<Toggles | null>(null)
  const signInTitle = (title: string) => (me ? undefined : title)
  return (
    <div className={styles.controls}>
      {!readOnly && (
        <>
          <CollectButtonView
            post={post}
            on={false}
            title={signInTitle(t.post.collectSignIn)}
            onClick={() => intend({ type: 'collect', id })}
            {...toggles?.collect}
          />
          <UpvoteButtonView
            post={post}
            on={false}
            title={signInTitle(t.post.upvoteSignIn)}
            onClick={() => intend({ type: 'upvote', id })}
            {...toggles?.upvote}
          />
          {me && <PostToggles key={`${me.uid} ${id}`} id={id} setToggles={setToggles} />}
        </>
      )}
      {comments}
      <PostCounts post={post} hasButtons={!readOnly} comments={comments === undefined} />
    </div>
  )
}
