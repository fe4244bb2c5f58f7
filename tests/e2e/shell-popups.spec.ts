/** Popups, toasts and the update banner: how they are closed, and when they disappear by themselves. */
import { startPlaylist, signUp } from './api.ts'
import { runClockUntilVisible } from './clock.ts'
import { expect, test, type Page } from './fixtures.ts'
import { settled } from './settled.ts'

const stopped = new Date('2026-01-05T12:00:01Z')

async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') })
  await page.clock.pauseAt(stopped)
}

test('R17 a popup closes on Escape, a click beside it, Close, Cancel and OK, and each of them can be vetoed', async ({ page }) => {
  const { request } = page.context()
  const { uid } = await signUp(request, 'Popup Ada')
  await page.goto(`/p/${uid}`)
  const popup = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Save' }) })
  const name = popup.getByLabel('Name')
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  const open = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
    await expect(name).toBeVisible()
  }
  const ways: [string, () => Promise<void>][] = [
    ['Esc', () => page.keyboard.press('Escape')],
    ['a click beside it', () => page.mouse.click(5, 400)],
    ['close', () => popup.getByRole('button', { name: 'Close' }).click()],
    ['cancel', () => popup.getByRole('button', { name: 'Cancel' }).click()],
  ]
  for (const [way, close] of ways) {
    await open()
    await close()
    await expect(popup, way).toHaveCount(0)
  }

  await open()
  for (const [way, close] of ways) {
    await name.fill('Half a name')
    await close()
    await expect(question, way).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(name, way).toHaveValue('Half a name')
  }
  await name.fill('')
  await popup.getByRole('button', { name: 'Save' }).click()
  await expect(name, 'ok is refused').toHaveAttribute('aria-invalid', 'true')
  await name.fill('Popup Later')
  await popup.getByRole('button', { name: 'Save' }).click()
  await expect(popup).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Popup Later' })).toBeVisible()
})

test('R17 A9 a short toast disappears after 3 s and fades for 0.9 s', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { request } = page.context()
  await signUp(request, 'Toast Ada')
  const { href } = await startPlaylist(request, 'Of toasts')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') })
  await page.goto(href)
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click()
  const copy = page.getByRole('menuitem', { name: 'Copy link' })
  await expect(copy).toBeVisible()
  await page.clock.pauseAt(new Date('2026-01-05T12:10:00Z'))
  await copy.click()
  const shown = page.getByText('The link is copied.')
  // The code of toasts is loaded with the first one.
  await runClockUntilVisible(page, shown)
  const toast = shown.locator('xpath=ancestor::*[@data-type][1]')
  await page.clock.runFor(2000)
  await expect(toast).not.toHaveAttribute('data-ending-style')
  expect(await toast.evaluate((element) => getComputedStyle(element).transitionDuration)).toContain('0.9s')
  await page.clock.runFor(1100)
  await expect(toast).toHaveAttribute('data-ending-style')
})

test('R17 A9 an unsolicited toast appears after 1 s and stays 4 s', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const toastOf = (words: string | RegExp) => page.getByText(words).locator('xpath=ancestor::*[@data-type][1]')
  await page.route('**/api/v0/auth/verifyemail', (route) => route.fulfill({ json: { verified: true } }))
  const confirmed = 'Thanks, your e-mail address is confirmed.'
  // Shows one toast before the clock is paused, so that the code is loaded and only the clock matters.
  await page.goto('/about?verifycode=before')
  await expect(toastOf(confirmed)).toBeVisible()
  await stopClock(page)
  const answered = page.waitForResponse('**/api/v0/auth/verifyemail')
  await page.goto('/about?verifycode=known')
  await answered
  await settled(page)
  await page.clock.runFor(999)
  await expect(page.getByText(confirmed)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(toastOf(confirmed)).toBeVisible()
  await page.clock.runFor(3999)
  await expect(toastOf(confirmed)).not.toHaveAttribute('data-ending-style')
  await page.clock.runFor(100)
  await expect(toastOf(confirmed)).toHaveAttribute('data-ending-style')
})

test('R17 R14 news stays 5 s, longer on hover or focus, and can be dismissed', async ({ page }) => {
  await stopClock(page)
  await page.goto('/music')
  await page.mouse.move(200, 200)
  await page.mouse.move(220, 220)
  await page.clock.runFor(11_000)
  // Not before the navigation: with a request on hover, a new version would turn it into a load of the page.
  const navigated = page.waitForURL('**/trending')
  await page.route('**/api/v2/trending?**', async (route) => {
    const response = await route.fetch()
    await navigated
    await route.fulfill({ response, headers: { ...response.headers(), 'x-strand-build': 'another' } })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Trending' }).click()
  const news = page.getByRole('status').getByText('A new version of Strand is available.')
  await navigated
  await runClockUntilVisible(page, news)
  await page.clock.runFor(3000)
  await news.hover()
  await page.clock.runFor(60_000)
  await expect(news).toBeVisible()
  const reload = page.getByRole('button', { name: 'Reload', exact: true })
  await reload.focus()
  await page.mouse.move(5, 700)
  await page.clock.runFor(60_000)
  await expect(news).toBeVisible()
  await reload.blur()
  await page.clock.runFor(1000)
  await expect(news).toBeVisible()
  await page.clock.runFor(1100)
  await expect(news).toHaveCount(0)
})

test('R22 a failed picture is retried 3 times, 3 s apart', async ({ page }) => {
  let requestCount = 0
  await page.route('**/images/**', (route) => {
    if (!route.request().url().endsWith('demo.jpg')) return route.continue()
    requestCount += 1
    return route.abort()
  })
  await stopClock(page)
  await page.goto('/p/demo')
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  const pictures = requestCount
  for (let round = 2; round <= 4; round += 1) {
    await page.clock.runFor(2900)
    expect(requestCount).toBe(pictures * (round - 1))
    await page.clock.runFor(200)
    await expect.poll(() => requestCount).toBe(pictures * round)
  }
  await page.clock.runFor(10_000)
  expect(requestCount).toBe(pictures * 4)
})
