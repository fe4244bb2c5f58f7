import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Queue } from '#player/index.ts'
import { rangeOf, scrollFor, type Range } from '#ui/rows.ts'

/** Height of a row in the root's own unit, so that it grows with the person's text. */
const rowSize = 3.75

export interface Rows {
  scroller: RefObject<HTMLDivElement | null>
  /** Px. */
  row: number
  /** What stands before the first row, in px: the words on what comes before it. */
  lead: number
  range: Range
  onScroll: () => void
  /** Brings the row at this place into view. */
  reveal: (place: number) => void
}

type Shown = Pick<Queue, 'items' | 'index' | 'edits' | 'natural'> & { lead: number }

/** Which rows are drawn, and that what a person looks at stays where it is when the list changes. */
export function useRows({ items, index, edits, natural, previous }: Queue): Rows {
  const scroller = useRef<HTMLDivElement>(null)
  const [row] = useState(() => rowSize * parseFloat(getComputedStyle(document.documentElement).fontSize))
  const lead = previous === null ? 0 : row
  const count = items.length
  const [range, setRange] = useState(() => rangeOf(index * row, innerHeight, row, count))
  /** As it was before the list changed: a list that becomes shorter is scrolled back at once. */
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
    // It reports once by itself, so that a list of another length is measured too.
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
      // Half of what was heard last is seen above: there is more to scroll up to.
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

/** How far, in px, what was at the list's upper edge has moved. What a person moves by hand takes nothing along. */
function shiftOf(was: Shown, { items, edits, lead }: Shown, position: number, row: number): number {
  const moved = was.edits !== edits && was.items.length === items.length
  if (was.items === items || moved) return lead - was.lead
  const first = Math.max(0, Math.floor((position - was.lead) / row))
  const places = new Map(items.map(({ id }, place) => [id, place]))
  for (const { id } of was.items.slice(first)) {
    const place = places.get(id)
    // What stood between and is gone leaves its room to what comes after it.
    if (place !== undefined) return (place - first) * row + lead - was.lead
  }
  return 0
}
