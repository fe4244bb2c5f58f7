/** Posts that are only a text, which televisions show as slides. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasSlides, withoutSlides } from '#player/edits.ts'
import { fromText, isSlide, player, type QueuePage, type Track } from '#player/index.ts'
import { create, readingTime } from '#player/outputs/text.ts'
import type { OutputEvent } from '#player/ports.ts'
import { replace } from '#player/queue.ts'
import { isStream } from '#player/shapes.ts'
import { findSlides, insertSlides } from '#player/slides.ts'
import { emptyQueue, type Queue } from '#player/state.ts'
import { change } from '#player/edits.ts'
import { createNetwork, type TestDevice } from './device-network.ts'
import { advanceTime, slide, source, startEngine, track } from './harness.ts'

const names = ({ items }: Pick<Queue, 'items'>) => items.map(({ title }) => title)
const media = (title: string): Track => track('y:ok', { title, postId: title })
const text = (title: string): Track => slide(`ok ${title}`, { title, postId: title })
/** A list of posts: capitals are texts. */
const posts = (letters: string): Track[] => [...letters].map((one) => (one === one.toUpperCase() ? text(one) : media(one)))
/** The queue that a page without slides has of them. */
const queueOf = (letters: string, at = 0): Queue => {
  const tracks = posts(letters).filter((one) => !isSlide(one))
  return replace(emptyQueue, { tracks, index: at, source })
}
const withAll = (queue: Queue, letters: string): Queue => insertSlides(queue, findSlides(queue, posts(letters), null).slides)

describe('the slides of a queue', () => {
  it('BZ3 texts are inserted behind the posts that they follow in the source, and the current item stays', () => {
    const queue = withAll(queueOf('AbCDef', 1), 'AbCDef')
    expect(names(queue).join('')).toBe('AbCDef')
    expect(queue.items[queue.index]?.title).toBe('e')
    expect(queue.items.every(({ page }) => page === 0)).toBe(true)
    expect(new Set(queue.order)).toEqual(new Set(queue.items.map(({ id }) => id)))
  })

  it('BZ3 a text that is in the queue, or that a person removed, is not inserted', () => {
    const queue = withAll(queueOf('aBcD'), 'aBcD')
    expect(withAll(queue, 'aBcD')).toBe(queue)
    const [slideItem] = queue.items.filter(isSlide)
    const removed = change(queue, { type: 'remove', ids: [slideItem!.id] })
    expect(names(withAll(removed, 'aBcD')).join('')).toBe('acD')
  })

  it('BZ3 a text follows its post when the queue was shuffled, also in the order without the shuffle', () => {
    const shuffled = change(queueOf('abcdef'), { type: 'shuffle', seed: 0.3 })
    const queue = withAll(shuffled, 'abXcdefY')
    const order = names(queue).join('')
    expect(order).toContain('bX')
    expect(order).toContain('fY')
    expect(names(change(queue, { type: 'shuffle', seed: null })).join('')).toBe('abXcdefY')
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
          expect(names(queue).length).toBe(letters.length)
          expect(queue.items[queue.index]).toEqual(before.items[before.index])
          expect(hasSlides(queue)).toBe(/[A-Z]/.test(letters))
          const after = withoutSlides(queue)
          expect({ ...after, issued: 0 }).toEqual({ ...before, issued: 0 })
        },
      ),
    )
  })

  it('BZ3 a slide that was removed on the television does not return by an undo on a page', () => {
    const queue = withAll(queueOf('aBc'), 'aBc')
    const removed = change(queue, { type: 'remove', ids: [queue.items[1]!.id] })
    expect(hasSlides(removed)).toBe(true)
    const left = withoutSlides(removed)
    expect(hasSlides(left)).toBe(false)
    expect(names(change(left, { type: 'undo', edit: removed.edits[0]!.id })).join('')).toBe('ac')
  })

  it('BZ3 a post with a medium is no slide; a text from outside that is longer than ours is refused', () => {
    const post = { id: 'p1', title: 'T', href: 'b/t-p1', creator: { name: 'Ada' }, bead: { id: 'b', title: 'B', image: null } }
    expect(fromText({ ...post, media: {} } as never, 'words')).toBeNull()
    const made = fromText({ ...post, media: null } as never, 'words')
    expect(made).toMatchObject({ postId: 'p1', type: 'text', streams: [{ type: 'text', uri: 'words' }] })
    expect(isStream(made!.streams[0])).toBe(true)
    expect(isStream({ type: 'text', uri: 'w'.repeat(402), href: '' })).toBe(false)
    expect(isStream({ type: 'file', uri: 'w'.repeat(402), href: '' })).toBe(true)
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
    expect(readingTime({ uri: 'x'.repeat(100), title: 'x'.repeat(25) })).toBe(13)
    expect(readingTime({ uri: 'x'.repeat(1000) })).toBe(30)
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

describe('a television that shows texts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const pageOf = (letters: string, next: number | null = null): QueuePage => ({ tracks: posts(letters), next })
  const playList = (device: TestDevice | ReturnType<typeof startEngine>, letters: string, next: number | null = null) =>
    device.dispatch(player.playQueue({ tracks: posts(letters).filter((one) => !isSlide(one)), source, next }))

  it('BZ3 BZ4 a queue moves to it → it has the texts of each loaded page, and the page shows them too', async () => {
    const network = createNetwork()
    const page = network.add('page', { pages: { 6: pageOf('gh') } })
    const television = network.add('television', { showsSlides: true, pages: { 0: pageOf('aBcDef', 6), 6: pageOf('gHI') } })
    playList(page, 'acefg')
    await advanceTime(10)
    page.control('television', 'move')
    await advanceTime(200)
    expect(names(television.state.queue).join('')).toBe('aBcDefgHI')
    expect(names(page.state.queue).join('')).toBe('aBcDefgHI')
    expect(network.invalid).toEqual([])

    television.youtube.emit({ type: 'ended' })
    await advanceTime(200)
    expect(television.state.playing).toMatchObject({ output: 'text', stream: { uri: 'ok B' } })
    expect(page.state).toMatchObject({ phase: 'playing', playing: { output: 'text' } })
    television.text.emit({ type: 'ended' })
    await advanceTime(200)
    expect(television.state.queue.items[television.state.queue.index]?.title).toBe('c')
    expect(television.reported, 'a text is not played').toEqual(['a'])
  })

  it('BZ3 BZ4 the queue returns while a text is shown → the page plays the item after it, without slides', async () => {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television', { showsSlides: true, pages: { 0: pageOf('aBcD') } })
    playList(page, 'ac')
    await advanceTime(10)
    page.control('television', 'move')
    await advanceTime(200)
    page.dispatch(player.next())
    await advanceTime(200)
    expect(television.text.current.stream.uri).toBe('ok B')
    television.text.emit({ type: 'time', position: 5, duration: 8 })
    const returned = page.bringHere()
    await advanceTime(200)
    expect(await returned).toBe(true)
    await advanceTime(200)
    expect(names(page.state.queue).join('')).toBe('ac')
    expect(page.state).toMatchObject({ queue: { index: 1 }, intent: 'play', phase: 'playing' })
    expect(page.youtube.current).toMatchObject({ autoplay: true })
    expect(page.youtube.current.startTime ?? 0).toBe(0)
  })

  it('BZ3 a queue of texts alone returns → the page has none', async () => {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television', { showsSlides: true })
    television.dispatch(player.playQueue({ tracks: posts('AB') }))
    await advanceTime(10)
    page.control('television', 'control')
    await advanceTime(200)
    expect(names(page.state.queue).join('')).toBe('AB')
    const returned = page.bringHere()
    await advanceTime(200)
    await returned
    await advanceTime(200)
    expect(page.state.queue.items).toEqual([])
    expect(page.state.mode).toBe('hidden')
  })

  it('BZ3 BY6 a page that controlled the television is reloaded → it restores the queue without slides', async () => {
    const queue = {
      items: posts('aBc').map((one, n) => ({ ...one, id: `q${n}`, page: 0 })),
      index: 1,
      source,
      next: null,
      previous: null,
      natural: null,
      removed: [],
    }
    const saved = { queue, repeat: false, position: 5, duration: 8 }
    const page = startEngine({ saved })
    const television = startEngine({ saved, showsSlides: true })
    await advanceTime(10)
    expect(names(page.state.queue).join('')).toBe('ac')
    expect(page.state).toMatchObject({ queue: { index: 1 }, position: 0, intent: 'pause' })
    expect(names(television.state.queue).join('')).toBe('aBc')
    expect(television.state.position).toBe(5)
  })

  it('BZ3 a page of the source fails → it is tried again, and the queue plays in the meantime', async () => {
    const pages: Record<number, QueuePage | Error> = { 0: new Error('down') }
    const television = startEngine({ showsSlides: true, pages })
    playList(television, 'aBc')
    await advanceTime(4000)
    expect(television.state).toMatchObject({ phase: 'playing' })
    expect(names(television.state.queue).join('')).toBe('ac')
    pages[0] = pageOf('aBc')
    await advanceTime(2000)
    expect(names(television.state.queue).join('')).toBe('aBc')
  })

  it('BZ3 another queue starts while the texts of the first one load → it gets its own only', async () => {
    const television = startEngine({ showsSlides: true, pages: { 0: new Error('down') } })
    playList(television, 'aBc')
    await advanceTime(10)
    television.dispatch(player.playQueue({ tracks: posts('xy') }))
    await advanceTime(60_000)
    expect(names(television.state.queue).join('')).toBe('xy')
    expect(television.requestedPages).toEqual([0])
  })

  it('BZ3 the queue begins in the middle of the source → texts of earlier pages are not loaded, those of this page are', async () => {
    const television = startEngine({ showsSlides: true, pages: { 100: pageOf('XcDe') } })
    television.dispatch(player.playQueue({ tracks: posts('ce'), index: 1, source, from: 100, next: null }))
    await advanceTime(10)
    expect(names(television.state.queue).join('')).toBe('XcDe')
    expect(television.state.queue.items[television.state.queue.index]?.title).toBe('e')
  })

  it('BZ3 a page without slides does not request the texts', async () => {
    const page = startEngine({ pages: { 0: pageOf('aBc') } })
    playList(page, 'aBc')
    await advanceTime(10)
    expect(page.requestedPages).toEqual([])
  })
})
