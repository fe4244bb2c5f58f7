/** Which texts of the source a queue from another device lacks. Pure functions. */
import { arrange, pageSize } from './queue.ts'
import { knownPosts, type Slide } from './slides.ts'
import { isSlide } from './tracks.ts'
import type { Queue, QueueItem, Track } from './state.ts'

/** A part of the source that is in the window. */
export interface LoadedPart {
  /** Offsets of its first post, and of the one after its last; `to` is null at the end of the source. */
  from: number
  to: number | null
  /** The id of the item before it; null if there is none. */
  last: string | null
}

/** The items in the order of the source. */
const naturalItems = ({ items, natural }: Pick<Queue, 'items' | 'natural'>): QueueItem[] =>
  natural === null ? items : arrange(items, natural)

/**
 * The part whose texts are still to come: from the page of the current item on, or the whole window if it is shuffled. Null if there is
 * none, as in a queue that a person cleared.
 */
export function partAhead(queue: Queue): LoadedPart | null {
  const { items, index, next, previous, source, natural, edits } = queue
  if (source === null || index < 0 || edits.some(({ kind }) => kind === 'cleared')) return null
  const listed = naturalItems(queue).filter(({ page }) => page !== undefined)
  const ahead = natural === null ? items.slice(index).find(({ page }) => page !== undefined) : listed[0]
  const from = (ahead ?? listed.at(-1))?.page ?? previous ?? 0
  return { from, to: next, last: listed.findLast(({ page }) => page! < from)?.id ?? null }
}

/** Number of posts of this part to request from the offset `from` on. */
export const countOf = ({ to }: LoadedPart, from: number): number => (to === null ? pageSize : Math.min(pageSize, to - from))

/** What is known of the source before a page. */
export interface SourceBefore {
  /** The id of the last item of the queue; null if there is none yet. */
  last: string | null
  /** A post after that item is not in the queue, so what follows it is not added: the queue was cut there. */
  isCut: boolean
  /** Texts before the first item. */
  leading: readonly Track[]
}

/** The slides among the tracks of the page at the offset `from` that the queue lacks, and what is known before the next page. */
export function findSlides(
  queue: Queue,
  { tracks, from }: { tracks: readonly Track[]; from: number },
  before: SourceBefore,
): { slides: Slide[]; before: SourceBefore } {
  const removed = new Set(queue.removed)
  const known = knownPosts(queue)
  const items = naturalItems(queue)
  // A post may be queued twice: its item of the source comes last in the map.
  const byPost = new Map(
    [...items.filter(({ page }) => page === undefined), ...items.filter(({ page }) => page !== undefined)].map((item) => [
      item.postId,
      item.id,
    ]),
  )
  const pages = items.flatMap(({ page }) => (page !== undefined && page <= from ? [page] : []))
  const page = pages.length === 0 ? from : Math.max(...new Set(pages))
  const slides: Slide[] = []
  let { last, isCut } = before
  let leading = [...before.leading]
  for (const track of tracks) {
    const present = byPost.get(track.postId)
    if (present !== undefined) {
      slides.push(...leading.map((text) => ({ track: text, page, after: null, before: present })))
      leading = []
      last = present
      isCut = false
    } else if (isSlide(track)) {
      if (known.has(track.postId) || isCut) continue
      if (last === null) leading.push(track)
      else slides.push({ track, page, after: last, before: null })
    } else if (!removed.has(track.postId)) isCut = true
  }
  return { slides, before: { last, isCut, leading } }
}
