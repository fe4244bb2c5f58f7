import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Queue } from '#player/index.ts'
import { rangeOf, scrollFor, type Range } from '#ui/rows.ts'

/** Row height in rem, so that it scales with the text size. */
const rowSize = 3.75

export interface Rows {
  scroller: RefObject<HTMLDivElement | null>
  /** In px. */
  row: number
  /** Height of the line before the first row, in px. */
  lead: number
  range: Range
  onScroll: () => void
  /** Scrolls the row at this index into view. */
  reveal: (place: number) => void
}

type Shown = Pick<Queue, 'items' | 'index' | 'edits' | 'natural'> & { lead: number }

/** Virtualised rows; anchors the scroll position when the list changes. */
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
    (place: number) => {
      const element = scroller.current
      if (element) scrollTo(scrollFor(place, row, element.scrollTop - lead, element.clientHeight) + lead)
    },
    [scrollTo, row, lead],
  )

  const before = useRef<Shown | null>(null)
  useLayoutEffect(() => {
    const was = before.current
    const now = { items, index, edits, natural, lead }
    before.current = now
    const element = scroller.current
    if (!element) return
    if (was === null || (was.natural === null) !== (natural === null)) {
      // Show half of the previous row as a hint that the list can be scrolled up.
      scrollTo(Math.max(0, lead + index * row - row / 2))
      return
    }
    const shift = shiftOf(was, now, position.current, row)
    if (shift !== 0) scrollTo(position.current + shift)
    const [old, current] = [was.items[was.index], items[index]]
    if (old?.id === current?.id) return
    const seen = (was.index + 1) * row + was.lead > position.current && was.index * row + was.lead < position.current + element.clientHeight
    if (seen) reveal(index)
  }, [scrollTo, reveal, items, index, edits, natural, lead, row])

  return { scroller, row, lead, range, onScroll: measure, reveal }
}

/** Scroll offset in px that keeps the topmost visible row in place. Manual moves are not compensated. */
function shiftOf(was: Shown, { items, edits, lead }: Shown, position: number, row: number): number {
  const moved = was.edits !== edits && was.items.length === items.length
  if (was.items === items || moved) return lead - was.lead
  const first = Math.max(0, Math.floor((position - was.lead) / row))
  const places = new Map(items.map(({ id }, place) => [id, place]))
  for (const { id } of was.items.slice(first)) {
    const place = places.get(id)
    // The anchor was removed: use the next remaining row.
    if (place !== undefined) return (place - first) * row + lead - was.lead
  }
  return 0
}
