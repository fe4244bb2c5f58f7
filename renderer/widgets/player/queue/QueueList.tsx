import { useId, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { useSelector, useStore } from 'react-redux'
import { selectIsPlaying, type QueueItem, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { drawn, seenAt } from '#ui/rows.ts'
import { useLift } from '#ui/useLift.ts'
import { QueueRow, type RowAction, type Part } from './QueueRow.tsx'
import { useQueueRowActions } from './useQueueRowActions.ts'
import { useRows } from './useRows.ts'
import styles from './QueueList.module.css'

const isUnplayable = ({ streams }: QueueItem): boolean => streams.every(({ status }) => status === 404)

/** Row id and part of an event's target. */
function partAt(target: EventTarget): { id: string; part: Part } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const id = element?.closest<HTMLElement>('[data-id]')?.dataset['id']
  return element && id !== undefined ? { id, part: element.dataset['part'] as Part } : null
}

/** Rows per Page Up and Page Down. */
const pageOfRows = 8

/** List of the queue's items. Roving tabindex: only one row's controls are tab stops; arrow keys move between rows. */
export function QueueList({ announce, takesFocus }: { announce: (text: string) => void; takesFocus: boolean }) {
  const queue = useSelector(({ player }: WithPlayer) => player.queue)
  const deadItemId = useSelector(({ player }: WithPlayer) => player.deadItemId)
  const playing = useSelector(selectIsPlaying)
  const { items, index } = queue
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const { scroller, row, lead, range, onScroll, reveal } = useRows(queue)
  const { runAction, move } = useQueueRowActions()
  const { getState } = useStore<WithPlayer>()
  const lift = useLift({
    items,
    present: () => getState().player.queue.items,
    words: t.queue,
    scroller,
    list,
    row,
    onMove: move,
    say: announce,
  })
  const { held } = lift

  // The last focused row; if its item is removed, the row now at its index.
  const [lastFocused, setLastFocused] = useState<{ id: string; position: number } | null>(null)
  const active = useMemo(() => {
    if (lastFocused === null) return index
    const position = items.findIndex(({ id }) => id === lastFocused.id)
    return position >= 0 ? position : Math.min(lastFocused.position, items.length - 1)
  }, [lastFocused, items, index])

  /** Part to focus after the next render. */
  const pendingFocus = useRef<Part | null>(takesFocus ? 'play' : null)
  useLayoutEffect(() => {
    const part = pendingFocus.current
    if (part === null) return
    pendingFocus.current = null
    list.current?.querySelector<HTMLElement>(`[aria-posinset="${active + 1}"] [data-part="${part}"]`)?.focus({ preventScroll: true })
  })
  const focusOn = (position: number, part: Part) => {
    const item = items[Math.min(Math.max(position, 0), items.length - 1)]
    if (!item) return
    pendingFocus.current = part
    setLastFocused({ id: item.id, position })
    reveal(position)
  }
  const onAction = useMemo(
    () => (name: RowAction, id: string) => {
      // The row's menu button is removed with it.
      if (name === 'remove') pendingFocus.current = 'menu'
      runAction(name, id)
    },
    [runAction],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const target = partAt(event.target)
    if (!target || !list.current?.contains(event.target as Node) || event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowUp: -1, ArrowDown: 1, PageUp: -pageOfRows, PageDown: pageOfRows, Home: -items.length, End: items.length }[event.key]
    const byKeys = held?.by === 'keys'
    if (to !== undefined) {
      if (byKeys) reveal(lift.shift(to))
      else focusOn(Math.min(Math.max(active + to, 0), items.length - 1), target.part)
    } else if (byKeys && event.key === 'Escape') lift.cancel()
    else if (event.key === 'Delete' && !held) {
      pendingFocus.current = target.part
      runAction('remove', target.id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const target = partAt(event.target)
    if (target?.part === 'play') runAction('play', target.id)
    // detail 0: a click without a pointer, from the keyboard or a screen reader.
    else if (target?.part === 'handle' && event.detail === 0) {
      if (held) {
        pendingFocus.current = 'handle'
        lift.drop()
      } else lift.lift(target.id)
    }
  }

  const rows = drawn(range, items.length, [active, held?.from ?? -1])
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} style={{ '--row': `${row}px` } as CSSProperties}>
      {lead > 0 && <Edge of={queue} side="before" />}
      <p id={hint} hidden>
        {t.queue.handleHint}
      </p>
      <ol
        ref={list}
        className={styles.list}
        aria-label={t.queue.list}
        style={{ blockSize: items.length * row }}
        data-lifting={held?.by}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const target = partAt(event.target)
          if (target && target.id !== lastFocused?.id)
            setLastFocused({ id: target.id, position: items.findIndex(({ id }) => id === target.id) })
        }}
        onBlur={(event) => {
          if (
            held?.by === 'keys' &&
            pendingFocus.current === null &&
            event.target instanceof HTMLElement &&
            event.target.dataset['part'] === 'handle'
          )
            lift.cancel()
        }}
        onPointerDown={(event) => {
          const target = partAt(event.target)
          if (!target || target.part === 'menu' || event.button !== 0 || !event.isPrimary) return
          // Touch on a row scrolls the list; touch on a handle drags the row.
          if (target.part === 'handle' || event.pointerType === 'mouse') lift.byPointer(event, target.id, target.part === 'handle')
        }}
      >
        {rows.map((position) => {
          const item = items[position]!
          return (
            <QueueRow
              key={item.id}
              item={item}
              position={position}
              count={items.length}
              top={(held ? seenAt(position, held.from, held.to) : position) * row}
              when={position < index ? 'played' : position === index ? 'current' : 'next'}
              playing={position === index && playing}
              unplayable={item.id === deadItemId || isUnplayable(item)}
              held={item.id === held?.id}
              tabbable={position === active}
              hint={hint}
              onAction={onAction}
            />
          )
        })}
      </ol>
      <Edge of={queue} side="after" />
    </div>
  )
}

/** Before the first and after the last row: loading, more items, or the end. */
function Edge({ of: { items, index, source, next }, side }: { of: WithPlayer['player']['queue']; side: 'before' | 'after' }) {
  const fetching = useSelector(({ player }: WithPlayer) => player.fetching === side)
  if (fetching)
    return (
      <SkeletonGroup label={t.queue.loading} className={styles.bones}>
        <Skeleton width="2.75rem" height="2.75rem" />
        <span className={styles.bonesWords}>
          <Skeleton width="70%" height="0.9rem" />
          <Skeleton width="40%" height="0.75rem" />
        </span>
      </SkeletonGroup>
    )
  if (side === 'before') return <p className={styles.edge}>{t.queue.earlier}</p>
  if (next !== null) return <p className={styles.edge}>{t.queue.later(source?.title ?? '')}</p>
  return (
    <p className={styles.edge}>
      {t.queue.endTitle}
      {index === items.length - 1 && <> {t.queue.endText}</>}
    </p>
  )
}
