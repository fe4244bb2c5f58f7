/** Geometry of virtual lists with rows of equal height. Pure; lengths in px. */

/** From `first` up to and without `end`. */
export interface Range {
  first: number
  end: number
}

/** Rows rendered beyond each edge, and the step by which the range changes: few at a time, so that no frame renders many. */
const overscan = 10
const step = 3

/** The rows to render. */
export function rangeOf(scrollTop: number, height: number, row: number, count: number): Range {
  const down = (place: number) => Math.floor(place / step) * step
  const first = down(Math.floor(scrollTop / row) - overscan)
  const end = down(Math.ceil((scrollTop + height) / row) + overscan) + step
  return { first: Math.min(Math.max(first, 0), count), end: Math.min(Math.max(end, 0), count) }
}

/** The rows of the range, plus those of `also` outside of it: the focused or dragged row stays rendered. */
export function drawn({ first, end }: Range, count: number, also: readonly number[]): number[] {
  const places = new Set(also.filter((place) => place >= 0 && place < count))
  for (let place = first; place < Math.min(end, count); place += 1) places.add(place)
  return [...places].sort((a, b) => a - b)
}

/** The visual index of a row while the row `from` is dragged over `to`: rows between them shift. */
export function seenAt(place: number, from: number, to: number): number {
  if (place === from) return to
  if (from < place && place <= to) return place - 1
  return to <= place && place < from ? place + 1 : place
}

/** The scroll position that shows the row fully with a margin; unchanged if it already does. */
export function scrollFor(place: number, row: number, scrollTop: number, height: number, margin = row / 2): number {
  const top = place * row
  if (top - margin < scrollTop) return Math.max(0, top - margin)
  return top + row + margin > scrollTop + height ? top + row + margin - height : scrollTop
}

/** Distance from an edge (px) at which auto-scroll starts, and its maximum speed (px/s). */
const edge = 64
const maxSpeed = 1400

/** Auto-scroll speed while dragging at `y`, in px/s: faster near the edge. */
export function scrollSpeed(y: number, top: number, bottom: number): number {
  const zone = Math.min(edge, (bottom - top) / 3)
  const into = y < top + zone ? (y - top - zone) / zone : y > bottom - zone ? (y - bottom + zone) / zone : 0
  return Math.min(Math.max(into, -1), 1) * maxSpeed
}

/** The index after the current item, not counting the moved item. */
export const placeNext = (place: number, current: number): number => (place <= current ? current : current + 1)
