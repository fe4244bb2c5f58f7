import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Comment } from '#contract/schemas.ts'
import { failureMessage, useCommentsQuery, useMe, useOffersComments, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'
import { SkeletonRow } from '#ui/SkeletonRow.tsx'
import { CommentLine } from './CommentLine.tsx'
import styles from './CommentSection.module.css'

const CommentComposer = lazyComponent(() => import('./CommentComposer.tsx'))

/** Query of the page that starts at an offset. */
const pageOf = (id: string, from: number) => ({ params: { id }, query: { limit: limits.page.comments, ...(from > 0 && { from }) } })

interface CommentsProps {
  postId: string
  /** The post's `commentCount`, shown until the first page has loaded. */
  total: number
  /** Heading level. */
  level?: 2 | 3 | 4
}

/** Comments of a post, oldest first, with a field for a new one. */
export default function CommentSection({ postId, total, level = 2 }: CommentsProps) {
  const heading = useId()
  const Heading = `h${level}` as const
  /** Offsets of the displayed pages. */
  const [offsets, setOffsets] = useState<number[]>([0])
  /** Comments written here, shown after the last page until a page contains them. */
  const [added, setAdded] = useState<Comment[]>([])
  const { currentData: first } = useCommentsQuery(pageOf(postId, 0))
  // `commentCount` excludes the author's comments; the list includes them, and tombstones of deleted ones.
  const count = first ? Math.max(0, first.counts.total - first.results.filter(({ deleted }) => deleted).length) : total
  return (
    <section className={styles.comments} aria-labelledby={heading}>
      <Heading id={heading} className={styles.heading}>
        {count === 0 ? t.post.comments : t.common.comments(count)}
      </Heading>
      <NewComment postId={postId} onAdded={(comment) => setAdded((now) => [...now, comment])} />
      {offsets.map((from, n) => (
        <CommentPage
          key={from}
          postId={postId}
          from={from}
          expected={total}
          added={n === offsets.length - 1 ? added : []}
          onChange={(comment) => setAdded((now) => now.map((one) => (one.id === comment.id ? comment : one)))}
          onMore={n === offsets.length - 1 ? (next) => setOffsets([...offsets, next]) : undefined}
        />
      ))}
    </section>
  )
}

/**
 * A field for a new comment. Visitors get a sign-in button, and not the code of the field; members without permission nothing (B5).
 * `data-force-login` is handled in app/forceLogin.ts, which opens the sign-up dialog.
 */
function NewComment({ postId, onAdded }: { postId: string; onAdded: (comment: Comment) => void }) {
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  useOffersComments(postId)
  if (loading || readOnly) return null
  if (!me)
    return (
      <button type="button" className={styles.visitor} data-force-login={`comment/${postId}`}>
        {t.post.commentSignIn}
      </button>
    )
  if (me.privileges.canComment === false) return null
  return <CommentComposer postId={postId} onAdded={onAdded} fallback={<div className={styles.composer} />} />
}

interface CommentPageProps {
  postId: string
  from: number
  /** Expected number of comments of the post, for the skeleton. */
  expected: number
  /** Comments created here that the cached last page does not contain yet. */
  added: Comment[]
  /** Called when one of `added` was edited or deleted. */
  onChange: (comment: Comment) => void
  /** Undefined if the next page is already displayed. */
  onMore?: (next: number) => void
}

function CommentPage({ postId, from, expected, added, onChange, onMore }: CommentPageProps) {
  const { currentData: page, error, isError, refetch } = useCommentsQuery(pageOf(postId, from))
  const list = useRef<HTMLOListElement>(null)
  const cachedIds = page !== undefined
  // The pressed "more" button is unmounted, so the browser or a focus fallback has moved the focus to the body, a
  // dialog or the heading. It goes to the first new comment.
  useEffect(() => {
    const { activeElement } = document
    if (cachedIds && from > 0 && (activeElement?.contains(list.current) || activeElement?.matches('main h1')))
      list.current?.querySelector('li')?.focus({ preventScroll: true })
  }, [cachedIds, from])
  if (!page && isError)
    return (
      <div role="alert" className={styles.failed}>
        <p>{failureMessage(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t.common.retry}
        </Button>
      </div>
    )
  if (!page)
    return (
      <SkeletonGroup label={t.post.loadingComments} className={styles.list} count={Math.min(Math.max(expected - from, 1), 3)}>
        <CommentSkeleton />
      </SkeletonGroup>
    )
  const { next, results } = page
  /** Comments that this page does not contain. */
  const beyond = added.filter(({ id }) => !results.some((comment) => comment.id === id))
  if (results.length === 0 && beyond.length === 0) return <p className={styles.none}>{t.post.noComments}</p>
  return (
    <>
      <ol ref={list} className={styles.list}>
        {results.map((comment) => (
          <CommentLine key={comment.id} comment={comment} />
        ))}
      </ol>
      {next !== null && onMore && (
        <Button size="small" onClick={() => onMore(next)}>
          {t.post.moreComments}
        </Button>
      )}
      {beyond.length > 0 && (
        <ol className={styles.list}>
          {beyond.map((comment) => (
            <CommentLine key={comment.id} comment={comment} onChange={onChange} />
          ))}
        </ol>
      )}
    </>
  )
}

const CommentSkeleton = () => (
  <SkeletonRow className={styles.comment} picture="2rem" words={styles.words} widths={['9rem', '70%']} heights={['0.9rem', '0.9rem']} />
)
