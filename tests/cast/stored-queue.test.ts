/** The stored queue of a page (BY6) while a Cast device has that of another sender, or a part of it. */
import { describe, expect, it, vi } from 'vitest'
import { player, type CastReceiver, type SavedSession } from '#player/index.ts'
import { advanceTime, source } from '../player/harness.ts'
import { createCastDevice, createPage, idsOf, type CastDevice } from '../support/cast/browser.ts'
import { fileTracks, passTime, useFakePage } from '../support/cast/page.ts'

useFakePage()

type Page = ReturnType<typeof createPage>

/** Seconds of each file. */
const duration = 60
const files = (count: number, prefix = '') => fileTracks(count, { duration }, prefix)

async function settle(device: CastDevice): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    await vi.dynamicImportSettled()
    await passTime(device, 300)
  }
}
async function cast(device: CastDevice, page: Page): Promise<void> {
  page.choose()
  await settle(device)
}
/** A device that plays 40 items of a page. */
async function castingPage(receiver: CastReceiver, index = 0): Promise<{ device: CastDevice; page: Page }> {
  const device = createCastDevice()
  const page = createPage(device, receiver)
  page.engine.dispatch(player.playQueue({ tracks: files(40), source, index }))
  await advanceTime(10)
  await cast(device, page)
  return { device, page }
}
/** A page with a paused queue of 20 items at the third one, which it has stored. */
async function pageWithQueue(device: CastDevice, receiver: CastReceiver): Promise<Page> {
  const page = createPage(device, receiver)
  page.engine.dispatch(player.playQueue({ tracks: files(20, 'own'), source, index: 2 }))
  await advanceTime(10)
  page.engine.dispatch(player.pause())
  await advanceTime(1000)
  return page
}
/** A page with a queue of its own that controls what another page casts. */
async function controllingPage(receiver: CastReceiver) {
  const { device, page: sender } = await castingPage(receiver)
  const page = await pageWithQueue(device, receiver)
  const { session, position } = page.engine.stored
  await cast(device, page)
  expect(shown(page)).toContain('p0')
  return { device, sender, page, session, position }
}
const shown = ({ engine }: Page) => idsOf(engine.state.queue.items)
const stored = ({ engine }: Page) => engine.stored.session as SavedSession | null
const storedPosts = (page: Page) => stored(page)!.queue.items.map(({ postId }) => postId)
/** The playing item of Strand's receiver is at this position (seconds). */
async function playTo(device: CastDevice, position: number): Promise<void> {
  device.engine.live.emit({ type: 'time', position, duration })
  await passTime(device, 2000)
}

describe.each(['files', 'own'] as const)('a page that controls what another sender casts, with the receiver "%s"', (receiver) => {
  it('BY6 K1 BZ3 the device plays on, and the page is left → the stored queue of the page and its position are unchanged', async () => {
    const { device, page, session, position } = await controllingPage(receiver)
    if (receiver === 'own') await playTo(device, 20)
    await passTime(device, receiver === 'own' ? 5000 : 65_000)
    page.engine.dispatch(player.next())
    await passTime(device, 3000)
    page.engine.changePage('left')
    expect(page.engine.stored).toEqual({ session, position })
    expect(storedPosts(page)).toHaveLength(20)
  })

  it('BY6 BZ3 the page is reloaded while it controls the device → it has its queue again when it leaves', async () => {
    const { device, page, session } = await controllingPage(receiver)
    const reloaded = createPage(device, receiver, { world: { saved: session! }, stored: page.close() })
    await settle(device)
    expect(shown(reloaded)).toContain('p0')
    reloaded.devices.castActions!.leave()
    await passTime(device, 1000)
    expect(shown(reloaded)).toEqual(files(20, 'own').map(({ postId }) => postId))
    expect(reloaded.engine.state.queue.index).toBe(2)
    expect(storedPosts(reloaded)).toHaveLength(20)
  })

  it('BY6 BZ3 the page stops controlling the device → its queue and further positions are stored', async () => {
    const { device, page } = await controllingPage(receiver)
    page.devices.castActions!.leave()
    await passTime(device, 1000)
    page.engine.dispatch(player.playItem(page.engine.state.queue.items[5]!.id))
    await passTime(device, 1000)
    expect(stored(page)).toMatchObject({ queue: { index: 5, items: { length: 20 } } })
    page.engine.live.emit({ type: 'time', position: 30, duration })
    expect(page.engine.stored.position).toMatchObject({ itemId: page.engine.state.queue.items[5]!.id, position: 30 })
  })

  it('BY6 BZ4 the page brings the queue of the other sender here → it replaces the stored one', async () => {
    const { device, page } = await controllingPage(receiver)
    void page.devices.castActions!.bringHere()
    await passTime(device, 1000)
    expect(storedPosts(page)).toContain('p0')
    expect(storedPosts(page)).not.toContain('own2')
  })

  it('BY6 K2 the page plays a list there → all of the list is stored, with its positions', async () => {
    const { device, page } = await controllingPage(receiver)
    page.engine.dispatch(player.playQueue({ tracks: files(30, 'new'), source, index: 1 }))
    await passTime(device, 1000)
    if (receiver === 'own') await playTo(device, 20)
    else await passTime(device, 20_000)
    expect(storedPosts(page)).toEqual(files(30, 'new').map(({ postId }) => postId))
    const second = stored(page)!.queue.items[1]!
    expect(page.engine.stored.position).toMatchObject({ itemId: second.id })
    expect(page.engine.stored.position!.position).toBeGreaterThan(10)
  })

  it('BY6 A2 the player of the page is closed → no queue is stored', async () => {
    const { device, page } = await controllingPage(receiver)
    page.engine.dispatch(player.close())
    await passTime(device, 1000)
    expect(page.engine.stored.session).toBeNull()
  })

  it('BY6 BZ3 a page without a queue controls the device, and leaves it → it has none, and stores none', async () => {
    const { device } = await castingPage(receiver)
    const page = createPage(device, receiver)
    await cast(device, page)
    await passTime(device, 5000)
    expect(shown(page)).toContain('p0')
    expect(page.engine.stored).toEqual({ session: null, position: null })
    page.devices.castActions!.leave()
    await passTime(device, 1000)
    expect(shown(page)).toEqual([])
    expect(page.engine.stored).toEqual({ session: null, position: null })
  })
})

describe('a page whose queue is on the device', () => {
  it('BY6 K1 another sender goes to the next item on the default receiver → the queue of the page stays stored, and returns', async () => {
    const { device, page } = await castingPage('files')
    const session = page.engine.stored.session
    const second = createPage(device, 'files')
    await cast(device, second)
    second.engine.dispatch(player.next())
    await passTime(device, 3000)
    expect(shown(page)).toContain('p1')
    expect(page.engine.stored.session).toBe(session)
    page.devices.castActions!.leave()
    await passTime(device, 1000)
    expect(shown(page)).toHaveLength(40)
    expect(storedPosts(page)).toHaveLength(40)
  })

  it('BY6 BZ4 the page is reloaded, and gets other item ids → the position of an item with the id of another one is not stored', async () => {
    const device = createCastDevice()
    const page = createPage(device, 'own')
    // The ids of the second queue begin at q11, and at q1 after a reload.
    page.engine.dispatch(player.playQueue({ tracks: files(10, 'first') }))
    page.engine.dispatch(player.playQueue({ tracks: files(40), source }))
    await advanceTime(10)
    await cast(device, page)
    await playTo(device, 20)
    expect(page.engine.stored.position).toMatchObject({ itemId: 'q11', position: expect.closeTo(20, -1) })
    const session = page.engine.stored.session!
    const reloaded = createPage(device, 'own', { world: { saved: session }, stored: page.close() })
    await settle(device)
    expect(reloaded.engine.state.queue.items[0]!.id).toBe('q11')
    await playTo(device, 40)
    expect(reloaded.engine.state.position).toBeGreaterThan(39)
    expect(reloaded.engine.stored.position?.itemId).not.toBe('q11')
  })

  it('BY6 K2 another list is played there → all of it is stored, not only the window of the device', async () => {
    const { device, page } = await castingPage('own')
    page.engine.dispatch(player.playQueue({ tracks: files(60, 'new'), source, index: 30 }))
    await passTime(device, 1000)
    expect(storedPosts(page)).toEqual(files(60, 'new').map(({ postId }) => postId))
    expect(stored(page)).toMatchObject({ queue: { index: 30 } })
  })
})
