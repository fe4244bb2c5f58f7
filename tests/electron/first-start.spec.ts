/** Servers: the first start, several of them, and servers that cannot be reached. */
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuiltServer } from '../support/built-server.ts'
import { expect, missing, test } from './application.ts'

test.skip(missing !== '', missing)

/** An origin at which nothing listens. */
async function closedOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

test('BY19 first start: an address → a warning without encryption, the page, and the same server at the next start', async ({
  launch,
  strand,
}) => {
  const first = await launch({ servers: [] })
  await expect(first.page.getByRole('heading', { name: 'Choose a server' })).toBeVisible()
  await first.page.getByLabel('Server address').fill(strand.origin)
  await first.page.getByRole('button', { name: 'Connect' }).click()
  await first.page.getByRole('link', { name: 'Connect without encryption' }).click()
  await expect(first.page).toHaveURL(new RegExp(`^${strand.origin}/`))
  await first.close()
  const second = await launch({ userData: first.userData })
  await expect(second.page).toHaveURL(new RegExp(`^${strand.origin}/`))
})

test('BY19 an invalid address → the reason, in the same form', async ({ launch }) => {
  const { page } = await launch({ servers: [] })
  await page.getByLabel('Server address').fill('http://strand.example')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toContainText('https://')
})

test('BY15 a server that does not run → a page with a next step', async ({ launch }) => {
  const { page } = await launch({ servers: [await closedOrigin()] })
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose another server' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a server' })).toBeVisible()
})

test('BY19 two servers → the menu switches between them', async ({ launch, strand }) => {
  const other = strand.origin.replace('127.0.0.1', 'localhost')
  const { page, choose } = await launch({ servers: [strand.origin, other] })
  await expect(page).toHaveURL(new RegExp(`^${other}/`))
  await choose(new URL(strand.origin).host)
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
})

test('BY15 a server that was used before and does not run now → the application starts from the service worker and says so', async ({
  launch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'strand-electron-server-'))
  await cp(process.env.STRAND_E2E_WORLD!, folder, { recursive: true })
  const server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_RATE_LIMITS: '0', NODE_ENV: 'test' })
  const online = await launch({ servers: [server.origin] })
  await expect(online.page).toHaveURL(new RegExp(`^${server.origin}/`))
  await online.page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  await expect.poll(() => online.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await online.close()
  await server.stop()
  const offline = await launch({ userData: online.userData })
  await expect(offline.page.getByRole('status').filter({ hasText: /offline|reach Strand/ })).toBeVisible()
  await rm(folder, { recursive: true, force: true })
})
