/** Posts that are only a text, which televisions show as slides. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { change, hasSlides } from '#player/edits.ts'
import { fromText, isSlide } from '#player/index.ts'
import { findSlides } from '#player/missingSlides.ts'
import { create, readingTime } from '#player/outputs/text.ts'
import type { OutputEvent } from '#player/ports.ts'
import { extend, replace } from '#player/queue.ts'
import { isStream, isTrack } from '#player/shapes.ts'
import { insertSlides } from '#player/slides.ts'
import { emptyQueue, type Queue } from '#player/state.ts'
import { source } from './harness.ts'
import { names, posts, withMedium } from './slide-posts.ts'

/** The queue that a page without slides has of a list. */
const queueOf = (letters: string, at = 0): Queue => replace(emptyQueue, { tracks: withMedium(letters), index: at, source })
const start = { last: null, isCut: false, leading: [] }
const withAll = (queue: Queue, letters: string, from = 0, before: Parameters<typeof findSlides>[2] = start): Queue =>
  insertSlides(queue, findSlides(queue, { tracks: posts(letters), from }, before).slides)
const withoutSlides = (queue: Queue): Queue => change(queue, { type: 'removeSlides' })

describe('the slides of a queue', () => {
  it('BZ3 texts are inserted behind the posts that they follow in the source, and the current item stays', () => {
    const queue = withAll(queueOf('AbCDef', 1), 'AbCDef')
    expect(names(queue)).toBe('AbCDef')
    expect(queue.items[queue.index]?.title).toBe('e')
    expect(queue.items.every(({ page }) => page === 0)).toBe(true)
    expect(new Set(queue.order)).toEqual(new Set(queue.items.map(({ id }) => id)))
  })

  it('BZ3 a text that is in the queue, or that a person removed, is not inserted', () => {
    const queue = withAll(queueOf('aBcD'), 'aBcD')
    expect(withAll(queue, 'aBcD')).toBe(queue)
    const [slideItem] = queue.items.filter(isSlide)
    const removed = change(queue, { type: 'remove', ids: [slideItem!.id] })
    expect(names(withAll(removed, 'aBcD'))).toBe('acD')
  })

  it('BZ3 a text follows its post when the queue was shuffled, also in the order without the shuffle', () => {
    const shuffled = change(queueOf('abcdef'), { type: 'shuffle', seed: 0.3 })
    const queue = withAll(shuffled, 'abXcdefY')
    const order = names(queue)
    expect(order).toContain('bX')
    expect(order).toContain('fY')
    expect(names(change(queue, { type: 'shuffle', seed: null }))).toBe('abXcdefY')
  })

  it('BZ3 any queue with slides that returns without them has the items, the order and the edits from before', () => {
    const letter = fc.constantFrom(...'abcdefghABCDEFGH')
    fc.assert(
      fc.property(
        fc.uniqueArray(letter, { minLength: 1 }),
        fc.nat(7),
        fc.option(fc.double({ min: 0, max: 0.99, noNaN: true })),
        (list, at, seed) => {
          const letters = list.join('')
          let before = queueOf(letters, at)
          if (before.index < 0) return
          if (seed !== null) before = change(before, { type: 'shuffle', seed })
          const queue = withAll(before, letters)
          expect(names(queue)).toHaveLength(letters.length)
          expect(queue.items[queue.index]).toEqual(before.items[before.index])
          expect(hasSlides(queue)).toBe(/[A-Z]/.test(letters))
          const after = withoutSlides(queue)
          expect({ ...after, issued: 0 }).toEqual({ ...before, issued: 0 })
        },
      ),
    )
  })

  it('BZ3 texts at the start of a page have that page, and those before all items precede them', () => {
    const both = extend(replace(emptyQueue, { tracks: withMedium('ab'), source, next: 2 }), {
      from: 2,
      side: 'after',
      page: { tracks: withMedium('cd'), next: null },
    })
    const queue = withAll(both, 'Xcd', 2, { ...start, last: both.items[1]!.id })
    expect(names(queue)).toBe('abXcd')
    expect(queue.items.find(isSlide)!.page).toBe(2)
    const { before } = findSlides(both, { tracks: posts('YZ'), from: 0 }, start)
    expect(names(withAll(both, 'ab', 0, before))).toBe('YZabcd')
  })

  it('BZ3 what follows a post that the queue lacks is not added; what follows a post that a person removed is', () => {
    const queue = queueOf('abc')
    const without = change(queue, { type: 'remove', ids: [queue.items[1]!.id] })
    expect(names(withAll(without, 'abXc'))).toBe('aXc')
    expect(names(withAll(queueOf('a'), 'aXbYZ'))).toBe('aX')
  })

  it('BZ3 a slide that was removed on the television does not return by an undo on a page', () => {
    const queue = withAll(queueOf('aBc'), 'aBc')
    const removed = change(queue, { type: 'remove', ids: [queue.items[1]!.id] })
    expect(hasSlides(removed)).toBe(true)
    const left = withoutSlides(removed)
    expect(hasSlides(left)).toBe(false)
    expect(left.edits, 'nothing that it could undo').toEqual([])
    expect(names(left)).toBe('ac')
  })

  it('BZ3 a post with a medium has no slide; a text from outside that is longer than ours, or has another stream, is refused', () => {
    const post = { id: 'p1', title: 'T', href: 'b/t-p1', creator: { name: 'Ada' }, bead: { id: 'b', title: 'B', image: null } }
    expect(fromText({ ...post, media: {} } as never, 'words')).toBeNull()
    const made = fromText({ ...post, media: null } as never, 'words')
    expect(made).toMatchObject({ postId: 'p1', type: 'text', streams: [{ type: 'text', uri: 'words' }] })
    expect(isStream(made!.streams[0])).toBe(true)
    expect(isStream({ type: 'text', uri: 'w'.repeat(402), href: '' })).toBe(false)
    expect(isStream({ type: 'file', uri: 'w'.repeat(402), href: '' })).toBe(true)
    expect(isTrack(made)).toBe(true)
    expect(isTrack({ ...made, streams: [{ type: 'file', uri: 'a.mp4', href: '' }] })).toBe(false)
    expect(isTrack({ ...made, type: 'video' })).toBe(false)
  })
})

describe('the output of texts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const load = (uri: string, more = {}) => {
    const output = create()
    const events: OutputEvent[] = []
    output.subscribe((event) => events.push(event))
    output.load({ loadId: 1, stream: { type: 'text', uri, href: '' }, autoplay: true, volume: 1, muted: false, ...more })
    return { output, types: () => events.map(({ type }) => type).filter((type) => type !== 'time') }
  }

  it('BZ3 a text stays for as long as reading it takes: from 8 to 30 seconds', async () => {
    expect(readingTime({ uri: '' })).toBe(8)
    expect(readingTime({ uri: 'x'.repeat(100), title: 'x'.repeat(25) })).toBeCloseTo(13)
    expect(readingTime({ uri: 'x'.repeat(1000) })).toBe(30)
    expect(readingTime({ uri: '字'.repeat(50) })).toBeCloseTo(14)
    const { types } = load('x'.repeat(50))
    await vi.advanceTimersByTimeAsync(9990)
    expect(types()).toEqual(['ready', 'playing'])
    await vi.advanceTimersByTimeAsync(20)
    expect(types()).toEqual(['ready', 'playing', 'ended'])
  })

  it('BZ3 pause stops the time, seek sets it, and nothing is reported after unload', async () => {
    const { output, types } = load('')
    await vi.advanceTimersByTimeAsync(3000)
    output.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(types()).toEqual(['ready', 'playing', 'paused'])
    output.seek(7)
    output.play()
    await vi.advanceTimersByTimeAsync(1010)
    expect(types().at(-1)).toBe('ended')
    output.play()
    output.unload()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(types()).toEqual(['ready', 'playing', 'paused', 'playing', 'ended', 'playing'])
  })
})
