/** The bar and the quick menu (R15, R24). */
import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from './axe.ts'
import { address, mount, pressOn, setViewport, texts } from './mount.tsx'
import { sampleMe } from './samples.ts'

const bar = page.getByRole('banner')
const hamburger = page.getByRole('button', { name: 'Menu', exact: true, includeHidden: true })
const leftMenu = page.getByRole('dialog', { name: 'Menu' })
const menu = page.getByRole('menu')
const entries = () => texts(menu.getByRole('menuitem'))

test('R15 the bar links to the screens; a visitor logs in there and has further entries under More', async () => {
  await mount('/about')
  await expect.element(bar.getByRole('combobox')).toBeVisible()
  await expect.element(bar.getByRole('link', { name: 'Activity' })).toHaveAttribute('href', '/activity')
  await bar.getByRole('link', { name: 'Trending' }).click()
  await expect.poll(address).toBe('/trending')
  await expect.element(bar.getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: /^Strand/ }).click()
  await expect.poll(address).toBe('/discover')
  // The focus moves to the new heading once it is loaded.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(bar.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(bar.getByRole('button', { name: 'Notifications' }).query()).toBeNull()

  const more = bar.getByRole('button', { name: 'More' })
  await pressOn(more, 'Enter')
  await expect.element(menu).toBeVisible()
  expect(entries()).toEqual(['Add a Post', 'Start a Playlist', 'Keyboard shortcuts', 'Open in the app', 'About', 'Terms & Legal'])
  await expect.element(menu.getByText('© 2017 Strand')).toBeVisible()
  await commands.press('Escape')
  await expect.element(more).toHaveFocus()
  await commands.press('Enter')
  await expect.element(menu).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=menu]')).not.toBeNull()
  await commands.press('ArrowDown')
  await expect.element(menu.getByRole('menuitem', { name: 'Add a Post' })).toHaveFocus()
  await commands.press('End')
  await commands.press('Enter')
  await expect.poll(address).toBe('/tos')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await more.click()
  await menu.getByRole('menuitem', { name: 'Add a Post' }).click()
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
})

test('R15 a member has their picture, notifications and own pages in the quick menu', async () => {
  await mount('/about', { me: sampleMe({ name: 'Ada Bar' }) })
  await expect.element(bar.getByRole('button', { name: 'Notifications' })).toBeVisible()
  expect(bar.getByRole('button', { name: 'Log In' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Account of Ada Bar' }).click()
  await expect.element(menu).toBeVisible()
  expect(entries()).toEqual([
    'My Profile',
    'Collection',
    'Add a Post',
    'Start a Playlist',
    'Preferences',
    'Keyboard shortcuts',
    'Open in the app',
    'About',
    'Terms & Legal',
    'Log out',
  ])
  await expect.element(menu.getByRole('menuitem', { name: 'My Profile' })).toHaveAttribute('href', '/p/ada')
  await menu.getByRole('menuitem', { name: 'Start a Playlist' }).click()
  await expect.element(page.getByRole('dialog').getByPlaceholder('Enter a title')).toHaveFocus()
})

test('R24 A9 below 768 px the bar hides its links, below 640 px name and theme; the left menu has them', async () => {
  await mount('/tos')
  const trending = bar.getByRole('link', { name: 'Trending', includeHidden: true })
  const theme = bar.getByRole('button', { name: 'Colour theme', includeHidden: true })
  const name = bar.getByText('Strand', { exact: true })
  const shown: [number, { links: boolean; rest: boolean }][] = [
    [769, { links: true, rest: true }],
    [768, { links: false, rest: true }],
    [641, { links: false, rest: true }],
    [640, { links: false, rest: false }],
  ]
  for (const [width, { links, rest }] of shown) {
    await setViewport(width, 800)
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
    await expect.poll(() => isVisible(trending.element()), { message: `links at ${width}` }).toBe(links)
    for (const one of [theme, name]) await expect.poll(() => isVisible(one.element()), { message: `the rest at ${width}` }).toBe(rest)
  }
  await hamburger.click()
  await expect.element(leftMenu.getByRole('link', { name: 'Trending' })).toBeVisible()
  await expect.element(leftMenu.getByRole('radio', { name: 'Dark' })).toBeVisible()
})

test('BY17 BY21 the theme is chosen by keyboard, and the focus returns to its button', async () => {
  await commands.emulateMedia({ colorScheme: 'light' })
  await mount('/about')
  const button = bar.getByRole('button', { name: 'Colour theme' })
  await pressOn(button, 'Enter')
  await expect.element(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await commands.press('End')
  const dark = page.getByRole('menuitemradio', { name: 'Dark' })
  await expect.element(dark).toHaveFocus()
  await commands.press('Enter')
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark')
  await expect.element(button).toHaveFocus()
  await commands.press('Space')
  await expect.element(dark).toBeChecked()
  await commands.press('Escape')
  await expect.element(button).toHaveFocus()
})

test('R16 the left menu closes 300 ms after a click outside, on the logo or on a link, and at once on Escape', async () => {
  await mount('/music')
  // Loads the code of the menu.
  await hamburger.click()
  await expect.element(leftMenu).toBeVisible()
  await commands.press('Escape')
  await expect.element(leftMenu).not.toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const open = async () => {
    await hamburger.click()
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(500)
        return leftMenu.query()
      })
      .not.toBeNull()
    await expect.element(leftMenu).toBeVisible()
  }
  const closesAfter = async (act: () => Promise<void>) => {
    await open()
    await act()
    await vi.advanceTimersByTimeAsync(299)
    await expect.element(leftMenu).toBeVisible()
    await expect.element(hamburger).toHaveAttribute('aria-expanded', 'true')
    await vi.advanceTimersByTimeAsync(1)
    await expect.element(hamburger).toHaveAttribute('aria-expanded', 'false')
    await vi.advanceTimersByTimeAsync(1000)
    await expect.element(leftMenu).not.toBeInTheDocument()
  }
  await closesAfter(() => commands.clickAt(1000, 500))
  expect(address()).toBe('/music')
  await closesAfter(() => leftMenu.getByRole('link', { name: /^Strand/ }).click())
  await expect.poll(address).toBe('/discover')
  await closesAfter(() => leftMenu.getByRole('link', { name: 'Terms & Legal' }).click())
  await expect.poll(address).toBe('/tos')
  await closesAfter(() => Promise.resolve(history.back()))
  await expect.poll(address).toBe('/discover')

  await open()
  await commands.press('Escape')
  await expect.element(hamburger).toHaveAttribute('aria-expanded', 'false')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.element(hamburger).toHaveFocus()
})

test('BY17 BY21 axe finds no violation in the menus, light and dark', async () => {
  for (const [width, name] of [
    [1280, 'Menu'],
    [390, 'Menu'],
    [1280, 'Account of Axe Ada'],
  ] as const) {
    await mount('/music', { me: sampleMe({ name: 'Axe Ada' }) })
    await setViewport(width, 800)
    await page.getByRole('button', { name, exact: true }).click()
    await expect.element(page.getByRole('dialog').or(menu)).toBeVisible()
    await expectAccessible(`${name}, ${width}`, { besides: ['region'] })
  }
})
