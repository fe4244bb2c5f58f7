import { useId, useMemo, useRef, type CSSProperties } from 'react'
import { useSelector, useStore } from 'react-redux'
import { selectIsPlaying, type QueueItem, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { drawn, seenAt } from '#ui/rows.ts'
import { useLift } from '#ui/useLift.ts'
import { QueueEdge } from './QueueEdge.tsx'
import { QueueRow, type RowAction } from './QueueRow.tsx'
import { useQueueRowActions } from './useQueueRowActions.ts'
import { useRowEvents } from './useRowEvents.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useRows } from './useRows.ts'
import styles from './QueueList.module.css'

/** All links of the item are dead: the server stores the status 404 for those. */
const isUnplayable = ({ streams }: QueueItem): boolean => streams.every(({ status }) => status === 404)

/**
 * List of the queue's items; only those in and around the visible range are rendered. Roving tabindex: only one row's
 * controls are tab stops; arrow keys move between rows. `announce` passes a text to screen readers. `takesFocus`: the
 * list gets the focus when it mounts.
 */
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
    announce,
  })
  const { held } = lift
  const focus = useRowFocus({ queue, list, takesFocus, reveal })
  const { active, focusAfterRender } = focus
  const events = useRowEvents({ count: items.length, lift, focus, runAction, reveal })
  const onAction = useMemo(
    () => (name: RowAction, id: string) => {
      // The row's menu button is removed with it.
      if (name === 'remove') focusAfterRender('menu')
      runAction(name, id)
    },
    [runAction, focusAfterRender],
  )

  // Indexes to render: the range, the row with the tab stops and the held row.
  const rows = drawn(range, items.length, [active, held?.from ?? -1])
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} style={{ '--row': `${row}px` } as CSSProperties}>
      {lead > 0 && <QueueEdge queue={queue} side="before" />}
      <p id={hint} hidden>
        {t.queue.handleHint}
      </p>
      <ol
        ref={list}
        className={styles.list}
        aria-label={t.queue.list}
        style={{ blockSize: items.length * row }}
        data-lifting={held?.by}
        {...events}
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
      <QueueEdge queue={queue} side="after" />
    </div>
  )
}
