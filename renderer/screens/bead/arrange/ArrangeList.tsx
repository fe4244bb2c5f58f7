import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import type { Bead, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { seenAt } from '#ui/rows.ts'
import { useLift } from '#ui/useLift.ts'
import { ArrangeRow } from './ArrangeRow.tsx'
import { rowIdOfHandle, useArrangeKeys } from './useArrangeKeys.ts'
import { useMoveWithUndo } from './useMoveWithUndo.ts'
import styles from './Arrange.module.css'

interface ArrangeListProps {
  bead: Bead
  items: readonly Post[]
  /** The total, including posts that are not loaded yet. */
  total: number
  /** Called when a row that is moved by keyboard reaches the last loaded row. */
  onEnd: () => void
  /** Announces to screen readers. */
  announce: (text: string) => void
  /** True while a row is being moved. */
  isMoving: RefObject<boolean>
  /** Rendered after the last row. */
  children: ReactNode
}

/** Row height in rem, so that it scales with the text size. */
const rowSize = 3.75

/** Sortable rows: drag by the handle with mouse or touch, or lift and move with the keyboard (BY5). */
export function ArrangeList({ bead, items, total, onEnd, announce, isMoving: isMovingRef, children }: ArrangeListProps) {
  // The scroll container of the panel.
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const [rowHeight] = useState(() => rowSize * parseFloat(getComputedStyle(document.documentElement).fontSize))
  const { latestItems, moveTo, moveToIndex } = useMoveWithUndo(bead, items, announce)
  const lift = useLift({
    items,
    present: () => latestItems.current,
    words: t.beadPage,
    scroller,
    list,
    row: rowHeight,
    total,
    announce,
    onMove: moveToIndex,
  })
  const { held } = lift
  useEffect(() => {
    isMovingRef.current = held !== null
  })
  const atEnd = held?.by === 'keys' && held.to === items.length - 1
  useEffect(() => {
    if (atEnd) onEnd()
  }, [atEnd, onEnd])
  const keyHandlers = useArrangeKeys(lift, items, list)

  return (
    <div
      ref={(element) => void (scroller.current = element?.parentElement ?? null)}
      className={styles.scroller}
      style={{ '--row': `${rowHeight}px` } as CSSProperties}
    >
      <p id={hint} hidden>
        {t.beadPage.handleHint}
      </p>
      <ol
        ref={list}
        className={styles.list}
        aria-label={t.beadPage.arrangeList}
        data-lifting={held?.by}
        {...keyHandlers}
        onPointerDown={(event) => {
          const id = rowIdOfHandle(event.target)
          if (id !== undefined && event.button === 0 && event.isPrimary) lift.byPointer(event, id, true)
        }}
      >
        {items.map((post, index) => (
          <ArrangeRow
            key={post.id}
            post={post}
            index={index}
            visualIndex={held ? seenAt(index, held.from, held.to) : index}
            isHeld={post.id === held?.id}
            rowHeight={rowHeight}
            hintId={hint}
            onMove={(to) => moveTo(post.id, to)}
          />
        ))}
      </ol>
      {children}
    </div>
  )
}
