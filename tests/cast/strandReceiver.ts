/** Google Cast with Strand's receiver, for each sender: the engine of a page, a device, and the engine of the receiver. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player, selectIsPlaying, type Track } from '#player/index.ts'
import { advanceTime, source, track } from '../player/harness.ts'
import { createCastDevice, createPage, idsOf, isGoogle, type CastDevice } from '../support/cast/browser.ts'
import { fileTrack, fileTracks } from '../support/cast/page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Page = ReturnType<typeof createPage>

async function play({ engine }: Page, count: number, more: object = {}): Promise<void> {
  engine.dispatch(player.playQueue({ tracks: fileTracks(count), source, ...more }))
  await advanceTime(10)
}
async function cast(page: Page): Promise<void> {
  page.choose()
  await vi.dynamicImportSettled()
  await advanceTime(100)
  await vi.dynamicImportSettled()
  await advanceTime(100)
}
async function castingPage(count = 40, more: object = {}): Promise<{ device: CastDevice; page: Page }> {
  const device = createCastDevice()
  const page = createPage(device, 'own')
  await play(page, count, more)
  await cast(page)
  return { device, page }
}
/** A page that casts these tracks. */
async function castTracks(tracks: Track[]): Promise<{ device: CastDevice; page: Page }> {
  const device = createCastDevice()
  const page = createPage(device, 'own')
  page.engine.dispatch(player.playQueue({ tracks }))
  await advanceTime(10)
  await cast(page)
  return { device, page }
}
const state = ({ engine }: Page) => engine.state
const shown = ({ engine: { state: player } }: { engine: Page['engine'] }) => ({
  items: idsOf(player.queue.items),
  index: player.queue.index,
  phase: player.phase,
  isPlaying: selectIsPlaying({ player }),
})

describe('casting to the receiver of Strand', () => {
  it('K1 K2 BZ3 a queue that plays is cast → the device plays the window of 15 items, and this page is silent and shows it', async () => {
    const { device, page } = await castingPage(40, { index: 20 })
    expect(idsOf(device.engine.state.queue.items)).toEqual(Array.from({ length: 15 }, (_, n) => `p${17 + n}`))
    expect(shown(device)).toMatchObject({ index: 3, phase: 'playing', isPlaying: true })
    expect(shown(page)).toEqual(shown(device))
    expect(state(page).remote).toMatchObject({ name: 'Living room TV', status: 'connected' })
    expect(page.engine.hosted.calls.at(-1)).toBe('unload')
    expect(page.devices.cast.read()).toMatchObject({
      isAvailable: true,
      device: { name: 'Living room TV', isConnecting: false },
      problem: null,
    })
    expect(page.log).toEqual([])
  })

  it('BY10 next, previous, a click in the queue, seek and repeat → the device carries them out', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.next())
    await advanceTime(20)
    expect(shown(device)).toMatchObject({ index: 1 })
    page.engine.dispatch(player.playItem(state(page).queue.items[7]!.id))
    page.engine.dispatch(player.setRepeat(true))
    await advanceTime(20)
    expect(shown(device)).toMatchObject({ index: 7 })
    expect(device.engine.state.repeat).toBe(true)
    page.engine.dispatch(player.pause())
    await advanceTime(20)
    expect(shown(device)).toMatchObject({ isPlaying: false })
    expect(shown(page)).toEqual(shown(device))
  })

  it('K2 the volume of the page changes → that of the device does, and the page returns to its own afterwards', async () => {
    const { device, page } = await castingPage()
    // The device keeps its volume when the queue arrives.
    expect(device.model.state().volume).toEqual({ level: 1, muted: false })
    expect(device.volumes).toEqual([1])
    page.engine.dispatch(player.setVolume(0.3))
    await advanceTime(20)
    expect(device.model.state().volume).toEqual({ level: 0.3, muted: false })
    void page.devices.castActions!.bringHere()
    await advanceTime(50)
    expect(state(page).volume).toBe(0.4)
  })

  it('BZ4 the queue is brought back → the device closes its queue, the app ends, and this page plays on with the whole queue', async () => {
    const { device, page } = await castingPage(40, { index: 20 })
    device.engine.live.emit({ type: 'time', position: 33, duration: 100 })
    page.engine.dispatch(player.next())
    await advanceTime(20)
    device.engine.live.emit({ type: 'time', position: 12, duration: 100 })
    await advanceTime(20)
    const back = page.devices.castActions!.bringHere()
    await advanceTime(100)
    await back
    expect(shown(page)).toMatchObject({ index: 21, isPlaying: true })
    expect(state(page).queue.items).toHaveLength(40)
    expect(page.engine.hosted.current).toMatchObject({ stream: { uri: 'ok21.mp4' }, startTime: 12 })
    expect(state(page).remote).toBeNull()
    expect(device.model.state().app).toBeNull()
    expect(page.state.revoked).toBe(1)
  })

  it('L7 a comment was begun before the queue is cast → the device waits at the end of its item', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    await play(page, 5)
    page.engine.dispatch(player.startComposing('c1'))
    await cast(page)
    device.engine.live.emit({ type: 'ended' })
    await advanceTime(20)
    expect(shown(device)).toMatchObject({ index: 0, isPlaying: false })
    page.engine.dispatch(player.stopComposing('c1'))
    await advanceTime(20)
    expect(shown(device)).toMatchObject({ index: 1, isPlaying: true })
  })

  it('K1 the device is switched off → this page shows the item paused at its position, and the error is only logged', async () => {
    const { device, page } = await castingPage()
    device.engine.live.emit({ type: 'time', position: 40, duration: 100 })
    await advanceTime(20)
    device.model.endApp()
    await advanceTime(20)
    expect(shown(page)).toMatchObject({ index: 0, isPlaying: false })
    expect(Math.round(state(page).position)).toBe(40)
    expect(state(page)).toMatchObject({ remote: null, queue: { items: { length: 40 } } })
    expect(page.notices).toEqual([])
    expect(page.devices.cast.read().device).toBeNull()
  })

  it('K1 the person stops controlling the device → it plays on', async () => {
    const { device, page } = await castingPage()
    page.devices.castActions!.leave()
    await advanceTime(50)
    expect(shown(device)).toMatchObject({ isPlaying: true })
    expect(device.model.state().app).not.toBeNull()
    expect(shown(page)).toMatchObject({ isPlaying: false })
    expect(page.state.revoked).toBe(0)
  })

  it.runIf(isGoogle())('K1 the person closes the dialog of the browser → nothing changes and nothing is logged', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    await play(page, 3)
    page.state.chooses = false
    await cast(page)
    expect(page.log).toEqual([])
    expect(shown(page)).toMatchObject({ isPlaying: true })
  })

  it('K1 the receiver never answers → the session ends, this page plays on, and the error is only logged', async () => {
    const device = createCastDevice()
    device.setLoaded(false)
    const page = createPage(device, 'own')
    await play(page, 3)
    await cast(page)
    await advanceTime(21_000)
    expect(page.log).toContain('The receiver does not answer')
    expect(page.notices).toEqual([])
    expect(device.model.state().app).toBeNull()
    expect(shown(page)).toMatchObject({ isPlaying: true })
    expect(state(page).remote).toBeNull()
  })

  it('K1 the page of the receiver needs five seconds to load → it gets the queue then', async () => {
    const device = createCastDevice()
    device.setLoaded(false)
    const page = createPage(device, 'own')
    await play(page, 3)
    await cast(page)
    await advanceTime(5000)
    device.setLoaded(true)
    await advanceTime(1200)
    expect(shown(device)).toMatchObject({ isPlaying: true })
    expect(device.engine.state.queue.items).toHaveLength(3)
  })
})

describe('another list while this page casts', () => {
  it('K2 a list is played → the device gets a window of it, and the whole list returns to this page', async () => {
    const { device, page } = await castingPage(5)
    page.engine.dispatch(
      player.playQueue({ tracks: fileTracks(60).map((one) => ({ ...one, postId: `n${one.postId}` })), source, index: 30 }),
    )
    await advanceTime(50)
    expect(idsOf(device.engine.state.queue.items)).toEqual(Array.from({ length: 15 }, (_, n) => `np${27 + n}`))
    expect(shown(device)).toMatchObject({ index: 3, isPlaying: true })
    expect(shown(page)).toEqual(shown(device))
    void page.devices.castActions!.bringHere()
    await advanceTime(100)
    expect(shown(page)).toMatchObject({ index: 30, isPlaying: true, items: { length: 60 } })
  })

  it('K2 a list is played of which nothing can play there → a message says so, and the device plays on', async () => {
    const { device, page } = await castingPage(5)
    page.engine.dispatch(player.playQueue({ tracks: [track('y:ok1')] }))
    await advanceTime(50)
    expect(page.notices).toEqual(['Nothing in this queue can play on this TV.'])
    expect(idsOf(device.engine.state.queue.items)).toContain('p0')
    expect(shown(page)).toEqual(shown(device))
  })

  it('K2 a file and a video of a provider are added → the device gets the file, and a message says what is left out', async () => {
    const { device, page } = await castingPage(5)
    page.engine.dispatch(player.playNext([fileTrack(77), track('y:ok1')]))
    await advanceTime(50)
    expect(idsOf(device.engine.state.queue.items).slice(0, 2)).toEqual(['p0', 'p77'])
    expect(device.engine.state.queue.items).toHaveLength(6)
    expect(page.notices).toEqual(['1 item can’t play on this TV and is left out.'])
  })
})

describe('what the device cannot play', () => {
  it('K2 some items are of providers → they are left out, and a message says how many', async () => {
    const { device, page } = await castTracks([fileTrack(0), track('y:ok1'), fileTrack(2), track('y:ok3')])
    expect(idsOf(device.engine.state.queue.items)).toEqual(['p0', 'p2'])
    expect(page.notices).toEqual(['2 items can’t play on this TV and are left out.'])
  })

  it('K2 no item can play there → the session ends, and this page plays on', async () => {
    const { device, page } = await castTracks([track('y:ok1')])
    expect(page.notices).toEqual(['Nothing in this queue can play on this TV.'])
    expect(device.model.state().app).toBeNull()
    expect(shown(page)).toMatchObject({ isPlaying: true })
    expect(state(page).remote).toBeNull()
  })
})

describe('several senders', () => {
  it('BY10 BZ3 a second page → it shows and controls the queue of the device', async () => {
    const { device, page } = await castingPage()
    const second = createPage(device, 'own')
    await cast(second)
    expect(shown(second)).toEqual(shown(device))
    second.engine.dispatch(player.next())
    await advanceTime(30)
    expect(shown(device)).toMatchObject({ index: 1 })
    expect(shown(page)).toEqual(shown(device))
  })

  it('K1 BZ4 the page is reloaded → it joins the device again, which has played on', async () => {
    const { device, page } = await castingPage()
    const stored = page.close()
    device.engine.live.emit({ type: 'time', position: 50, duration: 100 })
    await advanceTime(10)
    expect(shown(device)).toMatchObject({ isPlaying: true })
    const reloaded = createPage(device, 'own', { stored })
    await vi.dynamicImportSettled()
    await advanceTime(200)
    await vi.dynamicImportSettled()
    await advanceTime(200)
    expect(shown(reloaded)).toEqual(shown(device))
    expect(Math.round(state(reloaded).position)).toBeGreaterThanOrEqual(50)
    expect(reloaded.notices).toEqual([])
  })

  it('K1 the app has ended before the reload → the page does not join, and stays as it is', async () => {
    const { device, page } = await castingPage()
    const stored = page.close()
    device.model.endApp()
    const reloaded = createPage(device, 'own', { stored })
    await advanceTime(500)
    expect(state(reloaded).remote).toBeNull()
    expect(reloaded.stored.session).toBeNull()
  })
})

describe('pages that are not alone', () => {
  it('BZ3 a second page has nothing that can play there → the device plays on for the first one', async () => {
    const { device } = await castingPage()
    const second = createPage(device, 'own')
    second.engine.dispatch(player.playQueue({ tracks: [track('y:ok1')] }))
    await advanceTime(10)
    await cast(second)
    expect(second.notices).toEqual(['Nothing in this queue can play on this TV.'])
    expect(shown(device)).toMatchObject({ isPlaying: true })
    expect(device.model.state().app).not.toBeNull()
    expect(shown(second)).toMatchObject({ isPlaying: true })
  })

  it('BZ4 a second page takes the queue → the first one has its own again, paused', async () => {
    const { device, page } = await castingPage(40, { index: 20 })
    const second = createPage(device, 'own')
    await cast(second)
    void second.devices.castActions!.bringHere()
    await advanceTime(100)
    expect(shown(second)).toMatchObject({ index: 3, isPlaying: true })
    expect(device.model.state().app).toBeNull()
    expect(shown(page)).toMatchObject({ index: 20, isPlaying: false, items: { length: 40 } })
  })

  it.runIf(isGoogle())('K1 a page is opened while another one casts → it plays its own queue, and can join the device', async () => {
    const { device, page } = await castingPage(5)
    // Google's sender joins all pages of the origin.
    const tab = createPage(device, 'own', { stored: { session: page.stored.session, tab: {} } })
    tab.engine.dispatch(player.playQueue({ tracks: [fileTrack(90)] }))
    await vi.dynamicImportSettled()
    await advanceTime(300)
    expect(shown(tab)).toMatchObject({ items: ['p90'], isPlaying: true })
    expect(state(tab).remote).toBeNull()
    tab.engine.dispatch(player.pause())
    await cast(tab)
    expect(shown(tab)).toEqual(shown(device))
  })

  it('BZ4 the page is reloaded, and the queue is brought back → it has all of its items', async () => {
    const { device, page } = await castingPage(40, { index: 20 })
    const { session } = page.engine.stored
    expect(session).toMatchObject({ queue: { items: { length: 40 } } })
    page.engine.dispatch(player.next())
    await advanceTime(2000)
    expect(page.engine.stored.session).toBe(session)
    const stored = page.close()
    const reloaded = createPage(device, 'own', { stored, world: { saved: session! } })
    await vi.dynamicImportSettled()
    await advanceTime(300)
    await vi.dynamicImportSettled()
    await advanceTime(300)
    expect(shown(reloaded)).toEqual(shown(device))
    void reloaded.devices.castActions!.bringHere()
    await advanceTime(200)
    expect(state(reloaded).queue.items).toHaveLength(40)
    expect(state(reloaded).queue.items[state(reloaded).queue.index]!.postId).toBe('p21')
    expect(shown(reloaded)).toMatchObject({ isPlaying: true })
  })

  it('A2 the member signs out while this page controls the device of another one → its own queue does not return', async () => {
    const { device } = await castingPage()
    const second = createPage(device, 'own')
    second.engine.dispatch(player.playQueue({ tracks: [fileTrack(70)] }))
    second.engine.dispatch(player.pause())
    await advanceTime(10)
    await cast(second)
    expect(shown(second)).toEqual(shown(device))
    second.engine.dispatch(player.close())
    await advanceTime(100)
    expect(shown(second)).toMatchObject({ items: [], phase: 'closed' })
    expect(shown(device)).toMatchObject({ isPlaying: true })
  })

  it('K1 the player is closed → the device stops, and its app ends', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.close())
    await advanceTime(100)
    expect(shown(page)).toMatchObject({ items: [], phase: 'closed' })
    expect(device.model.state().app).toBeNull()
    expect(page.devices.cast.read().device).toBeNull()
  })

  it('BZ4 another device of the member is controlled when the person casts → its queue comes here first', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    await play(page, 3)
    const other = { device: { id: 'kitchen', name: 'Kitchen', kind: 'tv' as const }, isReleased: () => true, release: async () => true }
    const idle = function* (): Generator {
      yield* []
    }
    page.devices.driver.set({ ...other, run: idle, handle: idle })
    const bringHere = vi.fn(async () => page.devices.driver.set(null))
    page.devices.actions = { bringHere } as never
    await cast(page)
    expect(bringHere).toHaveBeenCalledOnce()
    expect(state(page).remote).toMatchObject({ name: 'Living room TV' })
    expect(shown(device)).toMatchObject({ items: ['p0', 'p1', 'p2'] })
  })
})

describe('what belongs to the queue', () => {
  it('B5 the first item begins at 0:30 → so does it on the device, also for a list that is played while casting', async () => {
    const { device, page } = await castTracks([track('y:ok1'), { ...fileTrack(1), startTime: 30 }])
    expect(device.engine.hosted.current.startTime).toBe(30)
    page.engine.dispatch(player.playQueue({ tracks: [{ ...fileTrack(2), startTime: 20 }] }))
    await advanceTime(50)
    expect(device.engine.hosted.current).toMatchObject({ stream: { uri: 'ok2.mp4' }, startTime: 20 })
  })

  it('Q1 a shuffled queue is cast → it is shuffled there, and can be put back into its order', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    await play(page, 10)
    page.engine.dispatch(player.setShuffle(true))
    await cast(page)
    expect(state(page).queue.natural).not.toBeNull()
    page.engine.dispatch(player.setShuffle(false))
    await advanceTime(50)
    expect(idsOf(device.engine.state.queue.items)).toEqual(fileTracks(10).map(({ postId }) => postId))
  })
})

describe('the token for private feeds', () => {
  it('K2 it is sent to the receiver alone, in no other message, and renewed every hour', async () => {
    const { device, page } = await castingPage()
    const second = createPage(device, 'own')
    const received: string[] = []
    device.model.attach('listener', ({ body }) => void received.push(JSON.stringify(body)))
    await cast(second)
    // The second page has not given the device its queue.
    expect(device.tokens).toEqual(['token-1'])
    expect(second.state.tokens).toBe(0)
    await advanceTime(3_600_000)
    expect(page.state.tokens).toBe(2)
    expect(device.tokens).toContain('token-2')
    expect(received.filter((text) => text.includes('token-'))).toEqual([])
  })

  it('K2 the receiver requests one again and again → at most one every four minutes is issued', async () => {
    const { device, page } = await castingPage()
    for (let n = 0; n < 20; n += 1) {
      device.messenger.send(page.sender, { type: 'tokenNeeded' })
      await advanceTime(15_000)
    }
    expect(page.state.tokens).toBeLessThanOrEqual(3)
  })
})

describe('messages', () => {
  it('K2 a queue with 200 long items follows the window → no message is larger than a device accepts', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    const title = 'An "exceptionally" long title ✓ '.repeat(40)
    page.engine.dispatch(player.playQueue({ tracks: fileTracks(200).map((one) => ({ ...one, title })) }))
    await advanceTime(10)
    await cast(page)
    await advanceTime(200)
    expect(device.engine.state.queue.items).toHaveLength(200)
    expect(device.largest()).toBeLessThan(65_536)
    expect(shown(page)).toEqual(shown(device))
    expect(page.log).toEqual([])
  })

  it('BZ3 the device loses its network → this page shows its queue, paused; the device plays on', async () => {
    const { device, page } = await castingPage()
    device.model.setOnline(false)
    page.engine.dispatch(player.next())
    // The application tries to connect again first.
    await advanceTime(isGoogle() ? 30_000 : 60_000)
    expect(shown(page)).toMatchObject({ isPlaying: false, items: { length: 40 } })
    expect(shown(device)).toMatchObject({ isPlaying: true })
  })
})
