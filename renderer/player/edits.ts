/** Edits of the queue, and their undo, as pure functions. */
import { arrange, generator, idsOf, indexOf, place, prune } from './queue.ts'
import { allItems } from './selectors.ts'
import { insertSlides, type Slide } from './slides.ts'
import { isSlide } from './tracks.ts'
import type { Edit, Queue, QueueItem, Track } from './state.ts'

/** Number of edits that can be undone. */
const maxEdits = 20

/** A change of the queue. The first four can be undone, by the id of the edit. */
export type Change =
  /** `next`: after the current item; `added`: after the items inserted before, and before the rest of the list. */
  | { type: 'insert'; tracks: Track[]; where: 'next' | 'added' }
  | { type: 'remove'; ids: string[] }
  /** `to`: an index of the queue without the item. */
  | { type: 'move'; id: string; to: number }
  | { type: 'clear' }
  | { type: 'undo'; edit: number }
  /** `seed`: from 0 to below 1; null restores the natural order. */
  | { type: 'shuffle'; seed: number | null }
  | { type: 'revise'; track: Track }
  | { type: 'rename'; bead: Track['bead'] }
  | { type: 'drop'; postId: string }
  /** The texts of the source, on a television that shows them. */
  | { type: 'addSlides'; slides: Slide[] }
  /** On another device, which does not show them. */
  | { type: 'removeSlides' }

export function change(queue: Queue, what: Change): Queue {
  switch (what.type) {
    case 'insert':
      return insert(queue, what.tracks, what.where)
    case 'remove':
      return remove(queue, new Set(what.ids))
    case 'move':
      return move(queue, what.id, what.to)
    case 'clear':
      return clear(queue)
    case 'undo':
      return undo(queue, what.edit)
    case 'shuffle':
      return what.seed === null ? unshuffle(queue) : shuffle(queue, what.seed)
    case 'revise':
      return revise(queue, what.track)
    case 'rename':
      return rename(queue, what.bead)
    case 'drop':
      return drop(queue, what.postId)
    case 'addSlides':
      return insertSlides(queue, what.slides)
    case 'removeSlides':
      return removeSlides(queue)
  }
}

/** Stores an edit for its undo. Edits and items share one sequence of ids. */
function recordEdit(queue: Queue, edit: Omit<Edit, 'id'>): Queue {
  const id = queue.issued + 1
  return prune({ ...queue, issued: id, edits: [...queue.edits, { id, ...edit }].slice(-maxEdits) })
}

const nothing = { added: [], taken: [], moved: null, window: null }

/** Inserts `these` after the id `after`; null inserts them at the start. */
const insertAfter = (ids: readonly string[], after: string | null, these: readonly string[]): string[] =>
  ids.toSpliced(after === null ? 0 : ids.indexOf(after) + 1, 0, ...these)

function insert(queue: Queue, tracks: Track[], where: 'next' | 'added'): Queue {
  if (tracks.length === 0) return queue
  let at = queue.index + 1
  if (where === 'added') while (at < queue.items.length && queue.items[at]!.page === undefined) at += 1
  const fresh = place(tracks, queue.issued)
  const ids = idsOf(fresh)
  const after = queue.items[at - 1]?.id ?? null
  const next: Queue = {
    ...queue,
    items: queue.items.toSpliced(at, 0, ...fresh),
    index: Math.max(queue.index, 0),
    issued: queue.issued + fresh.length,
    order: insertAfter(queue.order, after, ids),
    natural: queue.natural && insertAfter(queue.natural, after, ids),
  }
  return recordEdit(next, { ...nothing, kind: where === 'next' ? 'playNext' : 'added', count: ids.length, added: ids })
}

/** Removes these items. If the current one is among them, the next one takes its place, or the last one. */
function without(queue: Queue, gone: ReadonlySet<string>): Queue {
  const items = queue.items.filter(({ id }) => !gone.has(id))
  const before = queue.items.slice(0, Math.max(queue.index, 0)).filter(({ id }) => gone.has(id)).length
  return { ...queue, items, index: Math.min(queue.index - before, items.length - 1) }
}

/** The posts of items that came from the source. */
const listed = (items: readonly QueueItem[]): string[] => items.filter(({ page }) => page !== undefined).map(({ postId }) => postId)

function remove(queue: Queue, ids: ReadonlySet<string>): Queue {
  const taken = queue.items.filter(({ id }) => ids.has(id))
  if (taken.length === 0) return queue
  const removed = [...new Set([...queue.removed, ...listed(taken)])]
  return recordEdit({ ...without(queue, ids), removed }, { ...nothing, kind: 'removed', count: taken.length, taken })
}

/** Removes all items except the current one, and ends the loading of further pages. */
function clear(queue: Queue): Queue {
  const { source, next, previous, items, index } = queue
  const taken = items.toSpliced(index, 1)
  if (index < 0 || (taken.length === 0 && next === null && previous === null)) return queue
  const left = { ...without(queue, new Set(idsOf(taken))), next: null, previous: null }
  return recordEdit(left, { ...nothing, kind: 'cleared', count: taken.length, taken, window: { source, next, previous } })
}

/** Moves an item, which then counts as inserted: it stays when its page is evicted, and no page adds it again. */
function move(queue: Queue, id: string, to: number): Queue {
  const { items, order, natural } = queue
  const from = indexOf(queue, id)
  const at = Math.min(Math.max(to, 0), items.length - 1)
  const found = items[from]
  if (found === undefined || from === at) return queue
  const { page = null, ...item } = found
  const others = items.toSpliced(from, 1)
  const after = others[at - 1]?.id ?? null
  const moved = insertAfter(
    order.filter((one) => one !== id),
    after,
    [id],
  )
  const left: Queue = {
    ...queue,
    items: others.toSpliced(at, 0, item),
    order: moved,
    removed: page === null ? queue.removed : [...queue.removed, item.postId],
  }
  const was = order[order.indexOf(id) - 1] ?? null
  const undo = { id, after: was, page, shuffled: natural !== null }
  return recordEdit(keepCurrent(left, queue), { ...nothing, kind: 'moved', count: 1, moved: undo })
}

/** Sets the index to the item that was current before, or to the first one. */
function keepCurrent(queue: Queue, before: Queue): Queue {
  const id = before.items[before.index]?.id
  return { ...queue, index: id === undefined ? Math.min(0, queue.items.length - 1) : queue.items.findIndex((item) => item.id === id) }
}

/** Removes these items so that no undo can restore them. */
function purge(queue: Queue, gone: ReadonlySet<string>): Queue {
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.filter(({ id }) => !gone.has(id)) }))
  return { ...without(queue, gone), edits }
}

/** Undoes one edit. Later edits stay. */
function undo(queue: Queue, id: number): Queue {
  const edit = queue.edits.find((one) => one.id === id)
  if (edit === undefined) return queue
  const rest = purge({ ...queue, edits: queue.edits.filter((one) => one !== edit) }, new Set(edit.added))
  const { previous, next } = edit.window ?? rest
  // Items outside the loaded window are not restored here: they return with their page.
  const reached = ({ page }: QueueItem) => page === undefined || ((previous === null || page >= previous) && (next === null || page < next))
  const present = new Map([...rest.items, ...edit.taken.filter(reached)].map((item) => [item.id, item]))
  const { order, natural } = edit.moved === null ? rest : moveBack(rest, edit.moved)
  const moved = edit.moved && present.get(edit.moved.id)
  if (moved && edit.moved!.page !== null) present.set(moved.id, { ...moved, page: edit.moved!.page })
  const again = new Set(listed([...edit.taken, ...(moved ? [present.get(moved.id)!] : [])]))
  const back = {
    ...rest,
    ...edit.window,
    order,
    natural,
    items: order.flatMap((one) => present.get(one) ?? []),
    removed: rest.removed.filter((postId) => !again.has(postId)),
  }
  return prune(keepCurrent(back, rest))
}

/** The orders without a move. A move that was made while the queue was shuffled affects only the shuffled order. */
function moveBack({ order, natural }: Queue, { id, after, shuffled }: NonNullable<Edit['moved']>): Pick<Queue, 'order' | 'natural'> {
  if (shuffled && natural === null) return { order, natural }
  const put = (ids: string[]) =>
    ids.includes(id)
      ? insertAfter(
          ids.filter((one) => one !== id),
          after,
          [id],
        )
      : ids
  return { order: put(order), natural: shuffled ? natural : natural && put(natural) }
}

/** Shuffles the items after the current one. The same seed gives the same order. */
function shuffle(queue: Queue, seed: number): Queue {
  const { items, index, natural, order } = queue
  if (natural !== null || index < 0) return queue
  const random = generator(seed)
  const mixed = [...order]
  const first = order.indexOf(items[index]!.id) + 1
  for (let last = mixed.length - 1; last > first; last -= 1) {
    const other = first + Math.floor(random() * (last - first + 1))
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return { ...queue, items: arrange(items, mixed), order: mixed, natural: order }
}

function unshuffle(queue: Queue): Queue {
  if (queue.natural === null) return queue
  return keepCurrent({ ...queue, items: arrange(queue.items, queue.natural), order: queue.natural, natural: null }, queue)
}

/** Replaces the data of all items of an edited post. */
function revise(queue: Queue, track: Track): Queue {
  if (!queue.items.some(({ postId }) => postId === track.postId)) return queue
  const revised = (item: QueueItem): QueueItem =>
    item.postId === track.postId ? { ...track, id: item.id, ...(item.page !== undefined && { page: item.page }) } : item
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.map(revised) }))
  return { ...queue, items: queue.items.map(revised), edits }
}

/** Updates the title and picture of a playlist in its items, and in the source if the queue plays this playlist. */
function rename(queue: Queue, bead: Track['bead']): Queue {
  const { source } = queue
  const of = source?.list.of === 'posts' && source.list.query.bead === bead.id
  if (!of && !queue.items.some((item) => item.bead.id === bead.id)) return queue
  const renamed = (item: QueueItem): QueueItem => (item.bead.id === bead.id ? { ...item, bead } : item)
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.map(renamed) }))
  return { ...queue, items: queue.items.map(renamed), edits, source: of && source.title !== '' ? { ...source, title: bead.title } : source }
}

/** Removes the items of a deleted post. Neither a page nor an undo adds it again. */
function drop(queue: Queue, postId: string): Queue {
  const gone = new Set(idsOf(allItems(queue).filter((item) => item.postId === postId)))
  return prune({ ...purge(queue, gone), removed: [...new Set([...queue.removed, postId])] })
}

export const hasSlides = (queue: Queue): boolean => allItems(queue).some(isSlide)

/** A slide that a person moved may be added again; one that a person removed stays removed, which cannot be undone any more. */
function removeSlides(queue: Queue): Queue {
  const slides = allItems(queue).filter(isSlide)
  const ids = new Set(idsOf(slides))
  const moved = new Set(queue.items.filter((item) => isSlide(item) && item.page === undefined).map(({ postId }) => postId))
  const isLeft = ({ kind, taken, moved: move }: Edit): boolean =>
    (kind !== 'removed' || taken.some((item) => !isSlide(item))) && (move === null || !ids.has(move.id))
  const left = purge({ ...queue, edits: queue.edits.filter(isLeft) }, ids)
  return prune({ ...left, removed: queue.removed.filter((postId) => !moved.has(postId)) })
}
