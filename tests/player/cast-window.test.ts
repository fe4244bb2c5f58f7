/** The window of the queue that a Cast device gets (K2), and messages in parts. */
import { describe, expect, it } from 'vitest'
import { emptyQueue, type Queue, type QueueSource, type Track } from '#player/index.ts'
import { canCast } from '#player/remote/castable.ts'
import { castQueue, castRest, castWindow, mergeReturned } from '#player/remote/castWindow.ts'
import { createJoiner, createSplitter, partBytes, splitText } from '#player/remote/chunks.ts'
import { place } from '#player/queue.ts'
import { isQueue } from '#player/shapes.ts'
import { stream, track } from './harness.ts'

const source: QueueSource = { list: { of: 'posts', query: { bead: 'b1' } }, title: 'Playlist', href: '/b1' }
const any = () => true

/** A queue of `count` items; `dead` are the indexes of those whose only link is dead. */
function queueOf(count: number, { index = 0, dead = [] as number[], page = 0, more = {} as Partial<Queue> } = {}): Queue {
  const tracks: Track[] = Array.from({ length: count }, (_, n) =>
    track('', { postId: `p${n}`, streams: [stream(`f:ok${n}`, dead.includes(n) ? { status: 404 } : {})] }),
  )
  const items = place(tracks, 0, page)
  return { ...emptyQueue, items, index, source, order: items.map(({ id }) => id), issued: count, ...more }
}
const posts = ({ items }: { items: readonly Track[] }) => items.map(({ postId }) => Number(postId.slice(1)))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

describe('the window of 15 items', () => {
  it.each([
    [5, 0, 5],
    [14, 0, 14],
    [15, 12, 3],
    [40, 37, 3],
  ])('K2 item %i of 60 is current → the window begins at item %i and plays its item %i', (index, first, at) => {
    const window = castWindow(queueOf(60), index, any)
    expect(posts(window)).toEqual(range(first, first + 15))
    expect(window.index).toBe(at)
  })

  it('K2 items with a dead link → they are left out, and 15 others remain', () => {
    expect(posts(castWindow(queueOf(60, { dead: [19, 20] }), 18, any))).toEqual([15, 16, 17, 18, ...range(21, 32)])
  })

  it('K2 the current item is dead → the next one plays', () => {
    const window = castWindow(queueOf(10, { dead: [4, 5] }), 4, any)
    expect(posts(window)[window.index]).toBe(6)
  })

  it('K2 no item after the current one can play → nothing plays', () => {
    expect(castWindow(queueOf(3, { dead: [1, 2] }), 1, any).index).toBe(-1)
  })

  it('K2 an item with one dead and one working link → it stays', () => {
    const queue = queueOf(1)
    queue.items[0]!.streams = [stream('f:a', { status: 404 }), stream('f:b')]
    expect(castWindow(queue, 0, any).items).toHaveLength(1)
  })
})

describe('what a receiver plays', () => {
  const video = { streams: [stream('f:a.mp4')] }
  const picture = { streams: [stream('i:a.png')] }
  const youtube = { streams: [stream('y:dQw4w9WgXcQ')] }
  it.each([
    ['files', [true, false, false]],
    ['own', [true, true, false]],
    ['all', [true, true, true]],
  ] as const)('K2 the receiver "%s" → files, pictures and providers: %j', (receiver, expected) => {
    expect([video, picture, youtube].map((one) => canCast(receiver)(one as Track))).toEqual(expected)
  })

  it('K2 a file of an unknown format → it is left out', () => {
    expect(canCast('own')({ streams: [stream('f:a.flv')] } as Track)).toBe(false)
  })
})

describe('the queue of a receiver', () => {
  it('K2 a playlist with dead links → it continues at the offset that the filtered list has', () => {
    const queue = castQueue(queueOf(60, { index: 30, dead: [3, 40] }), any)
    expect(queue).toMatchObject({ index: 3, previous: 26, next: 41, source })
    expect(posts(queue)).toEqual([...range(27, 40), 41, 42])
  })

  it('K2 the window is the whole playlist → there is nothing before and after it', () => {
    expect(castQueue(queueOf(10, { index: 2 }), any)).toMatchObject({ index: 2, previous: null, next: null })
  })

  it('K2 a feed, whose filter keeps the offsets → it continues with the page of the last item, without its earlier posts', () => {
    const list = { list: { of: 'feed' as const }, title: 'Feed', href: '/' }
    const queue = castQueue(queueOf(60, { index: 30, more: { source: list, next: 100 } }), any)
    expect(queue).toMatchObject({ previous: null, next: 0 })
    expect(queue.removed).toEqual(range(0, 27).map((n) => `p${n}`))
  })

  it('K2 a shuffled queue → the rest follows in its order, because the source has another one', () => {
    const shuffled = queueOf(40, { index: 2 })
    shuffled.natural = [...shuffled.order].reverse()
    expect(castQueue(shuffled, any)).toMatchObject({ source: null, next: null, natural: shuffled.order.slice(0, 15).toReversed() })
    expect(posts({ items: castRest(shuffled, any) })).toEqual(range(15, 40))
  })

  it('K2 items that a person has added behind the window → they follow it', () => {
    const queue = queueOf(40)
    delete queue.items[30]!.page
    expect(posts({ items: castRest(queue, any) })).toEqual([30])
  })
})

describe('the queue that returns', () => {
  const merge = (own: Queue, change: (queue: Queue) => Queue) =>
    mergeReturned({ own, returned: change(castQueue(own, any)), canPlay: any, areIdsShared: true })

  it('BY10 the device has moved on in its window → the items before and after the window are there again', () => {
    const merged = merge(queueOf(60, { index: 30 }), (queue) => ({ ...queue, index: 8 }))
    expect(posts(merged)).toEqual(range(0, 60))
    expect(merged.index).toBe(35)
    expect(merged.order).toHaveLength(60)
  })

  it('BY10 the device has loaded the next page → no item is there twice', () => {
    const own = queueOf(60, { index: 30 })
    const merged = merge(own, (queue) => ({
      ...queue,
      items: [...queue.items, ...place(own.items.slice(42, 57), queue.issued, 42)],
      index: 20,
    }))
    expect(posts(merged)).toEqual(range(0, 60))
    expect(posts(merged)[merged.index]).toBe(47)
  })

  it('BY10 an item was removed there, and another one added → both are so here', () => {
    const merged = merge(queueOf(20), (queue) => ({
      ...queue,
      items: [queue.items[0]!, ...place([track('f:new', { postId: 'p99' })], 500), ...queue.items.slice(2)],
      removed: ['p1'],
    }))
    expect(posts(merged)).toEqual([0, 99, ...range(2, 20)])
  })

  it('BY10 items of the window that the device cannot play → they are at their places again', () => {
    const merged = merge(queueOf(20, { index: 1, dead: [0, 3, 4] }), (queue) => ({ ...queue, index: 5 }))
    expect(posts(merged)).toEqual(range(0, 20))
    expect(merged.index).toBe(8)
  })
})

describe('edits there', () => {
  const merge = (own: Queue, change: (queue: Queue) => Queue, areIdsShared = true) =>
    mergeReturned({ own, returned: change(castQueue(own, any)), canPlay: any, areIdsShared })

  it('BY10 the queue is cleared there → only the current item is left', () => {
    const merged = merge(queueOf(40, { index: 20 }), (queue) => ({
      ...queue,
      source: null,
      next: null,
      items: [queue.items[3]!],
      index: 0,
    }))
    expect(posts(merged)).toEqual([20])
  })

  it('BY10 an item that followed the window is removed there → it is removed here', () => {
    const own = queueOf(40)
    own.source = null
    const rest = castRest(own, any).filter(({ postId }) => postId !== 'p30')
    const merged = merge(own, (queue) => ({ ...queue, items: [...queue.items, ...place(rest, queue.issued)] }))
    expect(posts(merged)).toEqual([...range(0, 30), ...range(31, 40)])
  })

  it('BY10 the queue is shuffled there → it can be put back into its order here', () => {
    const own = queueOf(30)
    const merged = merge(own, (queue) => {
      const items = [queue.items[0]!, ...queue.items.slice(1).toReversed()]
      return { ...queue, items, order: items.map(({ id }) => id), natural: queue.order }
    })
    expect(posts(merged).slice(0, 3)).toEqual([0, 14, 13])
    expect(merged.natural).toEqual(own.order)
  })

  it('BY10 the page was reloaded since, so that its ids are others → the items are found by their posts', () => {
    const sent = queueOf(40, { index: 20 })
    const own = { ...sent, items: sent.items.map((item, n) => ({ ...item, id: `q${100 + n}` })), issued: 140 }
    const returned = castQueue(sent, any)
    const merged = mergeReturned({ own, returned: { ...returned, index: 5 }, canPlay: any, areIdsShared: false })
    expect(posts(merged)).toEqual(range(0, 40))
    expect(merged.index).toBe(22)
    expect(new Set(merged.order).size).toBe(40)
  })

  describe('after a reload', () => {
    /** The device returns these posts of what it got, and plays the one at `index`; the ids of this page are others by then. */
    function mergeReloaded(sent: Queue, returnedPosts: number[], index: number): Queue {
      const own = { ...sent, items: sent.items.map((item, n) => ({ ...item, id: `q${100 + n}` })), issued: 200 }
      own.order = own.items.map(({ id }) => id)
      const tracks = returnedPosts.map((n) => sent.items.find(({ postId }) => postId === `p${n}`)!)
      const returned = { ...castQueue(sent, any), items: place(tracks, 300, 0), index }
      return mergeReturned({ own, returned, canPlay: any, areIdsShared: false })
    }
    /** The queue can be stored: no id is there twice. */
    function expectUnique({ items, order, natural }: Queue): void {
      const ids = items.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(order).toEqual(ids)
      expect(natural).toBeNull()
    }

    it('BY6 BY10 a post was added there a second time → both items return, with different ids', () => {
      const merged = mergeReloaded(queueOf(10), [0, 3, 1, 2, 3, ...range(4, 10)], 4)
      expect(posts(merged)).toEqual([0, 3, 1, 2, 3, ...range(4, 10)])
      expect(merged.index).toBe(4)
      expectUnique(merged)
      expect(isQueue(merged)).toBe(true)
    })

    it('BY6 BY10 a post is twice in the queue of this page → both of its items return', () => {
      const sent = queueOf(10)
      sent.items[6] = { ...sent.items[6]!, postId: 'p2' }
      const merged = mergeReloaded(sent, [0, 1, 2, 3, 4, 5, 2, 7, 8, 9], 6)
      expect(posts(merged)).toEqual([0, 1, 2, 3, 4, 5, 2, 7, 8, 9])
      expect(merged.items.map(({ id }) => id)).toEqual(range(100, 110).map((n) => `q${n}`))
      expect(merged.index).toBe(6)
      expectUnique(merged)
    })

    it('BY6 BY10 a post that the device could not play was added there → its item and the added one return', () => {
      const merged = mergeReloaded(queueOf(10, { dead: [3] }), [0, 3, 1, 2, ...range(4, 10)], 0)
      expect(posts(merged)).toEqual([0, 3, 1, 2, 3, ...range(4, 10)])
      expectUnique(merged)
    })
  })
})

describe('messages in parts', () => {
  it('K2 a message of a megabyte with quotes, controls and emoji → every part fits, and the parts give the message', () => {
    const message = { text: 'a"\\\n\u0001é😀漢'.repeat(80_000) }
    const parts = createSplitter()(message)
    for (const part of parts) expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(60_000)
    const joiner = createJoiner()
    const joined = parts.map((part) => joiner.join('tv', JSON.parse(JSON.stringify(part))))
    expect(joined.slice(0, -1).every((value) => value === undefined)).toBe(true)
    expect(joined.at(-1)).toEqual(message)
  })

  it('K2 parts of two senders that cross, and one twice → each message arrives once', () => {
    const [first, second] = [createSplitter(20)({ a: 'x'.repeat(50) }), createSplitter(20)({ b: 'y'.repeat(50) })]
    const joiner = createJoiner()
    const received = first.flatMap((part, n) => [
      joiner.join('one', part),
      joiner.join('one', n === 0 ? part : null),
      ...(second[n] ? [joiner.join('two', second[n])] : []),
    ])
    expect(received.filter((value) => value !== undefined)).toEqual([{ a: 'x'.repeat(50) }, { b: 'y'.repeat(50) }])
  })

  it.each([
    ['no part', { type: 'state' }],
    ['a part beyond the last', { type: 'part', message: 1, part: 3, parts: 2, text: '' }],
    ['a message of too many parts', { type: 'part', message: 1, part: 0, parts: 1e9, text: '' }],
    ['a part that is too long', { type: 'part', message: 1, part: 0, parts: 1, text: `"${'x'.repeat(30_000)}"` }],
    ['a text that is not JSON', { type: 'part', message: 1, part: 0, parts: 1, text: '{' }],
  ])('K2 %s → it is ignored', (_, value) => {
    expect(createJoiner().join('tv', value)).toBeUndefined()
  })

  it('K2 a surrogate pair at the limit → it is not divided', () => {
    expect(splitText(`${'a'.repeat(9)}😀b`, 10).join('')).toBe(`${'a'.repeat(9)}😀b`)
    expect(splitText('short', partBytes)).toEqual(['short'])
  })
})
