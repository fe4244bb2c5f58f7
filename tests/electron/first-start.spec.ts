/** Servers: the first start, several of them, and one that is offline. */
import { memberIn, signUpIn } from './members.ts'
import { expect, missing, test } from './application.ts'

test.skip(missing !== '', missing)

test('BY19 first start: an address → a warning without encryption, the page, and the same server at the next start', async ({
  launch,
  strand,
}) => {
  const first = await launch({ servers: [] })
  await expect(first.page.getByRole('heading', { name: 'Choose a server' })).toBeVisible()
  await first.page.getByLabel('Server address').fill(strand.origin)
  await first.page.getByRole('button', { name: 'Connect' }).click()
  await first.page.getByRole('link', { name: 'Connect without encryption' }).click()
  // The server has a session of its own, and so another window.
  await first.pageOf(strand.origin)
  await expect.poll(first.countWindows).toBe(1)
  await first.close()
  const second = await launch({ userData: first.userData })
  await second.pageOf(strand.origin)
})

test('BY19 an invalid address → the reason, in the same form', async ({ launch }) => {
  const { page } = await launch({ servers: [] })
  await page.getByLabel('Server address').fill('http://strand.example')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toContainText('https://')
})

test('BY19 two servers → the menu switches between them, in one window', async ({ launch, strand }) => {
  const other = strand.origin.replace('127.0.0.1', 'localhost')
  const { choose, countWindows, pageOf, settings } = await launch({ servers: [strand.origin, other] })
  await pageOf(other)
  await choose(new URL(strand.origin).host)
  await pageOf(strand.origin)
  await expect.poll(countWindows).toBe(1)
  expect(settings().servers).toEqual({ servers: [strand.origin, other], current: strand.origin })
})

test('BY19 two servers on one host → each has cookies of its own, and its member stays signed in', async ({
  launch,
  startServer,
  strand,
}) => {
  const other = await startServer()
  const { choose, pageOf } = await launch({ servers: [other.origin, strand.origin] })
  async function switchTo(origin: string) {
    await choose(new URL(origin).host)
    return pageOf(origin)
  }
  const first = await signUpIn(await pageOf(strand.origin), 'Fay First')
  // Cookies do not know ports: in one session, this server would get that of the other one.
  const page = await switchTo(other.origin)
  expect(await memberIn(page)).toBeNull()
  const second = await signUpIn(page, 'Sam Second')
  expect(await memberIn(await switchTo(strand.origin))).toBe(first)
  expect(await memberIn(await switchTo(other.origin))).toBe(second)
})

test('BY15 a server that was used before and does not run now → the application starts from the service worker and says so', async ({
  launch,
  startServer,
}) => {
  const server = await startServer()
  const online = await launch({ servers: [server.origin] })
  const page = await online.pageOf(server.origin)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await online.close()
  await server.stop()
  const offline = await launch({ userData: online.userData })
  await expect(offline.page.getByRole('status').filter({ hasText: /offline|reach Strand/ })).toBeVisible()
})
