/** The left menu. The bar and the quick menu are tested in tests/component/shell-menus.test.tsx. */
import { signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'

const bar = (page: Page): Locator => page.getByRole('banner')
/** `includeHidden`: the button is inert while the menu is open. */
const hamburger = (page: Page): Locator => page.locator('header').getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
const leftMenu = (page: Page): Locator => page.getByRole('dialog', { name: 'Menu' })

test('R16 BY17 the left menu by keyboard: entries per role; what it opens returns the focus to its button', async ({
  page,
  newVisitor,
}) => {
  await page.goto('/music')
  await hamburger(page).focus()
  await page.keyboard.press('Enter')
  const rows = leftMenu(page).getByRole('navigation').locator('a, button')
  await expect(rows).toHaveText([
    'Join Strand',
    'Log In',
    'Discover',
    'Activity',
    'Trending',
    'Add a Post',
    'Start a Playlist',
    'About',
    'Terms & Legal',
  ])
  // The focus stays in the menu.
  for (let n = 0; n < 20; n += 1) {
    await page.keyboard.press('Tab')
    // The focus guards at its ends have the focus for a moment.
    await expect
      .poll(() => leftMenu(page).evaluate((menu) => menu.contains(document.activeElement) || document.activeElement === document.body))
      .toBe(true)
  }
  await rows.filter({ hasText: 'Log In' }).focus()
  await page.keyboard.press('Enter')
  const logIn = page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) })
  await expect(logIn).toBeVisible()
  await expect(leftMenu(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(hamburger(page)).toBeFocused()

  const member = await (await newVisitor({ viewport: { width: 390, height: 844 } })).newPage()
  await signUp(member.context().request, 'Left Ada')
  await member.goto('/music')
  await hamburger(member).click()
  await expect(leftMenu(member).getByRole('navigation').locator('a, button')).toHaveText([
    'Discover',
    'Activity',
    'Trending',
    'Notifications',
    'Add a Post',
    'Start a Playlist',
    /My Profile$/,
    'Collection',
    'Preferences',
    'About',
    'Terms & Legal',
    'Log out',
  ])
  await leftMenu(member).getByRole('radio', { name: 'Dark' }).check()
  await expect(member.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(
    await member.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(({ media }) => matchMedia(media).matches)?.content,
    ),
  ).toBe('#131315')
  await leftMenu(member).getByRole('button', { name: 'Log out' }).click()
  await expect(bar(member).getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('R24 R16 a swipe of 100 px opens and closes the left menu; a shorter one, or one across a scrolling row, does not', async ({
  newVisitor,
}) => {
  const page = await (await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const swipe = async (from: number, to: number, y: number) => {
    await touch('touchStart', from, y)
    for (let step = 1; step <= 5; step += 1) await touch('touchMove', from + ((to - from) * step) / 5, y)
    await touch('touchEnd', to, y)
  }
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  const y = heading.y + heading.height / 2
  await swipe(60, 159, y)
  const categories = (await page.getByRole('navigation', { name: /categor/i }).boundingBox())!
  await swipe(60, 300, categories.y + categories.height / 2)
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false')
  await swipe(60, 161, y)
  await expect(leftMenu(page)).toBeVisible()
  await swipe(240, 139, 600)
  await expect(leftMenu(page)).toHaveCount(0)
})

test('BY22 R16 right to left: the shell and its swipe are mirrored, and nothing is wider than the window', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  // As the server would send it for a right-to-left language.
  await page.route(
    (url) => ['/music', '/about', '/tos'].includes(url.pathname),
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('dir="ltr"', 'dir="rtl"') })
    },
  )
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const path of ['/about', '/tos', '/music']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(), path).toBe(0)
  }
  expect((await hamburger(page).boundingBox())!.x).toBeGreaterThan(300)
  const session = await context.newCDPSession(page)
  const y = (await page.getByRole('heading', { level: 1 }).boundingBox())!.y + 10
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  // The code that detects swipes is loaded at the first touch.
  await expect(async () => {
    await touch('touchStart', 330)
    for (let x = 310; x >= 220; x -= 30) await touch('touchMove', x)
    await touch('touchEnd', 220)
    await expect(leftMenu(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect
    .poll(async () => {
      const { x, width } = (await leftMenu(page).boundingBox())!
      return Math.round(x + width)
    })
    .toBe(390)
})
