/** Queues that move between a page and a television that shows texts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player, type QueuePage } from '#player/index.ts'
import { createNetwork } from './device-network.ts'
import { advanceTime, source, startEngine, type World } from './harness.ts'
import { handBack, media, names, pageOf, playList, posts, withMedium } from './slide-posts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that plays the media of this list, and a television that loads all of it. */
async function pageAndTelevision(letters: string, { page: world = {}, next = null }: { page?: World; next?: number | null } = {}) {
  const network = createNetwork()
  const page = network.add('page', world)
  const television = network.add('television', { showsSlides: true, pages: { 0: pageOf(letters, next) } })
  playList(page, letters, next)
  await advanceTime(10)
  const move = async () => {
    page.control('television', 'move')
    await advanceTime(200)
  }
  return { network, page, television, move }
}

const itemTitled = ({ state }: ReturnType<typeof startEngine>, title: string) => state.queue.items.find((item) => item.title === title)!
const current = ({ state: { queue } }: ReturnType<typeof startEngine>) => queue.items[queue.index]?.title

describe('a queue that moves to a television', () => {
  it('BZ3 BZ4 it has the texts of each loaded page, and the page shows them too', async () => {
    const network = createNetwork()
    const page = network.add('page', { pages: { 6: pageOf('gh') } })
    const television = network.add('television', { showsSlides: true, pages: { 0: pageOf('aBcDef', 6), 6: pageOf('gHI') } })
    playList(page, 'acefg')
    await advanceTime(10)
    page.control('television', 'move')
    await advanceTime(200)
    expect(names(television.state.queue)).toBe('aBcDefgHI')
    expect(names(page.state.queue)).toBe('aBcDefgHI')
    expect(network.invalid).toEqual([])

    television.youtube.emit({ type: 'ended' })
    await advanceTime(200)
    expect(television.state.playing).toMatchObject({ output: 'text', stream: { uri: 'ok B' } })
    expect(page.state).toMatchObject({ phase: 'playing', playing: { output: 'text' } })
    television.text.emit({ type: 'ended' })
    await advanceTime(200)
    expect(current(television)).toBe('c')
    expect(television.reported, 'a text is not played').toEqual(['a'])
  })

  it('BZ3 what a person chose to play next plays before the text, and further additions follow it', async () => {
    const { page, television, move } = await pageAndTelevision('aBc')
    page.dispatch(player.playNext([media('x')]))
    await move()
    expect(names(television.state.queue)).toBe('axBc')
    page.dispatch(player.addToQueue([media('y')]))
    await advanceTime(200)
    expect(names(television.state.queue)).toBe('axyBc')
  })

  it('BZ3 a cleared queue gets no texts, and the undo brings all of it back', async () => {
    const { page, television, move } = await pageAndTelevision('aBcDe')
    page.dispatch(player.clearQueue())
    await move()
    expect(names(television.state.queue)).toBe('a')
    page.dispatch(player.undoEdit(page.state.queue.edits[0]!.id))
    await advanceTime(200)
    expect(names(television.state.queue)).toBe('aBcDe')
    expect(names(page.state.queue)).toBe('aBcDe')
  })

  it('BZ3 the only medium of a playlist, which has no page, and items that a person moved get their texts too', async () => {
    const television = startEngine({ showsSlides: true, pages: { 0: pageOf('AbC') } })
    television.dispatch(player.playQueue({ featured: media('b'), tracks: withMedium('b'), source, next: null }))
    await advanceTime(10)
    expect(names(television.state.queue)).toBe('AbC')
    expect(current(television)).toBe('b')
  })

  it('BZ3 the queue begins in the middle of the source → texts of earlier pages are not loaded, those of this page are', async () => {
    const television = startEngine({ showsSlides: true, pages: { 100: pageOf('XcDe') } })
    television.dispatch(player.playQueue({ tracks: posts('ce'), index: 1, source, from: 100, next: null }))
    await advanceTime(10)
    expect(names(television.state.queue)).toBe('XcDe')
    expect(current(television)).toBe('e')
  })

  it('BZ3 a page without slides does not request the texts', async () => {
    const page = startEngine({ pages: { 0: pageOf('aBc') } })
    playList(page, 'aBc')
    await advanceTime(10)
    expect(page.requestedPages).toEqual([])
  })
})

describe('texts that load late', () => {
  it('BZ3 a page of the source fails → it is tried again, and the queue plays until then', async () => {
    const pages: Record<number, QueuePage | Error> = { 0: new Error('down') }
    const television = startEngine({ showsSlides: true, pages })
    playList(television, 'aBc')
    await advanceTime(60_000)
    expect(television.state).toMatchObject({ phase: 'playing' })
    expect(names(television.state.queue)).toBe('ac')
    pages[0] = pageOf('aBc')
    await advanceTime(20_000)
    expect(names(television.state.queue)).toBe('aBc')
  })

  it('BZ3 another queue starts, or the queue is cleared, while they load → they are not added', async () => {
    const pages: Record<number, QueuePage | Error> = { 0: new Error('down') }
    const television = startEngine({ showsSlides: true, pages })
    playList(television, 'aBc')
    await advanceTime(10)
    television.dispatch(player.playQueue({ tracks: posts('xy') }))
    await advanceTime(60_000)
    expect(television.requestedPages).toEqual([0])

    playList(television, 'aBc')
    await advanceTime(10)
    television.dispatch(player.clearQueue())
    pages[0] = pageOf('aBc')
    await advanceTime(60_000)
    expect(names(television.state.queue)).toBe('a')
  })

  it('BZ3 the television is reloaded, or the removal of its last item is undone, while they load → they still come', async () => {
    const items = withMedium('aBc').map((one, n) => ({ ...one, id: `q${n}`, page: 0 }))
    const queue = { items, index: 0, source, next: null, previous: null, natural: null, removed: [] }
    const reloaded = startEngine({
      showsSlides: true,
      saved: { queue, repeat: false, position: 0, duration: 0 },
      pages: { 0: pageOf('aBc') },
    })
    await advanceTime(10)
    expect(names(reloaded.state.queue)).toBe('aBc')

    const pages: Record<number, QueuePage | Error> = { 0: new Error('down') }
    const television = startEngine({ showsSlides: true, pages })
    playList(television, 'aB')
    await advanceTime(10)
    television.dispatch(player.removeItems([television.state.queue.items[0]!.id]))
    await advanceTime(10)
    pages[0] = pageOf('aB')
    television.dispatch(player.undoEdit(television.state.queue.edits[0]!.id))
    await advanceTime(20_000)
    expect(names(television.state.queue)).toBe('aB')
  })
})

describe('a queue that returns from a television', () => {
  it('BZ3 BZ4 while a text is shown → the page plays the item after it, from where it was left there, without slides', async () => {
    const { page, television, move } = await pageAndTelevision('aBcD', { page: { memory: { c: { position: 300 } } } })
    await move()
    page.dispatch(player.next())
    await advanceTime(200)
    expect(television.text.current.stream.uri).toBe('ok B')
    television.text.emit({ type: 'time', position: 5, duration: 8 })
    await handBack(page)
    expect(names(page.state.queue)).toBe('ac')
    expect(page.state).toMatchObject({ queue: { index: 1 }, intent: 'play', phase: 'playing' })
    expect(page.youtube.current).toMatchObject({ autoplay: true, startTime: 300 })
  })

  it('BZ3 BZ4 while the last text is shown → the queue is over on the page; nothing is played again', async () => {
    const { page, television, move } = await pageAndTelevision('acD')
    await move()
    page.dispatch(player.playItem(itemTitled(page, 'D').id))
    await advanceTime(200)
    expect(television.text.current.stream.uri).toBe('ok D')
    const loads = page.youtube.loads.length
    await handBack(page)
    expect(names(page.state.queue)).toBe('ac')
    expect(page.state).toMatchObject({ ended: true, intent: 'pause', queue: { index: 1 } })
    expect(page.youtube.loads).toHaveLength(loads)
  })

  it('BZ3 BZ4 while the last loaded text is shown → the page loads the next page and plays on there', async () => {
    // The next page fails on the television, so that its window ends with the text.
    const { page, television, move } = await pageAndTelevision('acD', { page: { pages: { 100: pageOf('e') } }, next: 100 })
    television.setOnline(false)
    page.dispatch(player.pause())
    await move()
    page.dispatch(player.playItem(itemTitled(page, 'D').id))
    await advanceTime(200)
    await handBack(page)
    await advanceTime(2000)
    expect(names(page.state.queue)).toBe('ace')
    expect(current(page)).toBe('e')
    expect(page.state.intent).toBe('play')
  })

  it('BZ3 BZ4 after its end → it is over on the page too, and starts over', async () => {
    const ended = async (letters: string) => {
      const { page, television, move } = await pageAndTelevision(letters)
      await move()
      page.dispatch(player.playItem(itemTitled(page, 'c').id))
      await advanceTime(200)
      television.youtube.emit({ type: 'time', position: 100, duration: 100 })
      television.youtube.emit({ type: 'ended' })
      await advanceTime(200)
      expect(television.state.ended).toBe(true)
      await handBack(page)
      const { ended, position } = page.state
      page.dispatch(player.play())
      await advanceTime(200)
      return { ended, position, startTime: page.youtube.current.startTime ?? 0 }
    }
    expect(await ended('aBc')).toEqual(await ended('ac'))
  })

  it('BZ3 a text that was moved there is on the television again the next time; one that was removed is not', async () => {
    const { page, television, move } = await pageAndTelevision('aBcDe')
    await move()
    page.dispatch(player.moveItem({ id: itemTitled(page, 'B').id, to: 2 }))
    page.dispatch(player.removeItems([itemTitled(page, 'D').id]))
    await advanceTime(200)
    expect(names(television.state.queue)).toBe('acBe')
    await handBack(page)
    expect(names(page.state.queue)).toBe('ace')
    expect(page.state.queue.edits, 'nothing of them can be undone').toEqual([])
    await move()
    expect(names(television.state.queue)).toBe('aBce')
  })

  it('BZ3 a queue of texts alone → the page has none', async () => {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television', { showsSlides: true })
    television.dispatch(player.playQueue({ tracks: posts('AB') }))
    await advanceTime(10)
    page.control('television', 'control')
    await advanceTime(200)
    expect(names(page.state.queue)).toBe('AB')
    await handBack(page)
    expect(page.state.queue.items).toEqual([])
    expect(page.state.mode).toBe('hidden')
  })

  it('BZ3 BY6 a page that controlled the television is reloaded → it restores the queue without slides', async () => {
    const items = posts('aBc').map((one, n) => ({ ...one, id: `q${n}`, page: 0 }))
    const queue = { items, index: 1, source, next: null, previous: null, natural: null, removed: [] }
    const saved = { queue, repeat: false, position: 5, duration: 8 }
    const page = startEngine({ saved })
    const television = startEngine({ saved, showsSlides: true })
    await advanceTime(10)
    expect(names(page.state.queue)).toBe('ac')
    expect(page.state).toMatchObject({ queue: { index: 1 }, position: 0, intent: 'pause' })
    expect(names(television.state.queue)).toBe('aBc')
    expect(television.state.position).toBe(5)
  })
})
