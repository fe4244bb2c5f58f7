/** What a person does to the queue, and how it is undone. Pure. */
import { generator, indexOf, place } from './queue.ts'
import type { Edit, Place, Queue, QueueItem, Track } from './state.ts'

/** So many edits can be undone, the oldest is forgotten first. */
const remembered = 20

export type Change =
  /** `next`: right behind the current item; `added`: behind what was put in before, and before the rest of the list. */
  | { type: 'insert'; tracks: Track[]; where: 'next' | 'added' }
  | { type: 'remove'; ids: string[] }
  /** `to` is a place of the queue without the item. */
  | { type: 'move'; id: string; to: number }
  | { type: 'clear' }
  | { type: 'undo'; edit: number }
  /** 0 to 1, other than 1; null brings the queue's own order back. */
  | { type: 'shuffle'; seed: number | null }
  | { type: 'revise'; track: Track }
  | { type: 'drop'; postId: string }

export function change(queue: Queue, what: Change): Queue {
  switch (what.type) {
    case 'insert': return insert(queue, what.tracks, what.where)
    case 'remove': return remove(queue, new Set(what.ids))
    case 'move': return move(queue, what.id, what.to)
    case 'clear': return clear(queue)
    case 'undo': return undo(queue, what.edit)
    case 'shuffle': return what.seed === null ? unshuffle(queue) : shuffle(queue, what.seed)
    case 'revise': return revise(queue, what.track)
    case 'drop': return drop(queue, what.postId)
  }
}

/** Edits are numbered as items are, so that no number comes twice. */
function note(queue: Queue, edit: Omit<Edit, 'id'>): Queue {
  const id = queue.issued + 1
  return { ...queue, issued: id, edits: [...queue.edits, { id, ...edit }].slice(-remembered) }
}

const nothing = { added: [], taken: [], places: [], natural: null, page: null, window: null }

function insert(queue: Queue, tracks: Track[], where: 'next' | 'added'): Queue {
  if (tracks.length === 0) return queue
  let at = queue.index + 1
  if (where === 'added') while (at < queue.items.length && queue.items[at]!.page === undefined) at += 1
  const fresh = place(tracks, queue.issued)
  const ids = fresh.map(({ id }) => id)
  const anchor = queue.items[at - 1]?.id ?? null
  const next: Queue = {
    ...queue,
    items: queue.items.toSpliced(at, 0, ...fresh),
    index: Math.max(queue.index, 0),
    issued: queue.issued + fresh.length,
    natural: queue.natural && queue.natural.toSpliced(anchor === null ? 0 : queue.natural.indexOf(anchor) + 1, 0, ...ids),
  }
  return note(next, { ...nothing, kind: where === 'next' ? 'playNext' : 'added', count: ids.length, added: ids })
}

const idsOf = (items: readonly QueueItem[]): string[] => items.map(({ id }) => id)

/** Where these stand. */
const placesOf = (ids: readonly string[], which: ReadonlySet<string>): Place[] =>
  ids.flatMap((id, at) => (which.has(id) ? [{ id, after: ids[at - 1] ?? null }] : []))

/** Without these items; the one behind the current one takes its place where it goes, or the last one. */
function without(queue: Queue, gone: ReadonlySet<string>): Queue {
  const items = queue.items.filter(({ id }) => !gone.has(id))
  const before = queue.items.slice(0, Math.max(queue.index, 0)).filter(({ id }) => gone.has(id)).length
  return {
    ...queue, items, index: Math.min(queue.index - before, items.length - 1),
    natural: queue.natural && queue.natural.filter((id) => !gone.has(id)),
  }
}

function takeOut(queue: Queue, gone: ReadonlySet<string>, edit: Pick<Edit, 'kind' | 'window'>): Queue {
  const taken = queue.items.filter(({ id }) => gone.has(id))
  return note(without(queue, gone), {
    ...nothing, ...edit, count: taken.length, taken, places: placesOf(idsOf(queue.items), gone),
    natural: queue.natural && placesOf(queue.natural, gone),
  })
}

/** The posts of items that a page of the source brought. */
const listed = (items: readonly QueueItem[]): string[] => items.filter(({ page }) => page !== undefined).map(({ postId }) => postId)

function remove(queue: Queue, ids: ReadonlySet<string>): Queue {
  const taken = queue.items.filter(({ id }) => ids.has(id))
  if (taken.length === 0) return queue
  const removed = [...new Set([...queue.removed, ...listed(taken)])]
  return { ...takeOut(queue, ids, { kind: 'removed', window: null }), removed }
}

/** A person's `clear` lets go of what is still to be fetched, too. */
function clear(queue: Queue): Queue {
  const { source, next, previous, items, index } = queue
  const gone = new Set(idsOf(items.toSpliced(index, 1)))
  if (index < 0 || (gone.size === 0 && next === null && previous === null)) return queue
  return { ...takeOut(queue, gone, { kind: 'cleared', window: { source, next, previous } }), next: null, previous: null }
}

/** What a person has moved is theirs from then on: it stays when its page is let go of. */
function move(queue: Queue, id: string, to: number): Queue {
  const from = indexOf(queue, id)
  const at = Math.min(Math.max(to, 0), queue.items.length - 1)
  const found = queue.items[from]
  if (found === undefined || from === at) return queue
  const { page = null, ...item } = found
  const places = placesOf(idsOf(queue.items), new Set([id]))
  const current = queue.items[queue.index]?.id
  const items = queue.items.toSpliced(from, 1).toSpliced(at, 0, item)
  const moved = { ...queue, items, index: items.findIndex((one) => one.id === current), removed: page === null ? queue.removed : [...queue.removed, item.postId] }
  // Where it is moved within a shuffle, it keeps its place in the order without.
  return note(moved, { ...nothing, kind: 'moved', count: 1, places, natural: queue.natural && [], page })
}

/** The edits with the places that they remember behind others: what stood behind `id` stands behind `to(id)`. */
const behindOthers = (edits: readonly Edit[], to: (id: string | null) => string | null): Edit[] => {
  const moved = (places: Place[]) => places.map(({ id, after }) => ({ id, after: to(after) }))
  return edits.map((edit) => ({ ...edit, places: moved(edit.places), natural: edit.natural && moved(edit.natural) }))
}

/** Without these for good: what stood behind one of them stands behind the one before it. */
function vanish(queue: Queue, gone: ReadonlySet<string>): Queue {
  if (gone.size === 0) return queue
  const lost = [...queue.edits.flatMap(({ places }) => places), ...placesOf(idsOf(queue.items), gone)]
  const before = new Map(lost.filter(({ id }) => gone.has(id)).map(({ id, after }) => [id, after]))
  const left = (after: string | null): string | null => {
    let id = after
    while (id !== null && before.has(id)) id = before.get(id)!
    return id
  }
  const others = ({ id }: { id: string }) => !gone.has(id)
  const edits = behindOthers(queue.edits, left).map((edit) => ({
    ...edit, taken: edit.taken.filter(others), places: edit.places.filter(others), natural: edit.natural && edit.natural.filter(others),
  }))
  return { ...without(queue, gone), edits }
}

/** Puts these where they stood. What they stood behind may be `lost` meanwhile: then behind what that stood behind. */
function weave(ids: readonly string[], back: readonly Place[], lost: ReadonlyMap<string, string | null>): string[] {
  const moving = new Set(back.map(({ id }) => id))
  const staying = ids.filter((id) => !moving.has(id))
  const present = new Set([...staying, ...moving])
  const behind = new Map<string | null, string[]>()
  for (const { id, after } of back) {
    let anchor = after
    while (anchor !== null && !present.has(anchor)) anchor = lost.get(anchor) ?? null
    const others = behind.get(anchor)
    if (others === undefined) behind.set(anchor, [id])
    else others.push(id)
  }
  const woven: string[] = []
  for (const id of [null, ...staying]) {
    const todo = [id]
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
      if (one !== null) woven.push(one)
      todo.push(...(behind.get(one) ?? []).reverse())
    }
  }
  return woven
}

/** Takes one edit back. What was done since stays done. */
function undo(queue: Queue, id: number): Queue {
  const edit = queue.edits.find((one) => one.id === id)
  if (edit === undefined) return queue
  const rest = vanish({ ...queue, edits: queue.edits.filter((one) => one !== edit) }, new Set(edit.added))
  const { previous, next } = edit.window ?? rest
  // What the window no longer reaches comes back with its page.
  const reached = ({ page }: QueueItem) => page === undefined || ((previous === null || page >= previous) && (next === null || page < next))
  const taken = edit.taken.filter(reached)
  const moved = (item: QueueItem) => edit.taken.length === 0 && edit.places[0]?.id === item.id
  const own = rest.items.map((item) => (edit.page !== null && moved(item) ? { ...item, page: edit.page } : item))
  const back = new Map([...own, ...taken].map((item) => [item.id, item]))

  const order = ({ places, natural }: Edit): Place[] => (rest.natural === null ? natural ?? places : places)
  const put = (ids: readonly string[], of: (edit: Edit) => Place[]) => {
    const lost = new Map(rest.edits.flatMap((one) => (one.taken.length > 0 ? of(one) : [])).map(({ id, after }) => [id, after]))
    return weave(ids, of(edit).filter((place) => back.has(place.id)), lost)
  }
  const items = put(idsOf(own), order).map((id) => back.get(id)!)
  const current = rest.items[rest.index]?.id
  const again = new Set(listed([...edit.taken, ...(edit.page === null ? [] : items.filter(moved))]))

  // What was taken out later stood behind what is back, not behind what is before that.
  const followers = new Map(edit.places.map((place) => [place.after, place.id]))
  const last = (after: string | null): string | null => {
    let id = after
    while (followers.has(id)) id = followers.get(id)!
    return id
  }
  const earlier = rest.edits.filter((one) => one.id < edit.id)
  return {
    ...rest, ...edit.window, items,
    index: current === undefined ? Math.min(0, items.length - 1) : items.findIndex((item) => item.id === current),
    natural: rest.natural && put(rest.natural, ({ places, natural }) => natural ?? places),
    removed: rest.removed.filter((postId) => !again.has(postId)),
    edits: [...earlier, ...behindOthers(rest.edits.slice(earlier.length), last)],
  }
}

/** Mixes what is still to come; what was heard stays where it is. */
function shuffle(queue: Queue, seed: number): Queue {
  if (queue.natural !== null || queue.index < 0) return queue
  const random = generator(seed)
  const items = [...queue.items]
  for (let last = items.length - 1; last > queue.index + 1; last -= 1) {
    const other = queue.index + 1 + Math.floor(random() * (last - queue.index))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return { ...queue, items, natural: queue.items.map(({ id }) => id) }
}

function unshuffle(queue: Queue): Queue {
  if (queue.natural === null) return queue
  const rank = new Map(queue.natural.map((id, at) => [id, at]))
  const current = queue.items[queue.index]?.id
  const items = queue.items.toSorted((a, b) => rank.get(a.id)! - rank.get(b.id)!)
  return { ...queue, items, index: items.findIndex(({ id }) => id === current), natural: null }
}

function revise(queue: Queue, track: Track): Queue {
  if (!queue.items.some(({ postId }) => postId === track.postId)) return queue
  const revised = (item: QueueItem): QueueItem =>
    item.postId === track.postId ? { ...track, id: item.id, ...(item.page !== undefined && { page: item.page }) } : item
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.map(revised) }))
  return { ...queue, items: queue.items.map(revised), edits }
}

/** A post that is gone comes back by no page and by no undo. */
function drop(queue: Queue, postId: string): Queue {
  const every = [...queue.items, ...queue.edits.flatMap(({ taken }) => taken)]
  const gone = new Set(idsOf(every.filter((item) => item.postId === postId)))
  return { ...vanish(queue, gone), removed: [...new Set([...queue.removed, postId])] }
}
