/** The queue as pure functions. Edits are in edits.ts. */
import type { Post } from '#contract/index.ts'
import { emptyQueue, type Queue, type QueueItem, type QueuePage, type QueueSource, type SavedSession, type Track } from './state.ts'

/** More of the source is loaded when the current item is among the last this many, or the first going back (Q1, B9). */
export const loadAhead = 5
/** Number of items of a new queue that are loaded at once (B9, player feed), page by page. */
export const initialFeed = 1000
/** Posts of one request. */
export const pageSize = 100
/** Items further from the cursor are evicted, page by page; they can be loaded again. */
const windowSize = { behind: 500, ahead: 1500 }
/** Saved for the next visit: a page's storage holds a few megabytes, an item takes about one kilobyte. */
const savedSize = { behind: 200, ahead: 1200 }

/** The track of a post; null where it has nothing to play. */
export function fromPost(post: Post): Track | null {
  const { media } = post
  const streams = media?.media.filter((stream) => stream.type !== 'link') ?? []
  if (media === null || streams.length === 0) return null
  const image = media.image ?? streams.find((stream) => stream.image !== undefined)?.image
  return {
    postId: post.id,
    title: post.title,
    href: post.href,
    creator: post.creator.name,
    bead: { id: post.bead.id, title: post.bead.title, ...(post.bead.image !== null && { image: post.bead.image }) },
    type: media.type,
    source: media.source,
    streams,
    ...(image !== undefined && { image }),
    ...(media.duration !== undefined && { duration: media.duration }),
    ...(media.startTime !== undefined && { startTime: media.startTime }),
    ...(media.endTime !== undefined && { endTime: media.endTime }),
  }
}

/** Tracks of a list of posts, in its order. */
export const fromPosts = (posts: readonly Post[]): Track[] => posts.map(fromPost).filter((track) => track !== null)

/** Gives each track an id. `issued`: how many were issued before, so that ids are unique within a session. */
export function place(tracks: readonly Track[], issued: number, page?: number): QueueItem[] {
  return tracks.map((track, n) => ({ ...track, id: `q${issued + n + 1}`, ...(page !== undefined && { page }) }))
}

export const idsOf = (items: readonly QueueItem[]): string[] => items.map(({ id }) => id)

/** The items in the order of these ids. */
export function arrange(items: readonly QueueItem[], order: readonly string[]): QueueItem[] {
  const present = new Map(items.map((item) => [item.id, item]))
  return order.flatMap((id) => present.get(id) ?? [])
}

export interface QueueRequest {
  tracks: Track[]
  /** Comes first, and not a second time if the list has it too (Q1). */
  featured?: Track
  /** Which of the tracks plays first, not counting the featured one; absent: the featured one, or the first. */
  index?: number
  source?: QueueSource | null
  /** The source's `from` at which the tracks begin. */
  from?: number
  next?: number | null
  /** Seconds; where the first item to play begins (BY18, `?t=`). */
  position?: number
}

/** A new queue in place of `old`, whose ids it does not reuse. */
export function replace(old: Queue, { tracks, featured, index, source = null, from = 0, next = null }: QueueRequest): Queue {
  const rest = featured === undefined ? tracks : tracks.filter(({ postId }) => postId !== featured.postId)
  const first = featured === undefined ? [] : [featured]
  const at = Math.min(Math.max(index ?? 0, 0), tracks.length - 1)
  // The featured track within the list is not counted; an index at it means the one in front.
  const counted = tracks.slice(0, at + 1).filter(({ postId }) => postId !== featured?.postId).length
  const all = first.length + rest.length
  const requested = tracks[at]?.postId === featured?.postId ? 0 : first.length + counted - 1
  // The featured one belongs to no page, so that no eviction removes it and no page adds it again.
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

/** Which end of the window a page is for. */
export type Side = 'before' | 'after'

/** mulberry32: the same seed gives the same shuffle when facts are replayed. */
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
 * The queue with the page of its source that begins at `from`. Posts that are in the window already, because the source
 * has changed since, or that a person removed, are skipped. A source whose `next` does not grow has ended.
 */
export function extend(queue: Queue, { from, side, page }: { from: number; side: Side; page: QueuePage }): Queue {
  const known = new Set(queue.removed)
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
  const order = [...queue.order]
  const firstUpcoming = order.indexOf(queue.items[queue.index]?.id ?? '') + 1
  const random = generator(issued / 2 ** 32)
  for (const id of ids) order.splice(firstUpcoming + Math.floor(random() * (order.length - firstUpcoming + 1)), 0, id)
  return { ...queue, issued, next, natural, order, items: arrange([...queue.items, ...fresh], order) }
}

/** Drops the places of items that neither exist nor can be restored by an undo. */
export function prune(queue: Queue): Queue {
  const { items, order, natural, edits } = queue
  if (edits.reduce((sum, { taken }) => sum + taken.length, items.length) === order.length) return queue
  const known = new Set(idsOf([...items, ...edits.flatMap(({ taken }) => taken)]))
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

/** Without the pages that lie entirely outside the window; inserted items stay. */
function cut<Q extends SavedSession['queue']>(queue: Q, { behind, ahead }: typeof windowSize): Q {
  const { items, index, source, natural } = queue
  // A shuffled window does not follow its source, so evicted items could not be loaded again in their places.
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

/** The part of the queue to save: a window around the cursor, with its ends in the source. */
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

/** A saved queue, in place of `old`. */
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

/** Where the cursor goes: to an index, to a page that must be loaded first, or nowhere. */
export type Move = { to: number } | Side | 'none'

export type Why = 'ended' | 'next' | 'previous' | 'failed'

/**
 * What follows the current item. `repeat` replays an item that ended (B4), but not one that failed: a dead item would be
 * replayed endlessly (decision 37). The commands `next` and `previous` ignore it.
 */
export function advance(queue: Queue, why: Why, repeat: boolean): Move {
  const { items, index, next, previous, natural } = queue
  if (index < 0) return 'none'
  if (why === 'previous') return index > 0 ? { to: index - 1 } : previous !== null && natural === null ? 'before' : 'none'
  if (why === 'ended' && repeat) return { to: index }
  if (index + 1 < items.length) return { to: index + 1 }
  return next === null ? 'none' : 'after'
}
