/** New items of an open feed, and the feed of a visitor (N3, N4, N7). */
import { expect, test } from './fixtures.ts'
import { addText, articleOf, post, signInDemo, world } from './feed.ts'
import { stopClock } from './search-box.ts'

test('N3 N4 news is polled every 10 s → a banner, the count in the title, a box for 5 s', async ({ page, newVisitor }) => {
  const { ann, bead } = await world(page, newVisitor)
  const requests: { minTime: number; at: number }[] = []
  await page.clock.install()
  const before = Date.now()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/me/feed/status')) requests.push({ minTime: Number(url.searchParams.get('minTime')), at: Date.now() })
  })
  await page.goto('/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await stopClock(page)
  await addText(ann, bead, 'Come after all')
  const now = () => page.evaluate(() => Date.now())
  const shown = await now()
  while (requests.length === 0) {
    await page.clock.runFor(250)
    await page.evaluate(() => document.title)
  }
  const { minTime } = requests[0]!
  expect(minTime, 'now plus ten seconds').toBeGreaterThanOrEqual(before + 9_000)
  expect(minTime).toBeLessThan(before + 25_000)
  const first = await now()
  expect(first, 'and not asked before these are over').toBeGreaterThanOrEqual(minTime - 250)
  expect(first, 'ten seconds after the feed was shown').toBeLessThanOrEqual(shown + 10_250)

  const banner = page.getByRole('main').getByRole('button', { name: '1 New', exact: true })
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(banner).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page).toHaveTitle('(1) Activity · Strand')
  expect(new Set(requests.map(({ minTime }) => minTime)).size, 'the address stays, so that the answer can be 304').toBe(1)
  await expect(articleOf(page, 'Come after all')).toHaveCount(0)
  await banner.click()
  await expect(articleOf(page, 'Come after all')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page).toHaveTitle('Activity · Strand')
  const box = page.getByText('1 since you last looked')
  await expect(box).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(box).toBeVisible()
  await page.clock.runFor(200)
  await expect(box).toHaveCount(0)

  await test.step('the count is capped at 50', async () => {
    await page.route('**/me/feed/status?**', (route) => route.fulfill({ json: { count: 50 } }))
    await expect(async () => {
      await page.clock.runFor(10_000)
      await expect(page.getByRole('main').getByRole('button', { name: '50+ New', exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page).toHaveTitle('(50+) Activity · Strand')
  })
})

test('N3 A9 pull to refresh reloads the feed and shows so for 1.5 s', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await post(context.request, '/api/v1/auth/milq', { username: 'demo', password: 'strand' })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/activity')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Refresh' })).toBeAttached()
  await stopClock(page)
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
  const requestPromise = page.waitForRequest((request) => /\/api\/v2\/me\/feed\?/.test(request.url()))
  await touch('touchStart', 250)
  for (let y = 265; y <= 340; y += 15) await touch('touchMove', y)
  await touch('touchEnd', 340)
  const busy = page.getByText('Refreshing…')
  await expect(busy).toHaveCount(1)
  expect(new URL((await requestPromise).url()).searchParams.get('reset')).toBe('1')
  await page.clock.runFor(1499)
  await expect(busy).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(busy).toHaveCount(0)
  await expect(page.getByText("You're up to date")).toBeVisible()
})

test("N3 N7 visitors' feeds do not poll and show one promotion after item 4 of more than 10; members see none", async ({ page }) => {
  const polls: string[] = []
  page.on('request', (request) => void (request.url().includes('/feed/status') && polls.push(request.url())))
  await page.clock.install()
  const items = page.getByRole('main').locator('ul > li:has(> div > article), ul > li:has(> aside)')
  const promotion = page.getByRole('main').getByRole('complementary', { name: 'Keep what you find' })
  for (const path of ['/activity', '/trending']) {
    await page.goto(path)
    await expect(promotion, path).toHaveCount(1)
    await expect(items.nth(4).getByText('Keep what you find'), path).toBeVisible()
    await page.clock.runFor(30_000)
  }
  expect(polls).toEqual([])

  await page.route('**/api/v0/posts?**', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { results: object[]; next: number | null }
    await route.fulfill({ response, json: { ...answer, results: answer.results.slice(0, 10), next: null } })
  })
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(10)
  await expect(promotion).toHaveCount(0)

  await signInDemo(page)
  for (const path of ['/activity', '/trending']) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeGreaterThan(10)
    await expect(promotion, path).toHaveCount(0)
  }
})
