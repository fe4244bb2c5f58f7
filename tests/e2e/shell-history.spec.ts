/** Navigation: what back and forward restore, and when a link is a full load. */
import { addPost, signUp, startPlaylist } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, started, test, type Page } from './fixtures.ts'
import { settled } from './settled.ts'

const place = (page: Page): Promise<number> => page.evaluate(() => scrollY)
/** Marks the document: a full load removes the mark. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void ((window as { marked?: boolean }).marked = true))
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => (window as { marked?: boolean }).marked === true).catch(() => false)

/** Waits for the code that inspects responses: it is loaded after the first interaction, together with the page-view report. */
async function attended(page: Page): Promise<void> {
  const reported = page.waitForRequest('**/api/v1/analytics/pageview')
  await page.keyboard.press('Shift')
  await reported
}

/** Scrolls until at least this number of cards is loaded. */
async function scrollTo(page: Page, count: number): Promise<void> {
  const cards = page.getByRole('main').getByRole('article')
  await expect(async () => {
    await page.mouse.wheel(0, 3000)
    expect(await cards.count()).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 20_000 })
}

test('R14 A9 going back restores the list and the scroll position, after a reload too', async ({ page }) => {
  test.setTimeout(90_000)
  const { request } = page.context()
  await signUp(request, 'Long Lister')
  const bead = await startPlaylist(request, 'A long list')
  await Promise.all(Array.from({ length: 48 }, (_, n) => addPost(request, bead.id, `https://example.org/long/${n}.mp4`, `Number ${n}`)))
  await page.goto(`${bead.href}?sort=recent`)
  const cards = page.getByRole('main').getByRole('article')
  const featured = page.getByRole('region', { name: 'Featured post' })
  await scrollTo(page, 48)
  await cards.nth(35).scrollIntoViewIfNeeded()
  const title = await cards.nth(35).getByRole('heading').innerText()
  const [count, before] = [await cards.count(), await place(page)]
  expect(before).toBeGreaterThan(1000)
  // The position must be saved before the page unloads: Firefox discards writes at that time.
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const entries = JSON.parse(sessionStorage.getItem('strand-history') ?? '[]') as [string, { y: number }][]
          return entries.some(([, { y }]) => Math.abs(y - scrollY) < 3)
        }),
      'the place is written while the page is there',
    )
    .toBe(true)

  await page.reload()
  await expect(cards).toHaveCount(count)
  await expect.poll(async () => Math.abs((await place(page)) - before)).toBeLessThan(3)

  await cards.nth(35).getByRole('heading').getByRole('link').click()
  await expect(featured.getByRole('heading', { name: title })).toBeVisible()
  expect(await place(page)).toBe(0)
  await page.reload()
  await settled(page)
  const requests: string[] = []
  page.on(
    'request',
    (sent) => void (sent.url().includes('/api/v0/posts?') && requests.push(new URL(sent.url()).searchParams.get('limit') ?? '')),
  )
  await page.goBack()
  await expect(cards).toHaveCount(count)
  await expect.poll(async () => Math.abs((await place(page)) - before)).toBeLessThan(3)
  expect(requests, 'in one call').toEqual([String(count)])

  // Cached responses of this page are not requested again.
  requests.length = 0
  await page.goForward()
  await expect(featured.getByRole('heading', { name: title })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(count)
  expect(requests).toEqual([])
})

test('R14 a response of another build → a notice, and the next link is a full load; none while a form is dirty, and only once', async ({
  page,
}) => {
  await page.goto('/music')
  await attended(page)
  await mark(page)
  let build = 'another'
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), ...(build && { 'x-strand-build': build }) } })
  })
  const banner = page.getByText('A new version of Strand is available.')
  // Clicked by script: a hover prefetches the link, and the response could arrive before the click.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/trending"]')!.click())
  await expect(banner).toBeVisible()
  expect(await isMarked(page)).toBe(true)

  await page.getByRole('banner').getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').fill('ada@example.org')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/activity"]')!.click())
  await expect(page).toHaveURL(/\/activity$/)
  expect(await isMarked(page), 'not from under a form').toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Strand/ })
    .click()
  await expect(page).toHaveURL(/\/discover$/)
  await expect.poll(() => isMarked(page)).toBe(false)
  await started(page)
  // From now on, the build of the server is that of the page.
  build = ''
  await mark(page)
  await page.getByRole('banner').getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL(/\/trending$/)
  await page.waitForTimeout(300)
  expect(await isMarked(page)).toBe(true)
  await expect(banner).toHaveCount(0)
})

test('R14 a redirect header is followed; HTML instead of an API response → one reload', async ({ page }) => {
  // Stops the clock: on a slow machine, the test may take longer than the ten seconds between two reloads.
  await page.clock.setFixedTime(Date.now())
  await page.goto('/no-such-thing')
  await attended(page)
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route('**/api/v2/trending?**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Proxy</title>' }),
  )
  await page.route('**/api/v0/beads?**', (route) =>
    route.fulfill({ json: { results: [], next: null, counts: { total: 0 } }, headers: { 'X-Strand-Redirect': '/about' } }),
  )
  await page.getByRole('main').getByRole('link', { name: 'Discover playlists' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect.poll(() => loads).toBe(1)
  await attended(page)
  // Within ten seconds of the last reload, the response is an ordinary failure.
  await page.getByRole('banner').getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL(/\/trending$/)
  await page.waitForTimeout(500)
  expect(loads).toBe(1)
})

test('R3 R10 R14 addresses that need a full load, and one-word addresses', async ({ page }) => {
  // Each step loads a new document.
  test.setTimeout(120_000)
  await page.goto('/about')
  const follow = async (href: string) => {
    // Hydration would remove a link that is added before.
    await started(page)
    await page
      .evaluate((to) => {
        const link = document.createElement('a')
        link.href = to
        document.querySelector('main')!.append(link)
        link.click()
      }, href)
      .catch(() => undefined)
  }
  await mark(page)
  await follow('/tos?direct=y')
  await expect(page).toHaveURL(/\/tos$/)
  await expect.poll(() => isMarked(page)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await mark(page)
  await follow('/privacy')
  await expect(page).toHaveURL(/\/privacy$/)
  await follow('/Music')
  await expect(page.getByRole('heading', { level: 1, name: 'Music' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  // No network is configured here, so the server has no such page; the request itself is tested.
  await follow('/connect/facebook')
  await expect.poll(() => isMarked(page)).toBe(false)
})

test('R9 a link to a feed refetches it, going back does not', async ({ page }) => {
  await signUp(page.context().request, 'Feed Reader')
  await page.goto('/music')
  const first = page.getByRole('main').getByRole('article').first()
  let requestCount = 0
  page.on('request', (sent) => void (/\/api\/v2\/trending\?/.test(sent.url()) && (requestCount += 1)))
  const trending = page.getByRole('banner').getByRole('link', { name: 'Trending' })
  await trending.click()
  await expect.poll(() => requestCount).toBe(1)
  await expect(first).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Strand/ })
    .click()
  await expect(page).toHaveURL(/\/discover$/)
  await page.goBack()
  await expect(first).toBeVisible()
  expect(requestCount).toBe(1)
  await trending.click()
  await expect.poll(() => requestCount).toBe(2)
})

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`R14 Back closes the log-in and the flag dialog and stays on the page, on a ${device}`, async ({ page, newVisitor }) => {
    await page.setViewportSize(viewport)
    const writer = await newVisitor()
    await signUp(writer.request, 'Wanda Writes')
    const bead = await startPlaylist(writer.request, 'Under dialogs')
    await addPost(writer.request, bead.id, 'https://example.org/under.mp4', 'Under a dialog')
    await page.goto('/about')
    await page.goto(bead.href)
    const dialog = page.getByRole('dialog')
    const closesByBack = async () => {
      await expect(dialog).toBeVisible()
      // Waits for the history entry of the dialog: no person is fast enough to go back before it exists.
      await expect.poll(() => page.evaluate(() => (history.state as { guard?: true } | null)?.guard)).toBe(true)
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(bead.href)
    }
    const collect = page
      .getByRole('main')
      .getByRole('button', { name: /^Collect/ })
      .first()
    await collect.click()
    await closesByBack()
    await collect.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()

    await signUp(page.context().request, 'Rita Returns')
    await page.reload()
    const more = page.getByRole('main').getByRole('article').first().getByRole('button', { name: /^More/ })
    await more.click()
    await page.getByRole('menuitem', { name: 'Flag post' }).click()
    await closesByBack()
    await page.goBack()
    await expect(page, 'the closed dialogs left no entry').toHaveURL('/about')
  })

test('BY24 a screen stays until the code of the next one is loaded, also if its own code was loaded before', async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(scriptOf('renderer/screens/member/MemberScreen.tsx'), async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/discover')
  const trending = page.getByRole('link', { name: 'Trending', exact: true })
  const code = page.waitForResponse(scriptOf('renderer/screens/feed/FeedScreen.tsx'))
  await trending.hover()
  await (await code).finished()
  await trending.click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Trending')
  const member = page.getByRole('main').locator('a[href^="/p/"]:not([aria-hidden])').first()
  await member.click()
  await expect(page).toHaveURL(/\/p\//)
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(heading).toHaveText('Trending')
  release()
  await expect(heading).not.toHaveText('Trending')
})
