/** The app starts without a network and says so (BY15). The only browser test whose pages may have a service worker. */
import { faultsIn } from './axe.ts'
import { showcase, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { scriptOf } from './built.ts'

test.use({ serviceWorkers: 'allow' })

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /offline|reach Strand|back online/ })

/** Visits a page, and waits until the service worker is active and controls it. */
async function visitWithWorker(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    return (
      await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))
    ).flat()
  })

test('BY15 the service worker registers when the page is idle, caches the app but no API response, and is served with no-cache', async ({
  page,
  request,
}) => {
  await signUp(page.context().request, 'Kept Nowhere')
  await visitWithWorker(page)
  const cached = await cachedUrls(page)
  expect(cached).toContain('/offline')
  expect(cached.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(20)
  expect(cached.filter((path) => path.startsWith('/api/') || path === '/')).toEqual([])
  const shell = await page.evaluate(async () => (await caches.match('/offline'))?.text())
  expect(shell).not.toContain('Kept Nowhere')
  expect(shell).not.toContain('/api/v0/me')

  const worker = await request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  const manifest = await request.get('/app.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
  await page.goto('/offline')
  await expect(page, 'a person who goes there has a network').toHaveURL('/')
})

test('BY15 a page opened offline starts, says so, and refetches what failed when the network returns', async ({
  page,
  context,
  request,
  baseURL,
}, info) => {
  const bead = await showcase(request)
  await signUp(context.request, 'Off Line')
  await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL! }])
  await visitWithWorker(page)
  await context.setOffline(true)
  await page.goto(bead.href)
  await expect(notice(page)).toContainText("You're offline")
  await expect(page.getByRole('main').getByText("We can't reach Strand")).toBeVisible()
  // The session is unknown now, so no log-in is requested.
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await faultsIn(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('offline-dark.png') })

  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  await expect(notice(page)).toContainText("You're back online.")
  // The session is fetched again.
  await expect(page.getByRole('button', { name: 'Account of Off Line' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

/** Visits a page, and waits until its answers are remembered. */
async function visitAndRemember(page: Page, path: string, query: string): Promise<void> {
  await visitWithWorker(page, path)
  await expect.poll(async () => (await rememberedUrls(page)).join('\n')).toContain(query)
}

const rememberedUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('answers-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => decodeURIComponent(url))
  })

test('BY15 started offline → the pages that were visited before, with the date; they load again when the network returns', async ({
  page,
  context,
  request,
}, info) => {
  const bead = await showcase(request)
  await signUp(context.request, 'Last Seen')
  await visitAndRemember(page, '/discover', '/beadGroups/')
  await visitAndRemember(page, bead.href, `"bead":"${bead.id}"`)
  await context.setOffline(true)

  await page.goto('/discover')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(notice(page)).toContainText(/You're offline.*This page was loaded on \w+ \d+/)
  await expect(page.getByRole('button', { name: 'Account of Last Seen' })).toBeVisible()
  await page.screenshot({ path: info.outputPath('discover-1280.png') })

  await page.goto(bead.href)
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(notice(page)).toContainText('This page was loaded on')
  expect(await faultsIn(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('playlist-1280.png') })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: info.outputPath('playlist-390-dark.png') })
  await page.goto('/preferences')
  await expect(page.getByRole('main').getByText("We can't reach Strand")).toBeVisible()
  await page.goto(bead.href)
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()

  const posts = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v0/posts' && response.ok())
  await context.setOffline(false)
  await posts
  await expect(notice(page)).toContainText("You're back online.")
  await expect(notice(page)).toHaveCount(0)
})

test('BY15 started offline after a log-out → nothing of the member', async ({ page, context, request }) => {
  const bead = await showcase(request)
  await signUp(context.request, 'Gone Home')
  await visitAndRemember(page, bead.href, `"bead":"${bead.id}"`)
  await page.getByRole('button', { name: 'Account of Gone Home' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect.poll(async () => (await page.evaluate(() => caches.keys())).filter((name) => name.includes('member-'))).toEqual([])
  await context.setOffline(true)
  await page.goto('/collection')
  await expect(notice(page)).toContainText("You're offline")
  await expect(page.getByRole('button', { name: 'Account of Gone Home' })).toHaveCount(0)
})

test("BY15 the app's files are unavailable → the document says so and offers a reload", async ({ page }) => {
  await page.route(scriptOf('renderer/main.tsx'), (route) => route.abort())
  // It never reacts to input.
  await page.goto('/about', { waitUntil: 'commit' })
  const words = page.getByText('Strand should be here by now.')
  await expect(words).toBeHidden()
  await words.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()))
  await expect(words).toBeVisible()
  await page.unroute(scriptOf('renderer/main.tsx'))
  await page.getByRole('link', { name: 'load the page again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(words).toHaveCount(0)
})

test('BY15 an open page goes offline → one notice, which disappears when online; the content stays', async ({ page, context }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitWithWorker(page)
  await context.setOffline(true)
  await expect(notice(page)).toContainText("You're offline")
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.screenshot({ path: info.outputPath('offline-390-light.png') })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice(page)).toContainText("You're offline")
  await context.setOffline(false)
  await expect(notice(page)).toContainText("You're back online.")
  await expect(notice(page)).toHaveCount(0)
})

test('BY15 offline before the first interaction, without a worker → a notice at once; an unloaded screen says so, and opens when online', async ({
  page,
  context,
}) => {
  await page.route('**/sw.js', (route) => route.abort())
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(notice(page)).toContainText("You're offline")
  await page.getByRole('navigation').getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL('/trending')
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs a network connection' })).toBeFocused()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs a network connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
  // Its style sheet, which failed as well, is loaded too.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
          .filter(({ sheet, disabled }) => sheet === null && !disabled)
          .map(({ href }) => href),
      ),
    )
    .toEqual([])
})

test('BY15 a screen whose chunk no longer exists → a full page load once Strand answers', async ({ page, context }) => {
  await page.route('**/sw.js', (route) => route.abort())
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Like Firefox, which caches a failed module import until the document is unloaded.
  let lost = true
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) lost = false
  })
  await page.route(scriptOf('renderer/screens/feed/FeedScreen.tsx'), (route) => (lost ? route.abort() : route.continue()))
  await context.setOffline(true)
  await expect(notice(page)).toContainText("You're offline")
  await page.getByRole('navigation').getByRole('link', { name: 'Trending' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs a network connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
  expect(lost, 'by a full load').toBe(false)
})

test('BY15 a chunk request without an answer → an error, and the screen once Strand answers', async ({ page }) => {
  await page.route('**/sw.js', (route) => route.abort())
  let answers = false
  const waiting: (() => void)[] = []
  const hang = async () => {
    if (!answers) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  await page.route(scriptOf('renderer/screens/about/AboutScreen.tsx'), async (route) => {
    await hang()
    await route.continue()
  })
  await page.route('**/healthz', (route) => (answers ? route.continue() : route.abort()))
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'This page needs a network connection' })).toBeVisible({ timeout: 20_000 })
  answers = true
  for (const go of waiting) go()
  await expect(page.getByRole('heading', { level: 1, name: 'Creating a playlist for every idea. Together.' })).toBeVisible()
})

test('BY15 a reload while offline → the cached app, also on a page without earlier input', async ({ page, context }) => {
  await visitWithWorker(page, '/about')
  await context.setOffline(true)
  await page.reload()
  await expect(notice(page)).toContainText("You're offline")
  await expect(page.getByRole('navigation').first()).toBeVisible()
})
