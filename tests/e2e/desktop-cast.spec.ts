/** The desktop application casts: its built preload script in the real page, its Cast server, and a device over TLS (K1, K2, BZ3, BZ4). */
import { channelOf, requestNames, type RequestName } from '../../electron/bridge.ts'
import { createCast, defaultReceiver } from '../../electron/cast/index.ts'
import { createCastServer } from '../../electron/shell/castServer.ts'
import { serveModel, startDevice } from '../support/cast/device.ts'
import { createDeviceModel } from '../support/cast/deviceModel.ts'
import { buildPreload, installBridge } from '../support/electron/page.ts'
import { showcase } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Page } from './fixtures.ts'

test.beforeAll(buildPreload)

const bar = (page: Page) => page.getByRole('region', { name: 'Player' })
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' })

/** The network of the person, with a television. */
async function startNetwork(page: Page) {
  const model = createDeviceModel({ apps: [defaultReceiver], now: () => performance.now() })
  const device = await startDevice(serveModel(model))
  const ticks = setInterval(() => model.tick(), 100)
  const state = { isOn: true, isSearching: false }
  const cast = createCast({
    log: () => undefined,
    discover(onDevices) {
      state.isSearching = true
      if (state.isOn) onDevices([{ ...device, name: 'Living room TV' }])
      return () => void (state.isSearching = false)
    },
  })
  const server = createCastServer({
    cast,
    log: () => undefined,
    send(name, value) {
      const sent = page.evaluate(
        ([channel, event]) =>
          (window as unknown as { application: { send(channel: unknown, value: unknown): void } }).application.send(channel, event),
        [channelOf(name), value] as const,
      )
      void sent.catch(() => undefined)
      return true
    },
  })
  const handlers = server.handlers as Partial<Record<RequestName, (argument: unknown) => unknown>>
  await page.exposeFunction('castInvoke', async (channel: string, argument: unknown) => {
    const name = requestNames.find((one) => channelOf(one) === channel)!
    return { ok: true, value: await handlers[name]!(argument) }
  })
  return {
    model,
    state,
    server,
    /** A request of the remote control of the television. */
    control(type: string): void {
      const { app, playback } = model.state()
      const destination = app!.transportId
      const { mediaSessionId } = playback!
      model.attach('remote', () => undefined)
      model.receive({ source: 'remote', destination, namespace: 'urn:x-cast:com.google.cast.tp.connection', body: { type: 'CONNECT' } })
      model.receive({
        source: 'remote',
        destination,
        namespace: 'urn:x-cast:com.google.cast.media',
        body: { type, mediaSessionId, requestId: 0 },
      })
    },
    async close() {
      clearInterval(ticks)
      server.reset()
      await device.close()
    },
  }
}

test('K1 K2 BZ3 BZ4 the application lists the devices of the network; one plays the queue, is paused there, and brought back', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(90_000)
  await installBridge(context)
  const network = await startNetwork(page)
  try {
    const bead = await showcase(request)
    await page.goto(bead.href)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    expect(network.state.isSearching).toBe(false)

    // By keyboard.
    const button = bar(page).getByRole('button', { name: 'Devices' })
    await button.focus()
    await page.keyboard.press('Enter')
    const tv = devices(page).getByRole('button', { name: 'Living room TV' })
    await expect(tv).toHaveAccessibleDescription(/can’t play there|Chromecast/)
    await expect(page.getByRole('status').filter({ hasText: '1 TV or speaker found' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => network.state.isSearching).toBe(false)
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await tv.focus()
    await page.keyboard.press('Enter')
    await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
    await expect(tv).toBeHidden()
    expect(network.state.isSearching).toBe(false)
    await expect.poll(() => network.model.state().playback?.state).toBe('PLAYING')

    network.control('PAUSE')
    await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    network.control('PLAY')
    await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

    await button.click()
    await expect(tv).toHaveAttribute('aria-current', 'true')
    await devices(page).getByRole('button', { name: 'This device' }).click()
    await expect(bar(page).getByText('Playing on')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => [...document.querySelectorAll('video')].some(({ paused }) => !paused))).toBe(true)
    await expect.poll(() => network.model.state().app).toBeNull()
  } finally {
    await network.close()
  }
})
