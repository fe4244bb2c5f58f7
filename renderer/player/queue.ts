/** Pure functions of the queue, except edits (edits.ts). */
import type { Side } from './moves.ts'
import { emptyQueue, type Queue, type QueueItem, type QueuePage, type QueueSource, type SavedSession, type Track } from './state.ts'

/** More of the source is loaded when the current item is among this many items at an end of the window (Q1, B9). */
export const loadAhead = 5
/** Items of the source that are loaded at once for a new queue, page by page (B9, player feed). */
export const initialFeed = 1000
/** Posts per request. */
export const pageSize = 100
/** Numbers of items before and after the current one that stay loaded. Pages entirely outside are evicted. */
const windowSize = { behind: 500, ahead: 1500 }
/** The same for the saved queue: a page's storage holds a few megabytes, and an item takes about one kilobyte. */
const savedSize = { behind: 200, ahead: 1200 }

/**
 * Makes queue items of tracks. `issued`: number of ids issued before, so that ids are unique within a session. `page`:
 * the `from` of the tracks' page of the source; absent if a person inserted them.
 */
export function place(tracks: readonly Track[], issued: number, page?: number): QueueItem[] {
  return tracks.map((track, n) => ({ ...track, id: `q${issued + n + 1}`, ...(page !== undefined && { page }) }))
}

export const idsOf = (items: readonly QueueItem[]): string[] => items.map(({ id }) => id)

/** The items in the order of these ids. */
export function arrange(items: readonly QueueItem[], order: readonly string[]): QueueItem[] {
  const present = new Map(items.map((item) => [item.id, item]))
  return order.flatMap((id) => present.get(id) ?? [])
}

/** The queue that a `playQueue` command starts. */
export interface QueueRequest {
  tracks: Track[]
  /** Plays first, and not a second time if the list contains it too (Q1). */
  featured?: Track
  /** Index of the track that plays first. Without it, the featured track or the first one does. */
  index?: number
  source?: QueueSource | null
  /** The offset in the source at which the tracks begin. */
  from?: number
  /** The offset of the next page; null if there is none. */
  next?: number | null
  /** Where the first item to play begins, in seconds (BY18, `?t=`). */
  position?: number
}

/** A new queue that replaces `old` and does not reuse its ids. */
export function replace(old: Queue, { tracks, featured, index, source = null, from = 0, next = null }: QueueRequest): Queue {
  const rest = featured === undefined ? tracks : tracks.filter(({ postId }) => postId !== featured.postId)
  const first = featured === undefined ? [] : [featured]
  const at = Math.min(Math.max(index ?? 0, 0), tracks.length - 1)
  // The featured track is removed from the list. An index that points to it means the one in front.
  const counted = tracks.slice(0, at + 1).filter(({ postId }) => postId !== featured?.postId).length
  const all = first.length + rest.length
  const requested = tracks[at]?.postId === featured?.postId ? 0 : first.length + counted - 1
  // The featured track has no page, so that it is not evicted, and is in `removed`, so that no page adds it again.
  const items = [...place(first, old.issued), ...place(rest, old.issued + first.length, source === null ? undefined : from)]
  return {
    ...emptyQueue,
    items,
    order: idsOf(items),
    removed: source === null ? [] : first.map(({ postId }) => postId),
    index: all === 0 ? -1 : index === undefined ? 0 : requested,
    source,
    next: source === null ? null : next,
    previous: source === null || from <= 0 ? null : from,
    issued: old.issued + all,
    edits: [],
  }
}

/**
 * A pseudorandom number generator (mulberry32). The same seed gives the same shuffle, so that the reducer stays pure.
 * `seed`: from 0 to below 1.
 */
export function generator(seed: number): () => number {
  let state = Math.floor(seed * 2 ** 32) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Adds the page of the source that begins at `from`. Posts that a person removed are skipped, and so are posts that are
 * in the window already, because the source has changed. A source whose `next` does not grow has ended.
 */
export function extend(queue: Queue, { from, side, page }: { from: number; side: Side; page: QueuePage }): Queue {
  const known = new Set(queue.removed)
  // Inserted items do not count: a post may be in the queue twice.
  for (const item of queue.items) if (item.page !== undefined) known.add(item.postId)
  const fresh = place(
    page.tracks.filter(({ postId }) => !known.has(postId) && known.add(postId)),
    queue.issued,
    from,
  )
  const issued = queue.issued + fresh.length
  const ids = idsOf(fresh)
  const natural = queue.natural && (side === 'before' ? [...ids, ...queue.natural] : [...queue.natural, ...ids])
  if (side === 'before')
    return {
      ...queue,
      issued,
      natural,
      items: [...fresh, ...queue.items],
      order: [...ids, ...queue.order],
      index: queue.index + fresh.length,
      previous: from > 0 ? from : null,
    }
  const next = page.next !== null && page.next > from ? page.next : null
  if (natural === null) return { ...queue, issued, next, items: [...queue.items, ...fresh], order: [...queue.order, ...ids] }
  // Shuffled: each added item gets a random place after the current item.
  const order = [...queue.order]
  const firstUpcoming = order.indexOf(queue.items[queue.index]?.id ?? '') + 1
  const random = generator(issued / 2 ** 32)
  for (const id of ids) order.splice(firstUpcoming + Math.floor(random() * (order.length - firstUpcoming + 1)), 0, id)
  return { ...queue, issued, next, natural, order, items: arrange([...queue.items, ...fresh], order) }
}

/** Removes ids from `order` and `natural` whose items neither exist nor can be restored by an undo. */
export function prune(queue: Queue): Queue {
  const { items, order, natural, edits } = queue
  if (edits.reduce((sum, { taken }) => sum + taken.length, items.length) === order.length) return queue
  const known = new Set(idsOf([...items, ...edits.flatMap(({ taken }) => taken)]))
  /** The nearest remaining id at or before this one. */
  const before = (id: string | null): string | null => {
    let at = id === null ? -1 : order.indexOf(id)
    while (at >= 0 && !known.has(order[at]!)) at -= 1
    return order[at] ?? null
  }
  return {
    ...queue,
    order: order.filter((id) => known.has(id)),
    natural: natural && natural.filter((id) => known.has(id)),
    edits: edits.map((edit) => (edit.moved === null ? edit : { ...edit, moved: { ...edit.moved, after: before(edit.moved.after) } })),
  }
}

interface Span {
  first: number
  last: number
}

/** First and last index of the items of each page. */
function spans(items: readonly QueueItem[]): Map<number, Span> {
  const found = new Map<number, Span>()
  items.forEach(({ page }, at) => {
    if (page === undefined) return
    const span = found.get(page)
    if (span === undefined) found.set(page, { first: at, last: at })
    else span.last = at
  })
  return found
}

/** Removes the pages that are entirely outside the window. Inserted items stay. */
function cut<Q extends SavedSession['queue']>(queue: Q, { behind, ahead }: typeof windowSize): Q {
  const { items, index, source, natural } = queue
  // Not if shuffled: evicted items could not be loaded again at their shuffled places.
  if (source === null || natural !== null || items.length <= Math.min(behind, ahead)) return queue
  const pages = [...spans(items)].sort(([a], [b]) => a - b)
  const first = pages.findIndex(([, { last }]) => last >= index - behind)
  const last = pages.findLastIndex(([, { first }]) => first <= index + ahead)
  if (first > last || (first === 0 && last === pages.length - 1)) return queue
  const windowPages = new Set(pages.slice(first, last + 1).map(([page]) => page))
  const left = (item: QueueItem) => item.page === undefined || windowPages.has(item.page)
  const dropped = items.slice(0, index).filter((item) => !left(item)).length
  return {
    ...queue,
    items: items.filter(left),
    index: index - dropped,
    previous: first > 0 ? pages[first]![0] : queue.previous,
    next: pages[last + 1]?.[0] ?? queue.next,
  }
}

/** Evicts the pages far from the cursor. */
export const evict = (queue: Queue): Queue => prune(cut(queue, windowSize))

/**
 * The part of the queue to save: a window around the current item. Whole pages are left out, because they can be loaded
 * again. A shuffled queue, or one without a source, is cut at an item, and the items outside are not saved.
 */
export function savable(queue: SavedSession['queue'], window = savedSize): SavedSession['queue'] {
  const { items, index, source, next, previous, natural, removed } = cut(queue, window)
  const from = Math.max(0, index - window.behind)
  const savedItems = source !== null && natural === null ? items : items.slice(from, index + 1 + window.ahead)
  const ids = natural && new Set(savedItems.map(({ id }) => id))
  return {
    items: savedItems,
    index: savedItems === items ? index : index - from,
    source,
    next,
    previous,
    removed,
    natural: natural && natural.filter((id) => ids!.has(id)),
  }
}

/** A saved queue that replaces `old`, with new ids. */
export function restore(old: Queue, { items, index, ...rest }: SavedSession['queue']): Queue {
  const ids = new Map(items.map(({ id }, n) => [id, `q${old.issued + n + 1}`]))
  const renamed = items.map((item) => ({ ...item, id: ids.get(item.id)! }))
  return {
    ...emptyQueue,
    ...rest,
    items: renamed,
    index: Math.min(Math.max(index, 0), items.length - 1),
    order: idsOf(renamed),
    natural: rest.natural && rest.natural.map((id) => ids.get(id)!),
    issued: old.issued + items.length,
  }
}

export const indexOf = (queue: Queue, id: string): number => queue.items.findIndex((item) => item.id === id)

/** Whether more of the source should be loaded: fewer than `ahead` items follow the current one (Q1). */
export const needsMore = ({ items, index, next }: Queue, ahead = loadAhead): boolean => next !== null && index >= items.length - ahead

/** Whether earlier items of the source should be loaded. */
export const needsEarlier = ({ index, previous, natural }: Queue): boolean => previous !== null && natural === null && index < loadAhead
