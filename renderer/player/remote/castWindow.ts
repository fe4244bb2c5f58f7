/**
 * The part of a queue that a Cast device gets (K2). Its messages are small, so it gets a window and loads the rest of the source by itself.
 */
import { emptyQueue, type Queue, type QueueItem, type Track } from '../state.ts'
import { isAlive } from './castable.ts'

/** Number of items of a window (K2). */
export const castWindowSize = 15
/** From this index on, the window begins this many items before the current one (K2). */
const behind = { from: 15, items: 3 }
/** The window is extended when the current item is among this many items at its end (decision 41). */
export const castAhead = 3

/** Whether the device can play a track. */
export type Castable = (track: Track) => boolean

export interface CastWindow {
  /** The items, at most 15. */
  items: QueueItem[]
  /** Index of the item to play among them; -1 if none is left. */
  index: number
  /** Indexes in the queue of the first item and of the one after the last. */
  start: number
  end: number
}

/** The window around an item. Items that are dead or that the device cannot play are left out. */
export function castWindow({ items }: Pick<Queue, 'items'>, index: number, canPlay: Castable): CastWindow {
  const first = index >= behind.from ? index - behind.items : 0
  const taken: { item: QueueItem; at: number }[] = []
  let end = first
  for (; end < items.length && taken.length < castWindowSize; end += 1) {
    const item = items[end]!
    if (isAlive(item) && canPlay(item)) taken.push({ item, at: end })
  }
  // If the item itself is left out, the next one plays.
  const current = taken.findIndex(({ at }) => at >= index)
  return { items: taken.map(({ item }) => item), index: current, start: first, end }
}

/** Number of items of the source before an index that the server lists with `filter=deadlinks`. */
const countAlive = (items: readonly QueueItem[], to: number): number =>
  items.slice(0, to).filter((item) => item.page !== undefined && isAlive(item)).length

/**
 * The queue that a receiver of Strand gets: the window, and where it continues in the source. A list of posts is loaded with
 * `filter=deadlinks`, which changes the offsets: they are counted. The other lists keep them, so that their page may overlap with the
 * window: then its other posts are excluded. A queue that is shuffled or has no source does not continue there.
 */
export function castQueue(queue: Queue, canPlay: Castable): Queue {
  const { items, index, source, natural, issued, next, previous, removed } = queue
  const window = castWindow(queue, index, canPlay)
  const base = { ...emptyQueue, items: window.items, index: window.index, issued, order: window.items.map(({ id }) => id) }
  if (source === null || natural !== null) {
    const ids = new Set(base.order)
    return {
      ...base,
      natural: natural && natural.filter((id) => ids.has(id)),
      // Without a page they count as inserted, so that `castRest` follows them.
      items: window.items.map(({ page: _page, ...item }) => item),
    }
  }
  const hasMore = window.end < items.length || next !== null
  if (source.list.of === 'posts') {
    const offset = previous ?? 0
    const start = offset + countAlive(items, window.start)
    return {
      ...base,
      source,
      removed,
      previous: start > 0 ? start : null,
      next: hasMore ? offset + countAlive(items, window.end) : null,
    }
  }
  const page = window.items.findLast((item) => item.page !== undefined)?.page ?? 0
  const skipped = items.slice(0, window.start).flatMap((item) => (item.page !== undefined && item.page >= page ? [item.postId] : []))
  return { ...base, source, removed: [...removed, ...skipped], next: hasMore ? page : null }
}

/** Maximum number of items that are sent after the window, ours: about 200 KB. */
const maxRest = 200

/** Tracks after the window that the receiver cannot load from the source: they are added to its queue. */
export function castRest(queue: Queue, canPlay: Castable): Track[] {
  const { items, index, source, natural } = queue
  const isWhole = source === null || natural !== null
  return items
    .slice(castWindow(queue, index, canPlay).end)
    .filter((item) => (isWhole || item.page === undefined) && isAlive(item) && canPlay(item))
    .slice(0, maxRest)
    .map(({ id: _id, page: _page, ...track }) => track)
}

/** The items of the window that were not sent, by the sent item that they follow; those in front of all follow the empty id. */
function unsentItems({ items }: Queue, { items: sent, start, end }: CastWindow): Map<string, QueueItem[]> {
  const sentIds = new Set(sent.map(({ id }) => id))
  const following = new Map<string, QueueItem[]>()
  let last = ''
  for (const item of items.slice(start, end)) {
    if (sentIds.has(item.id)) last = item.id
    else following.set(last, [...(following.get(last) ?? []), item])
  }
  return following
}

/**
 * Finds the item of this page for each returned item, and each one only once: a post may be queued twice. First those that were sent; not
 * the others of the window, which stay at their places.
 */
function ownItems({ items }: Queue, { items: sent, start, end }: CastWindow, key: (item: QueueItem) => string) {
  const left = new Map<string, QueueItem[]>()
  for (const item of [...sent, ...items.slice(0, start), ...items.slice(end)]) {
    const same = left.get(key(item))
    if (same) same.push(item)
    else left.set(key(item), [item])
  }
  return (item: QueueItem): QueueItem | undefined => left.get(key(item))?.shift()
}

interface Returned {
  own: Queue
  returned: Queue
  canPlay: Castable
  /** Whether the ids of both are the same. Not after a reload, which renames those of this page. */
  areIdsShared: boolean
}

/**
 * The queue of this page when a device returns what it got of it: the items of the device replace those of the window, and the others stay
 * around them.
 */
export function mergeReturned({ own, returned, canPlay, areIdsShared }: Returned): Queue {
  if (returned.items[returned.index] === undefined) return returned
  const sent = castWindow(own, own.index, canPlay)
  const unsent = unsentItems(own, sent)
  const key = (item: QueueItem): string => (areIdsShared ? item.id : item.postId)
  const takeOwn = ownItems(own, sent, key)
  let issued = Math.max(own.issued, returned.issued)
  const newItem = (item: QueueItem): QueueItem => (areIdsShared ? item : { ...item, id: `q${(issued += 1)}` })
  const there = returned.items.map((item) => takeOwn(item) ?? newItem(item))
  const following = (id: string): QueueItem[] => {
    const items = unsent.get(id) ?? []
    unsent.delete(id)
    return items
  }
  const middle = [...following(''), ...there.flatMap((item) => [item, ...following(item.id)])]
  // Those that follow items which were removed on the device.
  middle.push(...[...unsent.values()].flat())
  const around = itemsAround({ own, returned, canPlay, areIdsShared }, sent, middle)
  const items = [...around.before, ...middle, ...around.after]
  const order = items.map(({ id }) => id)
  return {
    ...own,
    items,
    index: order.indexOf(there[returned.index]!.id),
    order,
    natural: naturalOrder(own, returned, order),
    removed: [...new Set([...own.removed, ...returned.removed])],
    issued,
    edits: [],
  }
}

/** The items outside the window that are not on the device, and were not removed there. */
function itemsAround({ own, returned, canPlay }: Returned, sent: CastWindow, middle: readonly QueueItem[]) {
  // The queue was cleared there.
  if (own.source !== null && own.natural === null && returned.source === null) return { before: [], after: [] }
  const present = new Set(middle.flatMap(({ id, postId }) => [id, postId]))
  const gone = new Set([...own.removed, ...returned.removed, ...castRest(own, canPlay).map(({ postId }) => postId)])
  const isLeft = ({ id, postId }: QueueItem) => !present.has(id) && !present.has(postId) && !gone.has(postId)
  return { before: own.items.slice(0, sent.start).filter(isLeft), after: own.items.slice(sent.end).filter(isLeft) }
}

/** The order without the shuffle; null if the device returns the queue unshuffled. */
function naturalOrder(own: Queue, returned: Queue, order: readonly string[]): string[] | null {
  if (returned.natural === null) return null
  const present = new Set(order)
  const natural = (own.natural ?? own.order).filter((id) => present.has(id))
  const placed = new Set(natural)
  return [...natural, ...order.filter((id) => !placed.has(id))]
}
