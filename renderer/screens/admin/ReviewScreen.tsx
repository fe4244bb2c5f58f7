import { useRef } from 'react'
import { useDispatch } from 'react-redux'
import type { Verdict } from '#contract/rules.ts'
import type { ReviewItem as Item } from '#contract/schemas/moderation.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { failureMessage, moreOf, useSite } from '#data/index.ts'
import { endDecision, restoreItem, useDecideReviewMutation, useReviewQueueInfiniteQuery, useUndoReviewMutation } from '#data/review.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { ListTail } from '#ui/ListTail.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { AdminPage } from './AdminPage.tsx'
import { PendingDecisions } from './PendingDecisions.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import styles from './Review.module.css'

/** `/admin`: what waits for a decision, oldest first (BY14, B11). */
export default function ReviewScreen() {
  return (
    <AdminPage title={t.admin.review.title} section="review">
      <ReviewQueue />
    </AdminPage>
  )
}

const LoadingItems = () => (
  <SkeletonGroup label={t.admin.loading}>
    {Array.from({ length: 3 }, (_, index) => (
      <Skeleton key={index} width="100%" height="12rem" />
    ))}
  </SkeletonGroup>
)

function ReviewQueue() {
  const { readOnly } = useSite()
  const query = useReviewQueueInfiniteQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true })
  const [decide] = useDecideReviewMutation()
  const [undo] = useUndoReviewMutation()
  const queue = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** Items decided on this page, for undo. */
  const decided = useRef(new Map<string, Item>())
  const dispatch = useDispatch<ApiDispatch>()
  const { data, error, isFetching } = query
  if (!data)
    return error && !isFetching ? <ErrorState message={failureMessage(error)} onRetry={() => void query.refetch()} /> : <LoadingItems />
  const items = data.pages.flatMap(({ results }) => results)
  const pending = data.pages[0]?.pending ?? []

  /** Focuses an item: the closest to an index, or the one with an id. Without items, the latest decision's undo button. */
  const focusItem = (target: number | string): void => {
    const elements = [...(list.current?.children ?? [])] as HTMLElement[]
    const index = typeof target === 'number' ? Math.min(Math.max(target, 0), elements.length - 1) : -1
    const item = elements[index] ?? elements.find(({ dataset }) => dataset.id === target) ?? elements[0]
    ;(item ?? queue.current?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }

  const showFailure = (failure: unknown): void => showToast({ text: failureMessage(failure), kind: 'error', now: true })
  /** After the list shows the change. */
  const focusAfterwards = (target: number | string): void => void requestAnimationFrame(() => focusItem(target))

  async function onDecide(item: Item, index: number, verdict: Verdict, reason: string): Promise<void> {
    const { error: failure } = await decide({ params: { id: item.id }, body: { verdict, ...(reason !== '' && { reason }) } })
    if (failure === undefined) decided.current.set(item.id, item)
    else showFailure(failure)
    focusAfterwards(index)
  }

  async function onUndo(id: string): Promise<void> {
    const { error: failure } = await undo({ params: { id } })
    const item = decided.current.get(id)
    if (failure !== undefined) showFailure(failure)
    else if (item) dispatch(restoreItem(item))
    // It was decided before this page was loaded.
    else await query.refetch()
    focusAfterwards(id)
  }

  return (
    <div ref={queue} className={styles.queue}>
      <PendingDecisions decisions={pending} onUndo={(id) => void onUndo(id)} onDue={(id) => dispatch(endDecision(id))} />
      {items.length === 0 && !query.hasNextPage ? (
        <EmptyState level={2} title={t.admin.review.empty}>
          {t.admin.review.emptyText}
        </EmptyState>
      ) : (
        <>
          <p className={classes(styles.soft, styles.keys)}>{t.admin.review.keys}</p>
          <ul ref={list} className={styles.items} aria-label={t.admin.review.title}>
            {items.map((item, index) => (
              <ReviewItem
                key={item.id}
                item={item}
                disabled={readOnly}
                onDecide={(verdict, reason) => onDecide(item, index, verdict, reason)}
                onMove={(step) => focusItem(index + step)}
                onUndo={() => pending[0] && void onUndo(pending[0].id)}
              />
            ))}
          </ul>
          <ListTail
            more={moreOf(query)}
            onMore={() => void query.fetchNextPage()}
            skeleton={<LoadingItems />}
            failed={{ message: failureMessage(error) }}
          />
        </>
      )}
    </div>
  )
}
