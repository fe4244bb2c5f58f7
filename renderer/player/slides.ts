/** Texts of the source as items of the queue: only televisions show them, so a queue from another device lacks them. Pure functions. */
import { arrange, pageSize, place } from './queue.ts'
import type { Queue, QueueItem, Track } from './state.ts'

/** A text for the queue. */
export interface Slide {
  track: Track
  /** The id of the item of the source that it follows; null if it precedes them all. */
  after: string | null
}

/** Whether a track is a text without a medium. */
export const isSlide = ({ type }: Pick<Track, 'type'>): boolean => type === 'text'

/** The items of the source, in its order. */
const listedItems = ({ items, natural }: Pick<Queue, 'items' | 'natural'>): QueueItem[] =>
  (natural === null ? items : arrange(items, natural)).filter(({ page }) => page !== undefined)

/** A part of the source that is in the window. */
export interface LoadedPart {
  /** Offsets of its first post, and of the one after its last; `to` is null at the end of the source. */
  from: number
  to: number | null
  /** The id of the item before it; null if there is none. */
  last: string | null
}

/** The part whose texts are still to come: from the page of the current item on, or the whole window if it is shuffled. */
export function partAhead(queue: Queue): LoadedPart | null {
  const { items, index, next, natural } = queue
  const listed = listedItems(queue)
  if (queue.source === null || listed.length === 0) return null
  const ahead = natural === null ? items.slice(index).find(({ page }) => page !== undefined) : listed[0]
  const from = (ahead ?? listed.at(-1)!).page!
  return { from, to: next, last: listed.findLast(({ page }) => page! < from)?.id ?? null }
}

/** Number of posts of this part to request from the offset `from` on. */
export const countOf = ({ to }: LoadedPart, from: number): number => (to === null ? pageSize : Math.min(pageSize, to - from))

/**
 * The slides among the tracks of a page of the source that the queue lacks. `last`: the item of the source before the page; the returned
 * one is the one before the next page.
 */
export function findSlides(queue: Queue, tracks: readonly Track[], last: string | null): { slides: Slide[]; last: string | null } {
  const listed = new Map(listedItems(queue).map((item) => [item.postId, item.id]))
  const removed = new Set(queue.removed)
  const slides: Slide[] = []
  let after = last
  for (const track of tracks) {
    const present = listed.get(track.postId)
    if (present !== undefined) after = present
    else if (isSlide(track) && !removed.has(track.postId)) slides.push({ track, after })
  }
  return { slides, last: after }
}

/** Inserts slides behind the items that they follow. The current item stays the current one. */
export function insertSlides(queue: Queue, slides: readonly Slide[]): Queue {
  const listed = listedItems(queue)
  const [first] = listed
  if (first === undefined) return queue
  const byId = new Map(listed.map((item) => [item.id, item]))
  const known = new Set([...queue.removed, ...listed.map(({ postId }) => postId)])
  const following = new Map<string | null, QueueItem[]>()
  let { issued } = queue
  for (const { track, after } of slides) {
    const anchor = after === null ? first : byId.get(after)
    if (anchor === undefined || known.has(track.postId)) continue
    known.add(track.postId)
    following.set(after, [...(following.get(after) ?? []), ...place([track], issued, anchor.page)])
    issued += 1
  }
  if (following.size === 0) return queue
  const idsAfter = (id: string | null): string[] => (following.get(id) ?? []).map((item) => item.id)
  const withSlides = (ids: readonly string[]): string[] =>
    ids.flatMap((id) => [...(id === first.id ? idsAfter(null) : []), id, ...idsAfter(id)])
  const order = withSlides(queue.order)
  const items = arrange([...queue.items, ...[...following.values()].flat()], order)
  const current = queue.items[queue.index]?.id
  return {
    ...queue,
    items,
    index: items.findIndex(({ id }) => id === current),
    order,
    natural: queue.natural && withSlides(queue.natural),
    issued,
  }
}
