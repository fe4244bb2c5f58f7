/** A page in the desktop application: what Google's sender does not have (BZ3, K1). */
import { expect, it, vi } from 'vitest'
import { player, selectIsPlaying, type CastState } from '#player/index.ts'
import { advanceTime, source } from '../player/harness.ts'
import { createCastDevice, createPage, setSender } from '../support/cast/browser.ts'
import { fileTracks, passTime, useFakePage } from '../support/cast/page.ts'

setSender('desktop')

useFakePage()

type Device = ReturnType<typeof createCastDevice>
type Page = ReturnType<typeof createPage>

async function pass(device: Device, ms: number): Promise<void> {
  await vi.dynamicImportSettled()
  await passTime(device, ms)
  await vi.dynamicImportSettled()
}
async function playingPage(receiver: 'own' | 'files', change: object = {}, options: object = {}): Promise<{ device: Device; page: Page }> {
  const device = createCastDevice(options)
  const page = createPage(device, receiver)
  page.engine.dispatch(player.playQueue({ tracks: fileTracks(5, change), source }))
  await advanceTime(10)
  page.choose()
  // The page loads the driver when it has a session.
  for (let n = 0; n < 3; n += 1) await pass(device, 200)
  return { device, page }
}
const isPlaying = ({ engine: { state } }: Page): boolean => selectIsPlaying({ player: state })

it('BZ3 the page lists the devices until the list is closed; another page finds none before it searches', async () => {
  const device = createCastDevice()
  const page = createPage(device, 'own')
  const lists: string[][] = []
  const stop = page.devices.castActions!.search!((devices) => void lists.push(devices.map(({ name }) => name)))
  await advanceTime(10)
  expect(lists).toEqual([['Living room TV']])
  stop()
  await advanceTime(10)
  expect(lists).toHaveLength(1)
})

it.each(['own', 'files'] as const)('BZ3 the computer sleeps and wakes → the %s receiver, paused, is controlled again', async (receiver) => {
  const { device, page } = await playingPage(receiver)
  page.engine.dispatch(player.pause())
  await pass(device, 300)
  page.application!.server.suspend()
  await pass(device, 500)
  expect(page.engine.state.remote).not.toBeNull()
  page.application!.server.resume()
  await pass(device, 500)
  expect(page.engine.state.remote).toMatchObject({ name: 'Living room TV', status: 'connected' })
  // A connection that does not return is given up after 30 s.
  await pass(device, 35_000)
  expect(page.engine.state.remote).toMatchObject({ status: 'connected' })
  page.engine.dispatch(player.next())
  await pass(device, 1000)
  const { playback } = device.model.state()
  const { queue } = device.engine.state
  expect(receiver === 'own' ? queue.items[queue.index]!.postId : playback!.items[playback!.index]!.customData!['postId']).toBe('p1')
})

it('K1 the receiver ends while the computer sleeps → this page shows the item, paused', async () => {
  const { device, page } = await playingPage('files')
  page.application!.server.suspend()
  device.model.endApp()
  page.application!.server.resume()
  await pass(device, 1000)
  expect(page.engine.state.remote).toBeNull()
  expect(isPlaying(page)).toBe(false)
  expect(page.engine.state.queue.items).toHaveLength(5)
})

it('K1 the device does not have the receiver → the list says so, and this page plays on', async () => {
  const { device, page } = await playingPage('own', {}, { apps: [] })
  expect(page.devices.cast.read()).toEqual({
    isAvailable: true,
    device: null,
    problem: { device: 'Living room TV', reason: 'noApp' },
  })
  expect(isPlaying(page)).toBe(true)
  // The next choice removes the message.
  const states: CastState[] = []
  page.devices.cast.subscribe(() => void states.push(page.devices.cast.read()))
  page.choose()
  await pass(device, 500)
  expect(states.find((state) => state.device !== null)).toMatchObject({
    device: { name: 'Living room TV', isConnecting: true },
    problem: null,
  })
})

it('K1 the device disappears before the person chooses it → the list says so', async () => {
  const device = createCastDevice()
  const page = createPage(device, 'own')
  page.devices.castActions!.choose({ id: 'gone', name: 'Old TV', hasScreen: true })
  await pass(device, 100)
  expect(page.devices.cast.read()).toMatchObject({ device: null, problem: { device: 'Old TV', reason: 'unreachable' } })
})

it('K1 a person at the device does not allow it → the list says so', async () => {
  const device = createCastDevice({ needsApproval: true })
  const page = createPage(device, 'own')
  page.choose()
  await pass(device, 300)
  expect(page.devices.cast.read().device).toMatchObject({ isConnecting: true })
  device.model.approve(false)
  await pass(device, 300)
  expect(page.devices.cast.read()).toMatchObject({ device: null, problem: { reason: 'refused' } })
})

it('BZ4 the person chooses this device while it still connects → it plays on here, and nothing is reported', async () => {
  const device = createCastDevice({ needsApproval: true })
  const page = createPage(device, 'own')
  page.engine.dispatch(player.playQueue({ tracks: fileTracks(2), source }))
  page.choose()
  await pass(device, 300)
  void page.devices.castActions!.bringHere()
  device.model.approve(true)
  await pass(device, 1000)
  expect(page.devices.cast.read()).toMatchObject({ device: null, problem: null })
  expect(page.engine.state.remote).toBeNull()
  expect(isPlaying(page)).toBe(true)
  expect(device.model.state().senders).toEqual([])
})

it('K2 a title that is longer than the bridge accepts, and a picture that is no web address → the item plays', async () => {
  const { device } = await playingPage('files', { title: 'x'.repeat(5000), image: 'data:image/png;base64,AAAA' })
  const [item] = device.model.state().playback!.items
  expect(item!.media).toMatchObject({ contentId: 'https://strand.example/ok0.mp4' })
})
