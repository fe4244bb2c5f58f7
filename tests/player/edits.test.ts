import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { change, type Change } from '#player/edits.ts'
import { evict, extend, replace, restore, savable } from '#player/queue.ts'
import { initialState, type Queue, type QueuePage, type Track } from '#player/state.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { source, track } from './harness.ts'

/** A list of this many posts; the one at index 7 has the id `s7`. */
const listOf = (length: number): Track[] => Array.from({ length }, (_, n) => track('y:ok', { postId: `s${n}` }))
const long = listOf(4000)
const pageOf = (list: readonly Track[], from: number, limit = 100): QueuePage => ({
  tracks: list.slice(from, from + limit),
  next: from + limit < list.length ? from + limit : null,
})

/** A queue over this part of the list. */
const over = (list: readonly Track[], from: number, limit: number, index = 0): Queue => {
  const page = pageOf(list, from, limit)
  return replace(initialState.queue, { tracks: page.tracks, index, source, from, next: page.next })
}
const onward = (queue: Queue, list: readonly Track[]): Queue =>
  queue.next === null ? queue : evict(extend(queue, { side: 'after', from: queue.next, page: pageOf(list, queue.next) }))
const back = (queue: Queue, list: readonly Track[]): Queue => {
  if (queue.previous === null || queue.natural !== null) return queue
  const from = Math.max(0, queue.previous - 100)
  return evict(extend(queue, { side: 'before', from, page: pageOf(list, from, queue.previous - from) }))
}

const ids = ({ items }: Queue) => items.map(({ id }) => id)
const posts = ({ items }: Queue) => items.map(({ postId }) => postId)
const current = ({ items, index }: Queue) => items[index]
/** The user-visible part of a queue, for comparisons. */
const seen = (queue: Queue) => {
  const present = new Set(ids(queue))
  const natural = queue.natural && queue.natural.filter((id) => present.has(id))
  return { ...queue, issued: 0, index: 0, edits: [], order: [], natural, removed: [...queue.removed].sort() }
}

/** A random edit; places are fractions of the length, so that every step applies to every queue. */
type Step =
  | { type: 'insert'; count: number; where: 'next' | 'added' }
  | { type: 'remove'; at: number[] }
  | { type: 'move'; at: number; to: number }
  | { type: 'undo' | 'drop' | 'go'; at: number }
  | { type: 'clear' | 'shuffle' | 'unshuffle' | 'onward' | 'back' | 'revise' | 'drop current' }

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const inserts = fc.record({
  type: fc.constant('insert' as const),
  count: fc.integer({ min: 1, max: 3 }),
  where: fc.constantFrom('next' as const, 'added' as const),
})
const removals = fc.record({ type: fc.constant('remove' as const), at: fc.array(part, { minLength: 1, maxLength: 3 }) })
const moves = fc.record({ type: fc.constant('move' as const), at: part, to: part })
const undos = fc.record({ type: fc.constant('undo' as const), at: part })
const jumps = fc.record({ type: fc.constant('go' as const), at: part })
const drops = fc.record({ type: fc.constant('drop' as const), at: part })
const plain = fc.constantFrom<Step>({ type: 'shuffle' }, { type: 'unshuffle' }, { type: 'onward' }, { type: 'back' }, { type: 'revise' })
const clears = fc.constant<Step>({ type: 'clear' })
const editing = fc.oneof(inserts, removals, moves, clears)
const anything = fc.oneof(inserts, removals, moves, clears, undos, jumps, drops, plain)

let put = 0
function changeOf(queue: Queue, step: Step): Change | null {
  const at = (part: number) => Math.floor(part * queue.items.length)
  switch (step.type) {
    case 'insert':
      return {
        type: 'insert',
        where: step.where,
        tracks: Array.from({ length: step.count }, () => track('y:ok', { postId: `own${++put}` })),
      }
    case 'remove':
      return { type: 'remove', ids: step.at.map((part) => queue.items[at(part)]?.id ?? '') }
    case 'move':
      return { type: 'move', id: queue.items[at(step.at)]?.id ?? '', to: at(step.to) }
    case 'undo':
      return { type: 'undo', edit: queue.edits[Math.floor(step.at * queue.edits.length)]?.id ?? -1 }
    case 'drop':
      return { type: 'drop', postId: queue.items[at(step.at)]?.postId ?? '' }
    case 'revise':
      return current(queue) ? { type: 'revise', track: { ...current(queue)!, title: 'Another' } } : null
    case 'clear':
      return { type: 'clear' }
    case 'shuffle':
      return { type: 'shuffle', seed: 0.3 }
    case 'unshuffle':
      return { type: 'shuffle', seed: null }
    default:
      return null
  }
}
function take(queue: Queue, step: Step, list: readonly Track[] = long): Queue {
  if (step.type === 'onward') return onward(queue, list)
  if (step.type === 'back') return back(queue, list)
  if (step.type === 'go') return queue.items.length === 0 ? queue : { ...queue, index: Math.floor(step.at * queue.items.length) }
  const what = changeOf(queue, step)
  // The engine starts a new queue instead of inserting into an empty one.
  return what === null || (what.type === 'insert' && queue.index < 0) ? queue : change(queue, what)
}
const through = (queue: Queue, steps: readonly Step[], list?: readonly Track[]) => steps.reduce((so, step) => take(so, step, list), queue)

/** Invariants of every queue, and between it and the previous one. */
function expectSound(queue: Queue, before: Queue, step: Step) {
  expect(new Set(ids(queue)).size).toBe(queue.items.length)
  expect(new Set(posts(queue)).size).toBe(queue.items.length)
  expect(queue.index).toBe(queue.items.length === 0 ? -1 : Math.min(Math.max(queue.index, 0), queue.items.length - 1))
  expect(queue.order.filter((id) => ids(queue).includes(id))).toEqual(ids(queue))
  expect(queue.order.length).toBe(new Set([...queue.items, ...queue.edits.flatMap(({ taken }) => taken)].map(({ id }) => id)).size)
  if (queue.natural !== null) expect([...queue.natural].sort()).toEqual([...queue.order].sort())
  for (const id of ids(queue)) expect(Number(id.slice(1))).toBeLessThanOrEqual(queue.issued)
  const numbers = queue.edits.map(({ id }) => id)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(numbers.length).toBeLessThanOrEqual(20)
  const was = current(before)
  if (step.type !== 'go' && was !== undefined && ids(queue).includes(was.id)) expect(current(queue)!.id).toBe(was.id)
}

describe('edits', () => {
  it('BY4 random edits → unique ids, no duplicate posts, and the same current item', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(anything, { maxLength: 40 }), (index, steps) => {
        let queue = over(long, 300, 8, index)
        for (const step of steps) {
          const next = take(queue, step)
          expectSound(next, queue, step)
          for (const id of ids(next))
            if (!ids(queue).includes(id)) expect(Number(id.slice(1)) > queue.issued || step.type === 'undo').toBe(true)
          queue = next
        }
      }),
      { numRuns: fuzzRuns(400) },
    )
  })

  it('BY4 undo of the last edit, shuffled or not → exactly the queue before', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(anything, { maxLength: 12 }), editing, (index, steps, step) => {
        const before = through(over(long, 300, 8, index), steps)
        const after = take(before, step)
        const edit = after.edits.at(-1)
        if (edit === undefined || before.edits.some(({ id }) => id === edit.id)) return
        const undone = change(after, { type: 'undo', edit: edit.id })
        expect(seen(undone)).toEqual(seen(before))
        expect(undone.edits).toEqual(before.edits.slice(undone.edits.length < before.edits.length ? 1 : 0))
        if (current(after) !== undefined && !edit.added.includes(current(after)!.id)) expect(current(undone)!.id).toBe(current(after)!.id)
      }),
      { numRuns: fuzzRuns(600) },
    )
  })

  it('BY4 all edits undone in reverse → the original queue', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(editing, { maxLength: 15 }), (shuffled, steps) => {
        const before = through(over(long, 300, 8, 3), shuffled ? [{ type: 'shuffle' }] : [])
        let queue = through(before, steps)
        for (const { id } of [...queue.edits].reverse()) queue = change(queue, { type: 'undo', edit: id })
        expect(seen(queue)).toEqual(seen(before))
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('BY4 removals undone in any order → the original order', () => {
    const order = fc.shuffledSubarray([...Array(8).keys()], { minLength: 8 })
    fc.assert(
      fc.property(fc.array(fc.oneof(removals, jumps), { maxLength: 8 }), order, (steps, order) => {
        const before = over(long, 300, 8, 3)
        let queue = through(before, steps)
        const edits = queue.edits.map(({ id }) => id)
        for (const n of order) if (edits[n] !== undefined) queue = change(queue, { type: 'undo', edit: edits[n] })
        expect(posts(queue)).toEqual(posts(before))
        expect(queue.removed).toEqual([])
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it.each<[string, string, (queue: Queue, ids: string[]) => Queue]>([
    [
      'undo of a removal, after its neighbour was removed → the original place',
      's0 s2 s3',
      (queue, [, one, two]) => {
        const removed = change(change(queue, { type: 'remove', ids: [two!] }), { type: 'remove', ids: [one!] })
        return change(removed, { type: 'undo', edit: removed.edits[0]!.id })
      },
    ],
    [
      'undo of a move, after its neighbour was removed → the original place',
      's0 s2 s3',
      (queue, [, one, two]) => {
        const moved = change(change(queue, { type: 'move', id: two!, to: 3 }), { type: 'remove', ids: [one!] })
        return change(moved, { type: 'undo', edit: moved.edits[0]!.id })
      },
    ],
    [
      'undo of a move behind an item whose insertion was undone → the original place',
      's0 s1 s2 s3',
      (queue, [, , two]) => {
        const put = change(queue, { type: 'insert', where: 'next', tracks: [track('y:ok')] })
        const moved = change(change(put, { type: 'move', id: put.items[1]!.id, to: 2 }), { type: 'remove', ids: [two!] })
        const without = change(moved, { type: 'undo', edit: moved.edits[0]!.id })
        return change(without, { type: 'undo', edit: without.edits.at(-1)!.id })
      },
    ],
    [
      'undo of a removal behind a deleted post → the original place',
      's0 s2 s3',
      (queue, [, , two]) => {
        const dropped = change(change(queue, { type: 'remove', ids: [two!] }), { type: 'drop', postId: 's1' })
        return change(dropped, { type: 'undo', edit: dropped.edits[0]!.id })
      },
    ],
    [
      'undo of the removal of a deleted post → it stays removed',
      's0 s2 s3',
      (queue, [, one]) => {
        const dropped = change(change(queue, { type: 'remove', ids: [one!] }), { type: 'drop', postId: 's1' })
        return change(dropped, { type: 'undo', edit: dropped.edits.at(-1)!.id })
      },
    ],
  ])('BY4 %s', (_, expected, act) => {
    const queue = over(listOf(4), 0, 4)
    expect(posts(act(queue, ids(queue))).join(' ')).toBe(expected)
  })

  it('BY4 undo of the removal of a moved item, and its page again → it is in the queue once', () => {
    const list = listOf(6)
    let queue = over(list, 0, 3)
    queue = change(queue, { type: 'move', id: ids(queue)[2]!, to: 1 })
    queue = change(queue, { type: 'remove', ids: [ids(queue)[1]!] })
    queue = change(queue, { type: 'undo', edit: queue.edits.at(-1)!.id })
    queue = extend(queue, { side: 'after', from: 3, page: { tracks: [list[2]!, ...list.slice(3)], next: null } })
    expect(posts(queue)).toEqual(['s0', 's2', 's1', 's3', 's4', 's5'])
  })

  it('BY4 shuffle → played items and the current one stay; its end restores the original order', () => {
    fc.assert(
      fc.property(part, part, fc.array(fc.oneof(jumps, fc.constant<Step>({ type: 'onward' })), { maxLength: 6 }), (at, seed, steps) => {
        const before = take(over(long, 0, 30), { type: 'go', at })
        const shuffled = change(before, { type: 'shuffle', seed })
        expect(ids(shuffled).slice(0, before.index + 1)).toEqual(ids(before).slice(0, before.index + 1))
        expect(ids(shuffled).sort()).toEqual(ids(before).sort())
        expect(change(before, { type: 'shuffle', seed })).toEqual(shuffled)
        const later = through(shuffled, steps)
        const back = change(later, { type: 'shuffle', seed: null })
        expect(current(back)!.id).toBe(current(later)!.id)
        expect(posts(back)).toEqual(long.slice(0, back.items.length).map(({ postId }) => postId))
        expect(back.items.length).toBe(later.items.length)
      }),
      { numRuns: fuzzRuns(200) },
    )
  })

  it('BY4 a page loaded while shuffled → its items are mixed in after the current one', () => {
    const queue = through(over(long, 0, 30, 10), [{ type: 'shuffle' }, { type: 'onward' }])
    const played = ids(queue).slice(0, 11)
    expect(played).toEqual(Array.from({ length: 11 }, (_, n) => `q${n + 1}`))
    const places = queue.items.flatMap(({ page }, at) => (page === 30 ? [at] : []))
    expect(places).toHaveLength(100)
    expect(places[0]).toBeLessThan(30)
  })
})

describe('the window', () => {
  const walks = fc.array(
    fc.oneof(
      { arbitrary: jumps, weight: 3 },
      { arbitrary: fc.constantFrom<Step>({ type: 'onward' }, { type: 'back' }), weight: 6 },
      inserts,
      removals,
      moves,
      undos,
    ),
    { maxLength: 80 },
  )
  /** Moves to the first item and from there to the last; returns the items passed. */
  function visit(start: Queue): string[] {
    let queue = { ...start, index: 0 }
    while (queue.previous !== null) queue = { ...back(queue, long), index: 0 }
    const visited: string[] = []
    for (;;) {
      visited.push(current(queue)!.postId)
      if (queue.index + 1 === queue.items.length) {
        if (queue.next === null) return visited
        queue = onward(queue, long)
      }
      queue = { ...queue, index: queue.index + 1 }
    }
  }

  it('Q1 random loads and evictions → every post of the source is reachable, exactly once', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 300, 2500), walks, (from, steps) => {
        let queue = over(long, from, 600)
        for (const step of steps) {
          const next = take(queue, step)
          expectSound(next, queue, step)
          queue = next
          expect(queue.items.filter(({ page }) => page !== undefined).length).toBeLessThan(3300)
        }
        if (queue.items.length === 0) return
        const present = new Set(posts(queue))
        const expected = long.filter(({ postId }) => present.has(postId) || !queue.removed.includes(postId)).map(({ postId }) => postId)
        const visited = visit(queue).filter((postId) => postId.startsWith('s'))
        expect(visited.length).toBe(new Set(visited).size)
        expect(new Set(visited)).toEqual(new Set(expected))
      }),
      { numRuns: fuzzRuns(25) },
    )
  }, 60_000)

  it('Q1 loads and evictions without moves → the order of the source', () => {
    const walk = fc.array(fc.oneof(jumps, fc.constantFrom<Step>({ type: 'onward' }, { type: 'back' })), { maxLength: 60 })
    fc.assert(
      fc.property(fc.constantFrom(0, 700, 3900), walk, (from, steps) => {
        const queue = through(over(long, from, 100), steps)
        const first = Number(posts(queue)[0]!.slice(1))
        expect(posts(queue)).toEqual(long.slice(first, first + queue.items.length).map(({ postId }) => postId))
        expect(queue.previous ?? 0).toBe(first)
        expect(queue.next ?? long.length).toBe(first + queue.items.length)
      }),
      { numRuns: fuzzRuns(40) },
    )
  })

  it('BY4 undo of a removal from an evicted page → the item returns with its page', () => {
    let queue = change(over(long, 0, 100), { type: 'remove', ids: ['q51'] })
    const edit = queue.edits[0]!.id
    while (queue.previous === null) queue = onward({ ...queue, index: queue.items.length - 1 }, long)
    queue = change(queue, { type: 'undo', edit })
    expect(posts(queue)).not.toContain('s50')
    while (queue.previous !== null) queue = back({ ...queue, index: 0 }, long)
    expect(posts(queue).indexOf('s50')).toBe(50)
  })

  it('Q1 a featured post and its page much later → the post is not added again', () => {
    const featured = long[2000]!
    let queue = replace(initialState.queue, { tracks: long.slice(0, 100), featured, source, next: 100 })
    const visited = [current(queue)!.postId]
    while (queue.next !== null || queue.index + 1 < queue.items.length) {
      if (queue.index + 1 === queue.items.length) queue = onward(queue, long)
      queue = { ...queue, index: queue.index + 1 }
      visited.push(current(queue)!.postId)
    }
    expect(visited).toEqual(['s2000', ...long.filter((one) => one !== featured).map(({ postId }) => postId)])
  })

  it('Q1 any featured track and index → the requested track is the current one', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.option(fc.nat(11), { nil: undefined }), (index, featured) => {
        const list = listOf(12)
        const queue = replace(initialState.queue, {
          tracks: list.slice(0, 10),
          index,
          ...(featured !== undefined && { featured: list[featured]! }),
        })
        expect(current(queue)!.postId).toBe(`s${index}`)
        if (featured !== undefined) expect(posts(queue)[0]).toBe(`s${featured}`)
        expect(new Set(posts(queue)).size).toBe(queue.items.length)
      }),
    )
  })

  it('BY6 a queue saved and restored → same current item, same order, same pages to fetch, new ids', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 30 }), fc.nat(9), (steps, times) => {
        let queue = through(over(long, 300, 100, 50), steps)
        for (let n = 0; n < times; n++) queue = onward(queue, long)
        if (queue.items.length === 0) return
        const saved = JSON.parse(JSON.stringify(savable(queue))) as ReturnType<typeof savable>
        const back = restore({ ...initialState.queue, issued: 7000 }, saved)
        expectSound(back, back, { type: 'go', at: 0 })
        expect(ids(back).every((id) => Number(id.slice(1)) > 7000)).toBe(true)
        expect(current(back)!.postId).toBe(current(queue)!.postId)
        expect(back.items.length).toBeLessThan(1800)
        const [own, its] = [queue, back].map((one) => posts(one).slice(Math.max(0, one.index - 50), one.index + 50))
        expect(its).toEqual(own)
        expect(back.natural === null).toBe(queue.natural === null)
        const natural = (one: Queue) => one.natural?.map((id) => one.items.find((item) => item.id === id)?.postId)
        const held = new Set(posts(back))
        expect(natural(back)).toEqual(natural(queue)?.filter((postId) => postId !== undefined && held.has(postId)))
      }),
      { numRuns: fuzzRuns(60) },
    )
  })
})
