/** The bar, the quick menu and the left menu. */
import { expectAccessible } from './axe.ts'
import { signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'

const bar = (page: Page): Locator => page.getByRole('banner')
/** `includeHidden`: the button is inert while the menu is open. */
const hamburger = (page: Page): Locator => page.locator('header').getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
const leftMenu = (page: Page): Locator => page.getByRole('dialog', { name: 'Menu' })
const entriesIn = (menu: Locator): Promise<string[]> => menu.getByRole('menuitem').allInnerTexts()

/** Installs a paused clock; the test advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') })
  await page.clock.pauseAt(new Date('2026-01-05T12:00:01Z'))
}

test('R15 the bar links to the screens; a visitor logs in there and has further entries under More', async ({ page }) => {
  await page.goto('/about')
  await expect(bar(page).getByRole('combobox')).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Activity' })).toHaveAttribute('href', '/activity')
  await bar(page).getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL(/\/trending$/)
  await expect(bar(page).getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'page')
  await bar(page)
    .getByRole('link', { name: /^Strand/ })
    .click()
  await expect(page).toHaveURL(/\/discover$/)
  // The focus moves to the new heading once it is loaded.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(bar(page).getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Notifications' })).toHaveCount(0)

  const more = bar(page).getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  expect(await entriesIn(menu)).toEqual(['Add a Post', 'Start a Playlist', 'Keyboard shortcuts', 'About', 'Terms & Legal'])
  await expect(menu.getByText('© 2017 Strand')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await expect(menu.locator(':focus').or(page.locator('[role=menu]:focus'))).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Add a Post' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tos$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await more.click()
  await menu.getByRole('menuitem', { name: 'Add a Post' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
})

test('R15 a member has their picture, notifications and own pages in the quick menu', async ({ page }) => {
  const { uid } = await signUp(page.context().request, 'Ada Bar')
  await page.goto('/discover')
  await expect(bar(page).getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Log In' })).toHaveCount(0)
  await accountButton(page, 'Ada Bar').click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  expect(await entriesIn(menu)).toEqual([
    'My Profile',
    'Collection',
    'Add a Post',
    'Start a Playlist',
    'Preferences',
    'Keyboard shortcuts',
    'About',
    'Terms & Legal',
    'Log out',
  ])
  await menu.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${uid}$`))
  await accountButton(page, 'Ada Bar').click()
  await menu.getByRole('menuitem', { name: 'Start a Playlist' }).click()
  await expect(page.getByRole('dialog').getByPlaceholder('Enter a title')).toBeFocused()
})

test('R16 the left menu closes 300 ms after a click outside, on the logo or on a link, and at once on Escape', async ({ page }) => {
  await stopClock(page)
  await page.goto('/music')
  const open = async () => {
    await hamburger(page).click()
    // The code of the menu is loaded on the first click.
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(leftMenu(page)).toBeVisible({ timeout: 200 })
    }).toPass()
  }
  const goesAfter = async (act: () => Promise<void>) => {
    await open()
    await act()
    await page.clock.runFor(299)
    await expect(leftMenu(page)).toBeVisible()
    await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'true')
    await page.clock.runFor(1)
    await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false')
    await page.clock.runFor(1000)
    await expect(leftMenu(page)).toHaveCount(0)
  }
  await goesAfter(() => page.mouse.click(1000, 500))
  await expect(page).toHaveURL(/\/music$/)
  await goesAfter(() =>
    leftMenu(page)
      .getByRole('link', { name: /^Strand/ })
      .click(),
  )
  await expect(page).toHaveURL(/\/discover$/)
  await goesAfter(() => leftMenu(page).getByRole('link', { name: 'Terms & Legal' }).click())
  await expect(page).toHaveURL(/\/tos$/)
  await goesAfter(async () => void (await page.evaluate(() => history.back())))
  await expect(page).toHaveURL(/\/discover$/)

  await open()
  await page.keyboard.press('Escape')
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'false')
  await page.clock.runFor(1000)
  await expect(hamburger(page)).toBeFocused()
})

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

test('R24 A9 below 768 px the bar hides its links, below 640 px name and theme; the left menu has them', async ({ page }) => {
  await page.goto('/music')
  const trending = bar(page).getByRole('link', { name: 'Trending' })
  const theme = bar(page).getByRole('button', { name: 'Colour theme' })
  const name = bar(page).getByText('Strand', { exact: true })
  const shown: [number, { links: boolean; rest: boolean }][] = [
    [769, { links: true, rest: true }],
    [768, { links: false, rest: true }],
    [641, { links: false, rest: true }],
    [640, { links: false, rest: false }],
  ]
  for (const [width, { links, rest }] of shown) {
    await page.setViewportSize({ width, height: 800 })
    await expect(trending, `links at ${width}`).toBeVisible({ visible: links })
    for (const one of [theme, name]) await expect(one, `the rest at ${width}`).toBeVisible({ visible: rest })
  }
  await hamburger(page).click()
  await expect(leftMenu(page).getByRole('link', { name: 'Trending' })).toBeVisible()
  await expect(leftMenu(page).getByRole('radio', { name: 'Dark' })).toBeVisible()
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

test('BY17 BY21 the theme is chosen by keyboard, and the focus returns to its button', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  const button = bar(page).getByRole('button', { name: 'Colour theme' })
  await button.focus()
  await page.keyboard.press('Enter')
  const system = page.getByRole('menuitemradio', { name: 'System' })
  await expect(system).toBeChecked()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(button).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('BY17 BY21 axe finds no violation in the menus, light and dark', async ({ page }) => {
  await signUp(page.context().request, 'Axe Ada')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, button] of [
    [1280, hamburger(page)],
    [390, hamburger(page)],
    [1280, accountButton(page, 'Axe Ada')],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/music')
    await button.click()
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
    await expectAccessible(page, String(width), { besides: ['region'] })
  }
})
