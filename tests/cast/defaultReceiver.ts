/** Google Cast without a receiver of our own, for each sender: Google's default receiver plays files (K1, K2). */
import { describe, expect, it, vi } from 'vitest'
import { player, selectIsPlaying, type Track } from '#player/index.ts'
import { advanceTime, source, track, type World } from '../player/harness.ts'
import { createCastDevice, createPage, idsOf, type CastDevice } from '../support/cast/browser.ts'
import { fileTrack, fileTracks, passTime, useFakePage } from '../support/cast/page.ts'

useFakePage()

type Page = ReturnType<typeof createPage>

/** Seconds of each file. */
const duration = 60
const file = (n: number) => fileTrack(n, { duration })
const files = (count: number) => fileTracks(count, { duration })

async function cast(device: CastDevice, page: Page): Promise<void> {
  page.choose()
  await vi.dynamicImportSettled()
  await passTime(device, 200)
  await vi.dynamicImportSettled()
  await passTime(device, 200)
}
async function castingPage(count = 40, { index = 0, options = {}, world = {} as World } = {}): Promise<{ device: CastDevice; page: Page }> {
  const device = createCastDevice(options)
  const page = createPage(device, 'files', { world })
  page.engine.dispatch(player.playQueue({ tracks: files(count), index, source }))
  await advanceTime(10)
  await cast(device, page)
  return { device, page }
}
/** A page that casts these tracks. */
async function castTracks(tracks: Track[], options = {}): Promise<{ device: CastDevice; page: Page }> {
  const device = createCastDevice(options)
  const page = createPage(device, 'files')
  page.engine.dispatch(player.playQueue({ tracks }))
  await advanceTime(10)
  await cast(device, page)
  return { device, page }
}
const onDevice = ({ model }: CastDevice) => {
  const { playback } = model.state()
  if (playback === null) return null
  const { items, index, state } = playback
  return { items: items.map(({ customData }) => customData?.['postId']), current: items[index]!.customData?.['postId'], state }
}
const shown = ({ engine: { state } }: Page) => ({
  current: state.queue.items[state.queue.index]?.postId,
  phase: state.phase,
  isPlaying: selectIsPlaying({ player: state }),
})
const posts = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `p${from + n}`)

describe('casting files to the default receiver', () => {
  it('K1 K2 a queue that plays is cast → the device gets 15 items, plays the current one, and this page is silent', async () => {
    const { device, page } = await castingPage(40, { index: 20 })
    expect(onDevice(device)).toEqual({ items: posts(17, 32), current: 'p20', state: 'PLAYING' })
    expect(shown(page)).toEqual({ current: 'p20', phase: 'playing', isPlaying: true })
    expect(page.engine.state.remote).toMatchObject({ name: 'Living room TV' })
    expect(page.engine.hosted.calls.at(-1)).toBe('unload')
    const [item] = device.model.state().playback!.items
    expect(item!.media).toMatchObject({ contentId: 'https://strand.example/ok17.mp4', contentType: 'video/mp4' })
    // Every sender on the network can read this.
    expect(item!.customData).toEqual({ v: 1, postId: 'p17', feedIndex: 17, itemId: 'q18', owner: expect.any(String) })
  })

  it('K1 a queue is cast in the middle of an item → the device begins there', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'files')
    page.engine.dispatch(player.playQueue({ tracks: files(3) }))
    await advanceTime(10)
    page.engine.live.emit({ type: 'time', position: 25, duration })
    await cast(device, page)
    expect(device.model.state().playback!.position).toBe(25)
    expect(Math.round(page.engine.state.position)).toBeGreaterThanOrEqual(25)
  })

  it('BY10 the device moves on by itself → this page follows without a new load, and reports the play', async () => {
    const { device, page } = await castingPage()
    const { mediaSessionId } = device.model.state().playback!
    await passTime(device, 61_000)
    expect(onDevice(device)).toMatchObject({ current: 'p1', state: 'PLAYING' })
    expect(device.model.state().playback!.mediaSessionId).toBe(mediaSessionId)
    expect(shown(page)).toMatchObject({ current: 'p1', isPlaying: true })
    expect(page.engine.reported).toEqual(['p0'])
  })

  it('K2 the current item is among the last three of the window → the device gets the next ones', async () => {
    const { device, page } = await castingPage(40, { index: 11 })
    page.engine.dispatch(player.next())
    await passTime(device, 300)
    expect(onDevice(device)).toMatchObject({ current: 'p12' })
    expect(onDevice(device)!.items).toEqual(posts(0, 30))
  })

  it('BY10 previous, next, a click in the queue, pause, play and seek → the device carries them out', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.playItem(page.engine.state.queue.items[30]!.id))
    await passTime(device, 300)
    expect(onDevice(device)).toMatchObject({ current: 'p30', items: posts(27, 40) })
    page.engine.dispatch(player.previous())
    await passTime(device, 300)
    expect(onDevice(device)).toMatchObject({ current: 'p29' })
    page.engine.dispatch(player.pause())
    await passTime(device, 300)
    expect(onDevice(device)).toMatchObject({ state: 'PAUSED' })
    expect(shown(page)).toMatchObject({ isPlaying: false })
    page.engine.dispatch(player.seek(30))
    page.engine.dispatch(player.play())
    await passTime(device, 300)
    expect(onDevice(device)).toMatchObject({ state: 'PLAYING' })
    expect(device.model.state().playback!.position).toBeGreaterThanOrEqual(30)
    expect(page.engine.state.position).toBeGreaterThanOrEqual(30)
  })

  it('BY10 an item is removed in the page → the device is corrected when it moves on', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.removeItems([page.engine.state.queue.items[1]!.id]))
    await passTime(device, 62_000)
    expect(onDevice(device)).toMatchObject({ current: 'p2' })
    expect(shown(page)).toMatchObject({ current: 'p2', isPlaying: true })
  })

  it('K2 a video of a provider lies between two files → the page skips it, and the device plays on', async () => {
    const { device, page } = await castTracks([file(0), track('y:ok1'), file(2)])
    expect(page.notices).toEqual(['1 item can’t play on this TV and is left out.'])
    let pauses = 0
    for (let n = 0; n < 700; n += 1) {
      await passTime(device, 100)
      if (onDevice(device)?.state === 'PAUSED') pauses += 1
    }
    expect(pauses).toBe(0)
    expect(onDevice(device)).toMatchObject({ current: 'p2', state: 'PLAYING' })
    expect(shown(page)).toMatchObject({ current: 'p2', isPlaying: true })
  })

  it('L7 a comment is being written when the item ends → the device waits, and goes on when it is sent', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.startComposing('c1'))
    await passTime(device, 63_000)
    expect(onDevice(device)).toMatchObject({ state: 'PAUSED' })
    expect(shown(page)).toMatchObject({ current: 'p0' })
    page.engine.dispatch(player.stopComposing('c1'))
    await passTime(device, 1000)
    expect(onDevice(device)).toMatchObject({ current: 'p1', state: 'PLAYING' })
    expect(shown(page)).toMatchObject({ current: 'p1', isPlaying: true })
  })

  it('K1 someone pauses with the remote control of the television → this page shows it', async () => {
    const { device, page } = await castingPage()
    const second = createPage(device, 'files')
    await cast(device, second)
    second.engine.dispatch(player.pause())
    await passTime(device, 300)
    expect(shown(page)).toMatchObject({ isPlaying: false })
  })

  it('K2 an item cannot be played → it is skipped as on this page', async () => {
    const { device, page } = await castingPage(5, { index: 1, options: { unplayable: ['https://strand.example/ok1.mp4'] } })
    await passTime(device, 3000)
    expect(onDevice(device)).toMatchObject({ current: 'p2', state: 'PLAYING' })
    expect(shown(page)).toMatchObject({ current: 'p2' })
  })

  it('K2 the volume of the page changes → that of the device does; the page keeps its own', async () => {
    const { device, page } = await castingPage()
    expect(device.model.state().volume.level).toBe(1)
    page.engine.dispatch(player.setVolume(0.2))
    await passTime(device, 300)
    expect(device.model.state().volume.level).toBe(0.2)
    expect(page.engine.settings.volume).toBe(0.4)
    device.model.endApp()
    await passTime(device, 300)
    expect(page.engine.state.volume).toBe(0.4)
  })

  it('BZ4 the queue is brought back → the app ends, and this page plays on from the position', async () => {
    const { device, page } = await castingPage()
    await passTime(device, 20_000)
    void page.devices.castActions!.bringHere()
    await passTime(device, 300)
    expect(device.model.state().app).toBeNull()
    expect(page.engine.hosted.current.stream.uri).toBe('ok0.mp4')
    expect(page.engine.hosted.current.startTime).toBeGreaterThan(19)
    expect(page.engine.state).toMatchObject({ remote: null, intent: 'play' })
  })

  it('K1 the player is closed → the device stops', async () => {
    const { device, page } = await castingPage()
    page.engine.dispatch(player.close())
    await passTime(device, 300)
    expect(onDevice(device)).toBeNull()
    expect(page.engine.state.phase).toBe('closed')
  })

  it('K1 the device is switched off → this page shows the item paused, and says nothing', async () => {
    const { device, page } = await castingPage()
    device.model.endApp()
    await passTime(device, 300)
    expect(shown(page)).toMatchObject({ current: 'p0', isPlaying: false })
    expect(page.engine.state.remote).toBeNull()
    expect(page.notices).toEqual([])
  })

  it('K1 BZ4 the page is reloaded → it joins the device at the item that it plays by then', async () => {
    const { device, page } = await castingPage()
    const session = page.engine.stored.session
    const stored = page.close()
    await passTime(device, 70_000)
    const reloaded = createPage(device, 'files', { world: { saved: session! }, stored })
    await vi.dynamicImportSettled()
    await passTime(device, 500)
    await vi.dynamicImportSettled()
    await passTime(device, 500)
    expect(shown(reloaded)).toMatchObject({ current: 'p1', isPlaying: true })
    expect(reloaded.engine.state.queue.items).toHaveLength(40)
    expect(onDevice(device)).toMatchObject({ current: 'p1', state: 'PLAYING' })
    await passTime(device, 60_000)
    expect(shown(reloaded)).toMatchObject({ current: 'p2', isPlaying: true })
    // It has not been given items twice.
    expect(onDevice(device)!.items).toEqual(posts(0, 15))
  })

  it('BZ3 a second page → it shows what the device plays, follows it and controls it', async () => {
    const { device, page } = await castingPage()
    const second = createPage(device, 'files')
    await cast(device, second)
    expect(shown(second)).toMatchObject({ current: 'p0', isPlaying: true })
    expect(idsOf(second.engine.state.queue.items)).toEqual(['p0', 'p1'])
    await passTime(device, 61_000)
    expect(shown(second)).toMatchObject({ current: 'p1', isPlaying: true })
    await passTime(device, 61_000)
    expect(shown(second)).toMatchObject({ current: 'p2', isPlaying: true })
    expect(second.engine.reported).toEqual([])
    expect(page.engine.reported).toEqual(['p0', 'p1'])
  })

  it('BZ3 a second page presses next and previous → the first one follows, and no play is reported', async () => {
    const { device, page } = await castingPage()
    const second = createPage(device, 'files')
    await cast(device, second)
    second.engine.dispatch(player.next())
    await passTime(device, 1500)
    expect(onDevice(device)).toMatchObject({ current: 'p1', state: 'PLAYING' })
    expect(shown(page)).toMatchObject({ current: 'p1', isPlaying: true })
    expect(shown(second)).toMatchObject({ current: 'p1', isPlaying: true })
    await passTime(device, 10_000)
    expect([...page.engine.reported, ...second.engine.reported]).toEqual([])
  })

  it('K1 the remote control of the television goes to another item → this page shows it, and no play is reported', async () => {
    const { device, page } = await castingPage(10, { index: 5 })
    const { app, playback } = device.model.state()
    const command = { type: 'QUEUE_UPDATE', jump: -1, mediaSessionId: playback!.mediaSessionId, requestId: 0 }
    const namespace = 'urn:x-cast:com.google.cast.media'
    device.model.attach('remote', () => undefined)
    device.model.receive({
      source: 'remote',
      destination: app!.transportId,
      namespace: 'urn:x-cast:com.google.cast.tp.connection',
      body: { type: 'CONNECT' },
    })
    device.model.receive({ source: 'remote', destination: app!.transportId, namespace, body: command })
    await passTime(device, 3000)
    expect(onDevice(device)).toMatchObject({ current: 'p4', state: 'PLAYING', items: posts(0, 10) })
    expect(shown(page)).toMatchObject({ current: 'p4', isPlaying: true })
    expect(page.engine.reported).toEqual([])
  })

  it('BY7 another sender has given the device an item with the address of a script → this page leaves it out', async () => {
    const { device } = await castingPage(3)
    const [, second] = device.model.state().playback!.items
    second!.media.contentId = 'javascript:alert(1)'
    const page = createPage(device, 'files')
    await cast(device, page)
    expect(page.engine.state.queue.items.map(({ streams }) => streams[0]!.href)).toEqual(['https://strand.example/ok0.mp4'])
  })

  it('BZ3 a page with a queue of its own joins and leaves → it has its queue again, and the device plays on', async () => {
    const { device } = await castingPage()
    const second = createPage(device, 'files')
    second.engine.dispatch(player.playQueue({ tracks: files(7).map((one) => ({ ...one, postId: `n${one.postId}` })), index: 2 }))
    second.engine.dispatch(player.pause())
    await advanceTime(10)
    await cast(device, second)
    expect(shown(second)).toMatchObject({ current: 'p0', isPlaying: true })
    second.devices.castActions!.leave()
    await passTime(device, 2000)
    expect(shown(second)).toMatchObject({ current: 'np2', isPlaying: false })
    expect(second.engine.state.queue.items).toHaveLength(7)
    expect(onDevice(device)).toMatchObject({ current: 'p0', state: 'PLAYING' })
  })

  it('B5 the last item has an end time → the device stops there', async () => {
    const { device, page } = await castTracks([{ ...file(0), endTime: 20 }])
    await passTime(device, 25_000)
    expect(onDevice(device)).toMatchObject({ state: 'PAUSED' })
    expect(page.engine.state.ended).toBe(true)
  })

  it('Q4 the only item is removed → the device stops', async () => {
    const { device, page } = await castingPage(1)
    page.engine.dispatch(player.removeItems([page.engine.state.queue.items[0]!.id]))
    await passTime(device, 2000)
    expect(onDevice(device)?.state).not.toBe('PLAYING')
  })

  it('BY10 the current item is clicked → it starts again on the device', async () => {
    const { device, page } = await castingPage()
    await passTime(device, 20_000)
    page.engine.dispatch(player.retry())
    await passTime(device, 500)
    expect(page.engine.state.position).toBeLessThan(3)
    expect(onDevice(device)).toMatchObject({ current: 'p0', state: 'PLAYING' })
  })

  it('L5 the first file of an item cannot be played there → the second one is tried', async () => {
    const device = createCastDevice({ unplayable: ['https://strand.example/bad.mp4'] })
    const page = createPage(device, 'files')
    const bad = { type: 'file' as const, uri: '/bad.mp4', href: 'https://example.org/bad' }
    page.engine.dispatch(player.playQueue({ tracks: [{ ...file(0), streams: [bad, ...file(0).streams] }, file(1)] }))
    await advanceTime(10)
    await cast(device, page)
    await passTime(device, 1000)
    expect(onDevice(device)).toMatchObject({ current: 'p0', state: 'PLAYING' })
    expect(device.model.state().playback!.items[0]!.media.contentId).toBe('https://strand.example/ok0.mp4')
  })

  it('BY10 a post is queued twice in a row → it plays twice', async () => {
    const { device, page } = await castTracks([file(0), file(0), file(1)])
    await passTime(device, 61_000)
    expect(page.engine.state.queue.index).toBe(1)
    await passTime(device, 61_000)
    expect(page.engine.state.queue.index).toBe(2)
    expect(page.engine.reported).toEqual(['p0', 'p0'])
  })

  it('K1 an overlapping load → the cancelled one is no failure of its item', async () => {
    const { device, page } = await castingPage(10, { options: { loadMs: 500 } })
    page.engine.dispatch(player.next())
    await passTime(device, 200)
    page.engine.dispatch(player.next())
    await passTime(device, 2000)
    expect(onDevice(device)).toMatchObject({ current: 'p2', state: 'PLAYING' })
    expect(shown(page)).toMatchObject({ current: 'p2', isPlaying: true })
    expect(page.engine.facts).not.toContain('itemFailed')
  })
})
