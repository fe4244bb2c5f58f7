import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'wouter'
import { limits } from '../../../server/contract/limits.ts'
import type { Comment } from '../../../server/contract/schemas.ts'
import { failureMessage, useCommentsQuery } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { RichText } from './RichText.tsx'
import styles from './Comments.module.css'

const CommentComposer = lazy(() => import('./CommentComposer.tsx'))

/** What members say about a post, oldest first, and where one says something oneself. */
export function Comments({ postId, total }: { postId: string; total: number }) {
  const heading = useId()
  const [offsets, setOffsets] = useState<number[]>([0])
  const [added, setAdded] = useState<Comment[]>([])
  return (
    <section className={styles.comments} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>{total === 0 ? t.post.comments : t.common.comments(total)}</h2>
      <Suspense fallback={<div className={styles.composer} />}>
        <CommentComposer postId={postId} onAdded={(comment) => setAdded([...added, comment])} />
      </Suspense>
      {offsets.map((from, n) => (
        <CommentPage
          key={from}
          postId={postId}
          from={from}
          expected={total}
          added={n === offsets.length - 1 ? added : []}
          onMore={n === offsets.length - 1 ? (next) => setOffsets([...offsets, next]) : undefined}
        />
      ))}
    </section>
  )
}

interface CommentPageProps {
  postId: string
  from: number
  expected: number
  /** What was written here while the page that holds it was not there. */
  added: Comment[]
  /** Absent where the next page is there already. */
  onMore?: (next: number) => void
}

function CommentPage({ postId, from, expected, added, onMore }: CommentPageProps) {
  const { currentData: page, error, isError, refetch } = useCommentsQuery({
    params: { id: postId },
    query: { limit: limits.page.comments, ...(from > 0 && { from }) },
  })
  if (!page && isError)
    return (
      <div role="alert" className={styles.failed}>
        <p>{failureMessage(error)}</p>
        <Button size="small" onClick={() => void refetch()}>{t.common.retry}</Button>
      </div>
    )
  if (!page)
    return (
      <SkeletonGroup label={t.post.loadingComments} className={styles.list}>
        {Array.from({ length: Math.min(Math.max(expected - from, 1), 3) }, (_, n) => <Bone key={n} />)}
      </SkeletonGroup>
    )
  const { next, results } = page
  const beyond = added.filter(({ id }) => !results.some((comment) => comment.id === id))
  if (results.length === 0 && beyond.length === 0) return <p className={styles.none}>{t.post.noComments}</p>
  return (
    <>
      <ol className={styles.list}>{results.map((comment) => <Line key={comment.id} comment={comment} />)}</ol>
      {next !== null && onMore && <Button size="small" onClick={() => onMore(next)}>{t.post.moreComments}</Button>}
      {beyond.length > 0 && <ol className={styles.list}>{beyond.map((comment) => <Line key={comment.id} comment={comment} />)}</ol>}
    </>
  )
}

const Line = ({ comment: { creator, creationDate, text } }: { comment: Comment }) => (
  <li className={styles.comment}>
    <Avatar member={creator} />
    <div className={styles.words}>
      <p className={styles.by}>
        <Link href={`/p/${creator.uid}`} className={styles.name}>{creator.name}</Link>
        <TimeAgo instant={creationDate} className={styles.when} />
      </p>
      <RichText html={text} />
    </div>
  </li>
)

const Bone = () => (
  <div className={styles.comment}>
    <Skeleton width="2rem" height="2rem" round />
    <div className={styles.words}>
      <Skeleton width="9rem" height="0.9rem" />
      <Skeleton width="70%" height="0.9rem" />
    </div>
  </div>
)
