/** Devices: the application as one of its member, and the search for Cast devices. */
import type { ServerFrame } from '#contract/connect.ts'
import { connectPath } from '#contract/rules.ts'
import { showcase } from '../e2e/api.ts'
import { expect, missing, test, type Desktop } from './application.ts'
import { signUpIn } from './members.ts'

test.skip(missing !== '', missing)

test('BZ4 the application of a signed-in member → a device of kind desktop', async ({ launch, strand }) => {
  const { pageOf } = await launch()
  const page = await pageOf(strand.origin)
  let kinds: string[] = []
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname !== connectPath) return
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(payload.toString()) as ServerFrame
      if (frame.type === 'devices') kinds = frame.devices.map(({ kind }) => kind)
    })
  })
  await signUpIn(page, 'Dora Desktop')
  await expect.poll(() => kinds).toEqual(['desktop'])
})

/** Counts the open sockets for datagrams. The search for Cast devices, by multicast DNS, is the only use of them. */
async function watchSearches({ app }: Desktop): Promise<() => Promise<number>> {
  await app.evaluate(() => {
    const dgram = process.getBuiltinModule('node:dgram')
    const { createSocket } = dgram
    const searches = { open: 0 }
    Object.assign(globalThis, { searches })
    Object.assign(dgram, {
      createSocket(...given: Parameters<typeof createSocket>) {
        const socket = createSocket(...given)
        searches.open += 1
        socket.once('close', () => (searches.open -= 1))
        return socket
      },
    })
  })
  return () => app.evaluate(() => (globalThis as unknown as { searches: { open: number } }).searches.open)
}

test('BZ3 Cast devices are searched only while the list of devices is shown', async ({ launch, request, strand }) => {
  const bead = await showcase(request)
  const desktop = await launch({ args: [`strand://play/${bead.id}`] })
  const countSearches = await watchSearches(desktop)
  const page = await desktop.pageOf(strand.origin)
  await expect.poll(() => desktop.isEnabled('Pause')).toBe(true)
  expect(await countSearches()).toBe(0)
  const button = page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Devices' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(countSearches).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(countSearches).toBe(0)
})
