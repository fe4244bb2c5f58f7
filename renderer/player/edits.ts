/** What a person does to the queue, and how it is undone. Pure. */
import { generator, indexOf, place } from './queue.ts'
import type { Edit, Queue, QueueItem, Track } from './state.ts'

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
    case 'remove': return remove(queue, new Set(what.ids), 'removed')
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

const nothing = { added: [], taken: [], moved: null, window: null }

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

/** Each of these items with the id before it. */
const taken = (items: readonly QueueItem[], goes: (item: QueueItem) => boolean): Edit['taken'] =>
  items.flatMap((item, at) => (goes(item) ? [{ item, after: items[at - 1]?.id ?? null }] : []))

/** Without these items; the one behind the current one takes its place where it goes, or the last one. */
function without(queue: Queue, goes: (item: QueueItem) => boolean): Queue {
  const items = queue.items.filter((item) => !goes(item))
  const before = queue.items.slice(0, Math.max(queue.index, 0)).filter(goes).length
  const left = queue.natural && new Set(items.map(({ id }) => id))
  return {
    ...queue, items, index: Math.min(queue.index - before, items.length - 1),
    natural: queue.natural && queue.natural.filter((id) => left!.has(id)),
  }
}

function remove(queue: Queue, ids: ReadonlySet<string>, kind: 'removed' | 'cleared'): Queue {
  const goes = ({ id }: QueueItem) => ids.has(id)
  const gone = taken(queue.items, goes)
  if (gone.length === 0) return queue
  const listed = gone.filter(({ item }) => item.page !== undefined).map(({ item }) => item.postId)
  const left = { ...without(queue, goes), removed: [...new Set([...queue.removed, ...listed])] }
  return note(left, { ...nothing, kind, count: gone.length, taken: gone })
}

/** A person's `clear` lets go of what is still to be fetched, too. */
function clear(queue: Queue): Queue {
  const { source, next, previous, items, index } = queue
  const gone = taken(items, ({ id }) => id !== items[index]?.id)
  if (gone.length === 0 && next === null && previous === null) return queue
  const left = without(queue, ({ id }) => id !== items[index]?.id)
  return note({ ...left, next: null, previous: null }, { ...nothing, kind: 'cleared', count: gone.length, taken: gone, window: { source, next, previous } })
}

/** The item with this id behind the one of `after`, or at the beginning. */
function settle(queue: Queue, item: QueueItem, at: number): Queue {
  const current = queue.items[queue.index]?.id
  const items = queue.items.filter(({ id }) => id !== item.id).toSpliced(at, 0, item)
  return { ...queue, items, index: items.findIndex(({ id }) => id === current) }
}

/** What a person has moved is theirs from then on: it stays when its page is let go of. */
function move(queue: Queue, id: string, to: number): Queue {
  const from = indexOf(queue, id)
  const at = Math.min(Math.max(to, 0), queue.items.length - 1)
  const found = queue.items[from]
  if (found === undefined || from === at) return queue
  const { page, ...item } = found
  const moved = { id, after: queue.items[from - 1]?.id ?? null, ...(page !== undefined && { page }) }
  const removed = page === undefined ? queue.removed : [...queue.removed, item.postId]
  return note({ ...settle(queue, item, at), removed }, { ...nothing, kind: 'moved', count: 1, moved })
}

function moveBack(queue: Queue, { id, after, page }: NonNullable<Edit['moved']>): Queue {
  const item = queue.items.find((one) => one.id === id)
  if (item === undefined) return queue
  const others = queue.items.filter((one) => one !== item)
  const at = after === null ? 0 : others.findIndex((one) => one.id === after) + 1
  if (page === undefined) return settle(queue, item, at)
  return { ...settle(queue, { ...item, page }, at), removed: queue.removed.filter((postId) => postId !== item.postId) }
}

/** Puts what was taken out back behind what it stood behind; what that was may be among it, or gone for good. */
function weave(items: readonly QueueItem[], back: Edit['taken']): QueueItem[] {
  const behind = new Map<string | null, Edit['taken']>()
  for (const one of back) behind.set(one.after, [...(behind.get(one.after) ?? []), one])
  const woven: QueueItem[] = []
  const follow = (anchor: string | null) => {
    const todo = [...(behind.get(anchor) ?? [])].reverse()
    behind.delete(anchor)
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
      woven.push(one.item)
      const next = behind.get(one.item.id) ?? []
      behind.delete(one.item.id)
      todo.push(...[...next].reverse())
    }
  }
  follow(null)
  for (const item of items) {
    woven.push(item)
    follow(item.id)
  }
  for (const anchor of behind.keys()) follow(anchor)
  return woven
}

function undo(queue: Queue, id: number): Queue {
  const edit = queue.edits.find((one) => one.id === id)
  if (edit === undefined) return queue
  const added = new Set(edit.added)
  let next = without({ ...queue, edits: queue.edits.filter((one) => one !== edit) }, (item) => added.has(item.id))
  if (edit.taken.length > 0) {
    const current = next.items[next.index]?.id
    const items = weave(next.items, edit.taken)
    const back = new Set(edit.taken.map(({ item }) => item.postId))
    next = {
      ...next, items,
      index: current === undefined ? 0 : items.findIndex((item) => item.id === current),
      natural: next.natural && weave(next.natural.map((one) => ({ id: one }) as QueueItem), edit.taken).map((item) => item.id),
      removed: next.removed.filter((postId) => !back.has(postId)),
    }
  }
  if (edit.window !== null) next = { ...next, ...edit.window }
  return edit.moved === null ? next : moveBack(next, edit.moved)
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
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.map(({ item, after }) => ({ item: revised(item), after })) }))
  return { ...queue, items: queue.items.map(revised), edits }
}

/** A post that is gone comes back by no page and by no undo. */
function drop(queue: Queue, postId: string): Queue {
  const goes = (item: QueueItem) => item.postId === postId
  const edits = queue.edits.map((edit) => ({ ...edit, taken: edit.taken.filter(({ item }) => !goes(item)) }))
  return { ...without(queue, goes), edits, removed: [...new Set([...queue.removed, postId])] }
}
