import { useEffect, useRef } from 'react'
import type { Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { RepairContent } from './RepairContent.tsx'
import { useRepair, type RepairCalls } from './useRepair.ts'
import styles from './Repair.module.css'

interface RepairPanelProps {
  post: Post
  calls: RepairCalls
  /** Called after a link was replaced, restored or checked. */
  onChanged: () => void
  isShown: boolean
}

/** The content of the repair dialog within a page. Takes the focus when it is shown; hidden, it keeps its input. */
export function RepairPanel({ post, calls, onChanged, isShown }: RepairPanelProps) {
  const content = useRef<HTMLDivElement>(null)
  const repair = useRepair(post, calls, (text) => {
    onChanged()
    showToast({ text, now: true })
    // The pressed button may be unmounted.
    content.current?.focus()
  })
  useEffect(() => {
    if (isShown) content.current?.focus({ preventScroll: true })
  }, [isShown])
  const updateLists = useRef(repair.updateLists)
  useEffect(() => void (updateLists.current = repair.updateLists))
  useEffect(() => () => updateLists.current(), [])
  const { state, error } = repair
  return (
    <div ref={content} tabIndex={-1} role="group" aria-label={t.repair.titled(post.title)} className={styles.content}>
      {state ? (
        <RepairContent state={state} repair={repair} onTypeLink={ignore} />
      ) : error ? (
        <ErrorState level={3} message={failureMessage(error)} onRetry={repair.reload} />
      ) : (
        <SkeletonGroup label={t.repair.loading}>
          <Skeleton height="5rem" />
          <Skeleton height="5rem" />
        </SkeletonGroup>
      )}
    </div>
  )
}

const ignore = (): void => undefined
