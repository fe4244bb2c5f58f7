/** The queue as pure functions: none of them changes its argument. What a person does to it is in edits.ts. */
import type { Post } from '../../server/contract/index.ts'
import { emptyQueue, type Queue, type QueueItem, type QueuePage, type QueueSource, type SavedSession, type Track } from './state.ts'

/** More of the feed is fetched when the current item is among the last this many, or the first going back (Q1, B9). */
export const loadAhead = 5
/** So much of a list is fetched at first (B9, player feed), one page after the other. */
export const initialFeed = 1000
/** Posts asked for at a time. */
export const pageSize = 100
/** What is further from the cursor is let go of, a page at a time; its source has it still. */
const keep = { behind: 500, ahead: 1500 }
/** What is written down for the next start: a page's storage holds a few megabytes, an item takes about one kilobyte. */
const saved = { behind: 200, ahead: 1200 }

/** What a post contributes to a queue; null where it has nothing to play. */
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

/** Gives each its place. `issued` is how many ids went out before, so that ids never repeat within a session. */
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
  /** Comes first, and not a second time where the list has it too (Q1). */
  featured?: Track
  /** Which of the tracks comes first, the featured one not counted; absent, it is the featured one, or the first. */
  index?: number
  source?: QueueSource | null
  /** The source's `from` at which the tracks begin. */
  from?: number
  next?: number | null
  /** Seconds; where the first item to play begins (BY18, `?t=`). */
  position?: number
}

/** A new queue in the place of `old`, whose ids it does not use again. */
export function replace(old: Queue, { tracks, featured, index, source = null, from = 0, next = null }: QueueRequest): Queue {
  const rest = featured === undefined ? tracks : tracks.filter(({ postId }) => postId !== featured.postId)
  const first = featured === undefined ? [] : [featured]
  const at = Math.min(Math.max(index ?? 0, 0), tracks.length - 1)
  // Featured tracks of the list itself are not counted again, and lead to the one in front.
  const counted = tracks.slice(0, at + 1).filter(({ postId }) => postId !== featured?.postId).length
  const all = first.length + rest.length
  const asked = tracks[at]?.postId === featured?.postId ? 0 : first.length + counted - 1
  // The featured one belongs to no page, so that none takes it away when it goes and none brings it a second time.
  const items = [...place(first, old.issued), ...place(rest, old.issued + first.length, source === null ? undefined : from)]
  return {
    ...emptyQueue,
    items,
    order: idsOf(items),
    removed: source === null ? [] : first.map(({ postId }) => postId),
    index: all === 0 ? -1 : index === undefined ? 0 : asked,
    source,
    next: source === null ? null : next,
    previous: source === null || from <= 0 ? null : from,
    issued: old.issued + all,
    edits: [],
  }
}

/** Which end of the window a page is for. */
export type Side = 'before' | 'after'

/** A small generator (mulberry32): the same seed mixes the same way, whoever replays the facts. */
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
 * The queue with the page of its source that begins at `from`. What stands in the window already, because
 * the source moved on meanwhile, or was taken out by a person, does not come again. A source that does
 * not move on has come to its end.
 */
export function extend(queue: Queue, { from, side, page }: { from: number; side: Side; page: QueuePage }): Queue {
  const known = new Set(queue.removed)
  for (const item of queue.items) if (item.page !== undefined) known.add(item.postId)
  const fresh = place(page.tracks.filter(({ postId }) => !known.has(postId) && known.add(postId)), queue.issued, from)
  const issued = queue.issued + fresh.length
  const ids = idsOf(fresh)
  const natural = queue.natural && (side === 'before' ? [...ids, ...queue.natural] : [...queue.natural, ...ids])
  if (side === 'before')
    return {
      ...queue, issued, natural, items: [...fresh, ...queue.items], order: [...ids, ...queue.order],
      index: queue.index + fresh.length, previous: from > 0 ? from : null,
    }
  const next = page.next !== null && page.next > from ? page.next : null
  if (natural === null) return { ...queue, issued, next, items: [...queue.items, ...fresh], order: [...queue.order, ...ids] }
  const order = [...queue.order]
  const heard = order.indexOf(queue.items[queue.index]?.id ?? '') + 1
  const random = generator(issued / 2 ** 32)
  for (const id of ids) order.splice(heard + Math.floor(random() * (order.length - heard + 1)), 0, id)
  return { ...queue, issued, next, natural, order, items: arrange([...queue.items, ...fresh], order) }
}

/** Without the places of what is not there any more and cannot be brought back. */
export function forget(queue: Queue): Queue {
  const { items, order, natural, edits } = queue
  if (edits.reduce((sum, { taken }) => sum + taken.length, items.length) === order.length) return queue
  const known = new Set(idsOf([...items, ...edits.flatMap(({ taken }) => taken)]))
  const before = (id: string | null): string | null => {
    let at = id === null ? -1 : order.indexOf(id)
    while (at >= 0 && !known.has(order[at]!)) at -= 1
    return order[at] ?? null
  }
  return {
    ...queue, order: order.filter((id) => known.has(id)), natural: natural && natural.filter((id) => known.has(id)),
    edits: edits.map((edit) => (edit.moved === null ? edit : { ...edit, moved: { ...edit.moved, after: before(edit.moved.after) } })),
  }
}

interface Span { first: number; last: number }

/** Where in the queue the items of each page stand. */
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

/** Without the pages that lie wholly outside of the window; what a person put in stays. */
function cut<Q extends SavedSession['queue']>(queue: Q, { behind, ahead }: typeof keep): Q {
  const { items, index, source, natural } = queue
  // A shuffled window does not follow its source, so nothing of it could be had again in its place.
  if (source === null || natural !== null || items.length <= Math.min(behind, ahead)) return queue
  const pages = [...spans(items)].sort(([a], [b]) => a - b)
  const first = pages.findIndex(([, { last }]) => last >= index - behind)
  const last = pages.findLastIndex(([, { first }]) => first <= index + ahead)
  if (first > last || (first === 0 && last === pages.length - 1)) return queue
  const kept = new Set(pages.slice(first, last + 1).map(([page]) => page))
  const left = (item: QueueItem) => item.page === undefined || kept.has(item.page)
  const dropped = items.slice(0, index).filter((item) => !left(item)).length
  return {
    ...queue,
    items: items.filter(left),
    index: index - dropped,
    previous: first > 0 ? pages[first]![0] : queue.previous,
    next: pages[last + 1]?.[0] ?? queue.next,
  }
}

/** Lets go of what is far from the cursor. */
export const evict = (queue: Queue): Queue => forget(cut(queue, keep))

/** What of the queue is written down: a window around the cursor, with what leads on from it. */
export function savable(queue: SavedSession['queue'], window = saved): SavedSession['queue'] {
  const { items, index, source, next, previous, natural, removed } = cut(queue, window)
  const from = Math.max(0, index - window.behind)
  const kept = source !== null && natural === null ? items : items.slice(from, index + 1 + window.ahead)
  const ids = natural && new Set(kept.map(({ id }) => id))
  return {
    items: kept, index: kept === items ? index : index - from, source, next, previous, removed,
    natural: natural && natural.filter((id) => ids!.has(id)),
  }
}

/** A queue that was written down, in the place of `old`. */
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

/** Whether more of the source should be there already, with `ahead` items behind the current one (Q1). */
export const wantsMore = ({ items, index, next }: Queue, ahead = loadAhead): boolean => next !== null && index >= items.length - ahead

/** Whether what comes before should be there already. */
export const wantsEarlier = ({ index, previous, natural }: Queue): boolean => previous !== null && natural === null && index < loadAhead

/** Where the cursor goes: to an index, to a page that must be fetched first, or nowhere. */
export type Move = { to: number } | Side | 'none'

export type Why = 'ended' | 'next' | 'previous' | 'failed'

/**
 * What follows the current item. `repeat` replays an item that ended (B4), but not one that failed:
 * a dead item would be replayed for ever (decision 37). A person's `next` and `previous` ignore it.
 */
export function advance(queue: Queue, why: Why, repeat: boolean): Move {
  const { items, index, next, previous, natural } = queue
  if (index < 0) return 'none'
  if (why === 'previous') return index > 0 ? { to: index - 1 } : previous !== null && natural === null ? 'before' : 'none'
  if (why === 'ended' && repeat) return { to: index }
  if (index + 1 < items.length) return { to: index + 1 }
  return next === null ? 'none' : 'after'
}
