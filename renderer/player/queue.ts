/** The queue as pure functions: none of them changes its argument. */
import type { Post } from '../../server/contract/index.ts'
import type { Queue, QueueItem, QueuePage, QueueSource, Track } from './state.ts'

/** More of the feed is fetched when the current item is among the last this many (Q1, B9). */
export const loadAhead = 5

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
    bead: { id: post.bead.id, title: post.bead.title },
    type: media.type,
    source: media.source,
    streams,
    ...(image !== undefined && { image }),
    ...(media.startTime !== undefined && { startTime: media.startTime }),
    ...(media.endTime !== undefined && { endTime: media.endTime }),
  }
}

/** Tracks of a list of posts, in its order. */
export const fromPosts = (posts: readonly Post[]): Track[] => posts.map(fromPost).filter((track) => track !== null)

/** `issued` is how many ids went out before, so that ids never repeat within a session. */
function place(tracks: readonly Track[], issued: number): QueueItem[] {
  return tracks.map((track, n) => ({ ...track, id: `q${issued + n + 1}` }))
}

export interface QueueRequest {
  tracks: Track[]
  /** Which of the tracks comes first; 0 where nothing is said. */
  index?: number
  source?: QueueSource | null
  next?: number | null
}

/** A new queue in the place of `old`, whose ids it does not use again. */
export function replace(old: Queue, { tracks, index = 0, source = null, next = null }: QueueRequest): Queue {
  return {
    items: place(tracks, old.issued),
    index: tracks.length === 0 ? -1 : Math.min(Math.max(index, 0), tracks.length - 1),
    source,
    next: source === null ? null : next,
    issued: old.issued + tracks.length,
  }
}

/** The queue with one more page of its feed. A feed that does not move on has come to its end. */
export function append(queue: Queue, page: QueuePage): Queue {
  return {
    ...queue,
    items: [...queue.items, ...place(page.tracks, queue.issued)],
    next: page.next !== null && queue.next !== null && page.next > queue.next ? page.next : null,
    issued: queue.issued + page.tracks.length,
  }
}

export const indexOf = (queue: Queue, id: string): number => queue.items.findIndex((item) => item.id === id)

/** Whether more of the feed should be there already (Q1). */
export const wantsMore = ({ items, index, next }: Queue): boolean => next !== null && index >= items.length - loadAhead

/** Where the cursor goes: to an index, to a page that must be fetched first, or nowhere. */
export type Move = { to: number } | 'more' | 'none'

/**
 * What follows the current item. `repeat` replays an item that ended (B4), but not one that failed:
 * a dead item would be replayed for ever (decision 37). A person's `next` and `previous` ignore it.
 */
export function advance(queue: Queue, why: 'ended' | 'next' | 'previous' | 'failed', repeat: boolean): Move {
  const { items, index, next } = queue
  if (index < 0) return 'none'
  if (why === 'previous') return index > 0 ? { to: index - 1 } : 'none'
  if (why === 'ended' && repeat) return { to: index }
  if (index + 1 < items.length) return { to: index + 1 }
  return next === null ? 'none' : 'more'
}
