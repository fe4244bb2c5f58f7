import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Queue } from '#player/index.ts'
import { rangeOf, scrollFor, type Range } from '#ui/rows.ts'

/** Row height in rem, so that it grows with the browser's text size. */
const rowSize = 3.75

export interface Rows {
  scroller: RefObject<HTMLDivElement | null>
  /** Row height in px. */
  row: number
  /** Height in px of the line before the first row (`QueueEdge`); 0 if there are no earlier items. */
  lead: number
  /** The rows to render. */
  range: Range
  onScroll: () => void
  /** Scrolls the row at this index into view. */
  reveal: (index: number) => void
}

/** What determines the scroll position: compared between renders. */
type ListSnapshot = Pick<Queue, 'items' | 'index' | 'edits' | 'natural'> & { lead: number }

/**
 * Virtualised rows. Keeps the visible rows in place when the list changes, and the current item in view when it
 * advances.
 */
export function useRows({ items, index, edits, natural, previous }: Queue): Rows {
  const scroller = useRef<HTMLDivElement>(null)
  const [row] = useState(() => rowSize * parseFloat(getComputedStyle(document.documentElement).fontSize))
  const lead = previous === null ? 0 : row
  const count = items.length
  const [range, setRange] = useState(() => rangeOf(index * row, innerHeight, row, count))
  /** Scroll position before the change: the browser clamps it when a list becomes shorter. */
  const position = useRef(0)

  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    position.current = element.scrollTop
    const next = rangeOf(element.scrollTop - lead, element.clientHeight, row, count)
    setRange((now) => (now.first === next.first && now.end === next.end ? now : next))
  }, [lead, row, count])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // The observer also fires initially, so a list of another length is measured.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])

  const scrollTo = useCallback((top: number) => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = top
    position.current = element.scrollTop
  }, [])
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      if (element) scrollTo(scrollFor(index, row, element.scrollTop - lead, element.clientHeight) + lead)
    },
    [scrollTo, row, lead],
  )

  const snapshot = useRef<ListSnapshot | null>(null)
  useLayoutEffect(() => {
    const previous = snapshot.current
    const now = { items, index, edits, natural, lead }
    snapshot.current = now
    const element = scroller.current
    if (!element) return
    if (previous === null || (previous.natural === null) !== (natural === null)) {
      // First render, or shuffle turned on or off: starts at the current item. Half of the previous row shows that the
      // list can be scrolled up.
      scrollTo(Math.max(0, lead + index * row - row / 2))
      return
    }
    const shift = shiftOf(previous, now, position.current, row)
    if (shift !== 0) scrollTo(position.current + shift)
    const [old, current] = [previous.items[previous.index], items[index]]
    if (old?.id === current?.id) return
    // Follows to the next item only if the previous one was visible.
    const seen =
      (previous.index + 1) * row + previous.lead > position.current &&
      previous.index * row + previous.lead < position.current + element.clientHeight
    if (seen) reveal(index)
  }, [scrollTo, reveal, items, index, edits, natural, lead, row])

  return { scroller, row, lead, range, onScroll: measure, reveal }
}

/**
 * Change of the scroll position in px that keeps the topmost visible row in place. Moves by the user are not
 * compensated.
 */
function shiftOf(previous: ListSnapshot, { items, edits, lead }: ListSnapshot, position: number, row: number): number {
  const moved = previous.edits !== edits && previous.items.length === items.length
  if (previous.items === items || moved) return lead - previous.lead
  const first = Math.max(0, Math.floor((position - previous.lead) / row))
  const positions = new Map(items.map(({ id }, index) => [id, index]))
  for (const { id } of previous.items.slice(first)) {
    const index = positions.get(id)
    // The anchor was removed: use the next remaining row.
    if (index !== undefined) return (index - first) * row + lead - previous.lead
  }
  return 0
}
