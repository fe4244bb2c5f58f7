import { useId, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { useSelector, useStore } from 'react-redux'
import { selectIsPlaying, type QueueItem, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { drawn, seenAt } from '#ui/rows.ts'
import { useLift } from '#ui/useLift.ts'
import { QueueRow, type Act, type Part } from './QueueRow.tsx'
import { useQueueRowActions } from './useQueueRowActions.ts'
import { useRows } from './useRows.ts'
import styles from './QueueList.module.css'

const isDead = ({ streams }: QueueItem): boolean => streams.every(({ status }) => status === 404)

/** Row id and part of an event's target. */
function whereIn(target: EventTarget): { id: string; part: Part } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const id = element?.closest<HTMLElement>('[data-id]')?.dataset['id']
  return element && id !== undefined ? { id, part: element.dataset['part'] as Part } : null
}

/** Rows per Page Up and Page Down. */
const pageOfRows = 8

/** List of the queue's items. Roving tabindex: only one row's controls are tab stops; arrow keys move between rows. */
export function QueueList({ say, takesFocus }: { say: (words: string) => void; takesFocus: boolean }) {
  const queue = useSelector(({ player }: WithPlayer) => player.queue)
  const deadItemId = useSelector(({ player }: WithPlayer) => player.deadItemId)
  const playing = useSelector(selectIsPlaying)
  const { items, index } = queue
  const hint = useId()
  const list = useRef<HTMLOListElement>(null)
  const { scroller, row, lead, range, onScroll, reveal } = useRows(queue)
  const { act, move } = useQueueRowActions()
  const { getState } = useStore<WithPlayer>()
  const lift = useLift({ items, present: () => getState().player.queue.items, words: t.queue, scroller, list, row, onMove: move, say })
  const { held } = lift

  // The last focused row; if its item is removed, the row now at its index.
  const [last, setLast] = useState<{ id: string; place: number } | null>(null)
  const active = useMemo(() => {
    if (last === null) return index
    const place = items.findIndex(({ id }) => id === last.id)
    return place >= 0 ? place : Math.min(last.place, items.length - 1)
  }, [last, items, index])

  /** Part to focus after the next render. */
  const wanted = useRef<Part | null>(takesFocus ? 'play' : null)
  useLayoutEffect(() => {
    const part = wanted.current
    if (part === null) return
    wanted.current = null
    list.current?.querySelector<HTMLElement>(`[aria-posinset="${active + 1}"] [data-part="${part}"]`)?.focus({ preventScroll: true })
  })
  const focusOn = (place: number, part: Part) => {
    const item = items[Math.min(Math.max(place, 0), items.length - 1)]
    if (!item) return
    wanted.current = part
    setLast({ id: item.id, place })
    reveal(place)
  }
  const onAct = useMemo(
    () => (name: Act, id: string) => {
      // The row's menu button is removed with it.
      if (name === 'remove') wanted.current = 'menu'
      act(name, id)
    },
    [act],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const where = whereIn(event.target)
    if (!where || !list.current?.contains(event.target as Node) || event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowUp: -1, ArrowDown: 1, PageUp: -pageOfRows, PageDown: pageOfRows, Home: -items.length, End: items.length }[event.key]
    const byKeys = held?.by === 'keys'
    if (to !== undefined) {
      if (byKeys) reveal(lift.shift(to))
      else focusOn(Math.min(Math.max(active + to, 0), items.length - 1), where.part)
    } else if (byKeys && event.key === 'Escape') lift.cancel()
    else if (event.key === 'Delete' && !held) {
      wanted.current = where.part
      act('remove', where.id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const where = whereIn(event.target)
    if (where?.part === 'play') act('play', where.id)
    // detail 0: a click without a pointer, from the keyboard or a screen reader.
    else if (where?.part === 'handle' && event.detail === 0) {
      if (held) {
        wanted.current = 'handle'
        lift.drop()
      } else lift.lift(where.id)
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
          const where = whereIn(event.target)
          if (where && where.id !== last?.id) setLast({ id: where.id, place: items.findIndex(({ id }) => id === where.id) })
        }}
        onBlur={(event) => {
          if (
            held?.by === 'keys' &&
            wanted.current === null &&
            event.target instanceof HTMLElement &&
            event.target.dataset['part'] === 'handle'
          )
            lift.cancel()
        }}
        onPointerDown={(event) => {
          const where = whereIn(event.target)
          if (!where || where.part === 'menu' || event.button !== 0 || !event.isPrimary) return
          // Touch on a row scrolls the list; touch on a handle drags the row.
          if (where.part === 'handle' || event.pointerType === 'mouse') lift.byPointer(event, where.id, where.part === 'handle')
        }}
      >
        {rows.map((place) => {
          const item = items[place]!
          return (
            <QueueRow
              key={item.id}
              item={item}
              place={place}
              count={items.length}
              top={(held ? seenAt(place, held.from, held.to) : place) * row}
              when={place < index ? 'played' : place === index ? 'current' : 'next'}
              playing={place === index && playing}
              dead={item.id === deadItemId || isDead(item)}
              held={item.id === held?.id}
              tabbable={place === active}
              hint={hint}
              onAct={onAct}
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
