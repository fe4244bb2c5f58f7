/** Where rows of one height stand in a list that shows a few of them at a time. Pure; all lengths in px. */

/** From `first` up to and without `end`. */
export interface Range {
  first: number
  end: number
}

/** Rows kept ready beyond each edge, and how many go by before the range changes: few at a time, so that no frame draws many. */
const ready = 10
const step = 3

/** Which rows are drawn. */
export function rangeOf(scrollTop: number, height: number, row: number, count: number): Range {
  const down = (place: number) => Math.floor(place / step) * step
  const first = down(Math.floor(scrollTop / row) - ready)
  const end = down(Math.ceil((scrollTop + height) / row) + ready) + step
  return { first: Math.min(Math.max(first, 0), count), end: Math.min(Math.max(end, 0), count) }
}

/** The rows of the range, and those of `also` that are not in it: what has the focus, or is being moved, stays drawn. */
export function drawn({ first, end }: Range, count: number, also: readonly number[]): number[] {
  const places = new Set(also.filter((place) => place >= 0 && place < count))
  for (let place = first; place < Math.min(end, count); place += 1) places.add(place)
  return [...places].sort((a, b) => a - b)
}

/** Where the row at `place` is seen while the one at `from` is held over `to`: those between make room. */
export function seenAt(place: number, from: number, to: number): number {
  if (place === from) return to
  if (from < place && place <= to) return place - 1
  return to <= place && place < from ? place + 1 : place
}

/** Where to scroll so that the row is in full view with `margin` to spare; where it is already, nothing changes. */
export function scrollFor(place: number, row: number, scrollTop: number, height: number, margin = row / 2): number {
  const top = place * row
  if (top - margin < scrollTop) return Math.max(0, top - margin)
  return top + row + margin > scrollTop + height ? top + row + margin - height : scrollTop
}

/** Within this much of an edge the list scrolls by itself, at most this much in a second. */
const edge = 64
const fastest = 1400

/** How fast the list scrolls while something is held at `y`, in px a second: the nearer to the edge, the faster. */
export function scrollSpeed(y: number, top: number, bottom: number): number {
  const zone = Math.min(edge, (bottom - top) / 3)
  const into = y < top + zone ? (y - top - zone) / zone : y > bottom - zone ? (y - bottom + zone) / zone : 0
  return Math.min(Math.max(into, -1), 1) * fastest
}

/** The place behind the current item: counted, as a move is, without the item itself. */
export const placeNext = (place: number, current: number): number => (place <= current ? current : current + 1)
