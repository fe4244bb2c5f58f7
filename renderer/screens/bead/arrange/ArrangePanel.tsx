import { useCallback, useRef, useState } from 'react'
import type { Bead, Post } from '#contract/schemas.ts'
import { failureMessage, useEditBeadMutation, useListing, usePostsInfiniteQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { ListTail } from '#ui/ListTail.tsx'
import { SidePanel } from '#ui/SidePanel.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { ArrangeList } from './ArrangeList.tsx'
import styles from './Arrange.module.css'

/** Posts per page: more than in other lists, since the rows are low. */
const rowsPerPage = 50

const idOf = ({ id }: Post): string => id

/** The side panel with all posts of a playlist in the curated (manual) order, to reorder them. */
export default function ArrangePanel({ bead, open, onClose }: { bead: Bead; open: boolean; onClose: () => void }) {
  const query = { bead: bead.id, sort: 'curated', from: 0, limit: rowsPerPage } as const
  const { items, total, state, more, error, retry, loadMore } = useListing(
    usePostsInfiniteQuery({ query }, { skip: !open, refetchOnMountOrArgChange: true }),
    idOf,
  )
  const [announcement, announce] = useState('')
  // While a row is being moved, Escape cancels the move instead of closing the panel.
  const isMoving = useRef(false)
  const loadNext = useCallback(() => {
    if (more === 'idle') loadMore()
  }, [more, loadMore])
  return (
    <SidePanel open={open} onClose={() => isMoving.current || onClose()} title={t.beadPage.arrangeTitle}>
      <p className={styles.about}>{t.beadPage.arrangeText}</p>
      {bead.sort === 'curated' && bead.can.edit && <RestoreOrder bead={bead} onDone={onClose} />}
      {state === 'failed' ? (
        <ErrorState message={failureMessage(error)} onRetry={retry} />
      ) : state === 'loading' ? (
        <RowsSkeleton />
      ) : (
        <ArrangeList bead={bead} items={items} total={total} onEnd={loadNext} announce={announce} isMoving={isMoving}>
          <ListTail
            more={more}
            onMore={loadMore}
            skeleton={<RowsSkeleton />}
            failed={{ title: t.bead.moreFailed, message: failureMessage(error) }}
            end={null}
          />
        </ArrangeList>
      )}
      <VisuallyHidden>
        <span role="status" aria-live="assertive">
          {announcement}
        </span>
      </VisuallyHidden>
    </SidePanel>
  )
}

/**
 * Makes the playlist show its default order again. The server retains the curated order, so that the change can be
 * undone.
 */
function RestoreOrder({ bead: { id }, onDone }: { bead: Bead; onDone: () => void }) {
  const [edit, { isLoading }] = useEditBeadMutation()
  const setSort = async (sort: 'curated' | null) => {
    const { error } = await edit({ params: { id }, body: { sort } })
    if (error) showToast({ text: failureMessage(error), kind: 'error', now: true })
    return error === undefined
  }
  const restore = async () => {
    if (!(await setSort(null))) return
    onDone()
    showToast({ text: t.beadPage.orderRestored, action: { label: t.common.undo, onSelect: () => void setSort('curated') }, now: true })
  }
  return (
    <p className={styles.restore}>
      <Button size="small" busy={isLoading} onClick={() => void restore()}>
        {t.beadPage.restoreOrder}
      </Button>
    </p>
  )
}

const RowsSkeleton = () => (
  <SkeletonGroup label={t.bead.loadingPosts} count={6}>
    <p className={styles.skeleton}>
      <Skeleton width="2.75rem" height="2.75rem" />
      <Skeleton width="60%" height="1rem" />
    </p>
  </SkeletonGroup>
)
