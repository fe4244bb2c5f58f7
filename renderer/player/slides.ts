/** Texts of the source as items of the queue: only televisions show them, so a queue from another device lacks them. Pure functions. */
import { allItems } from './selectors.ts'
import { arrange, place } from './queue.ts'
import { isSlide } from './tracks.ts'
import type { Queue, QueueItem, Track } from './state.ts'

/** A text for the queue. */
export interface Slide {
  track: Track
  /** The `from` of its page. */
  page: number
  /** The id of the item that it follows; null if it precedes `before`. */
  after: string | null
  before: string | null
}

/** The posts that are in the queue, that an undo can restore, or that a person removed: their texts are not added. */
export const knownPosts = (queue: Queue): Set<string> => new Set([...queue.removed, ...allItems(queue).map(({ postId }) => postId)])

/** Inserts slides beside the items that they follow or precede, behind what a person inserted there. The current item stays the current one. */
export function insertSlides(queue: Queue, slides: readonly Slide[]): Queue {
  const known = knownPosts(queue)
  const byId = new Map(queue.items.map((item) => [item.id, item]))
  const following = new Map<string, QueueItem[]>()
  const preceding = new Map<string, QueueItem[]>()
  let { issued } = queue
  for (const { track, page, after, before } of slides) {
    const anchor = after ?? before
    if (anchor === null || !byId.has(anchor) || !isSlide(track) || known.has(track.postId)) continue
    known.add(track.postId)
    const beside = after === null ? preceding : following
    beside.set(anchor, [...(beside.get(anchor) ?? []), ...place([track], issued, page)])
    issued += 1
  }
  const added = [...following.values(), ...preceding.values()].flat()
  if (added.length === 0) return queue
  const isInserted = (id: string | undefined): boolean => id !== undefined && byId.has(id) && byId.get(id)!.page === undefined
  /** The ids with those of the slides. */
  function withSlides(ids: readonly string[]): string[] {
    const all: string[] = []
    let waiting: QueueItem[] = []
    for (const [at, id] of ids.entries()) {
      all.push(...(preceding.get(id) ?? []).map((item) => item.id), id)
      waiting = [...(following.get(id) ?? []), ...waiting]
      if (isInserted(ids[at + 1])) continue
      all.push(...waiting.map((item) => item.id))
      waiting = []
    }
    return all
  }
  const order = withSlides(queue.order)
  const items = arrange([...queue.items, ...added], order)
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
