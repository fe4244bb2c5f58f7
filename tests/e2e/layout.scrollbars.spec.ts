/** Layout with classic scroll bars, which take up space: this Playwright project does not hide them. */
import sharp from 'sharp'
import { showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const barOf = (page: Page) => page.evaluate(() => innerWidth - document.documentElement.clientWidth)

test("L1 BY21 full screen covers the window without the page's scroll bar, which is back afterwards", async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
  const player = page.locator('[data-player]').first()
  await expect(player).toBeVisible()
  expect(await barOf(page), 'this run shows scroll bars').toBeGreaterThan(0)
  await player.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByText('Press Esc to exit full screen')).toBeVisible()
  await expect.poll(() => barOf(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => barOf(page)).toBeGreaterThan(0)
})

test('BY21 a phone-sized window with a scroll bar: buttons and facts of a profile and texts of cards do not wrap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/p/demo')
  const main = page.getByRole('main')
  const [play, follow] = [main.getByRole('button', { name: 'Play all' }).first(), main.getByRole('button', { name: /^Follow/ }).first()]
  await expect(follow).toBeVisible()
  expect(await barOf(page), 'this run shows scroll bars').toBeGreaterThan(0)
  const top = async (of: typeof play) => Math.round((await of.boundingBox())!.y)
  expect(await top(follow)).toBe(await top(play))
  expect(await top(main.getByText('Bristol, United Kingdom'))).toBeLessThan((await top(main.getByText('@demo'))) + 12)
  const lines = await main.locator('article').evaluateAll((cards) =>
    cards.flatMap((card) =>
      [...card.querySelectorAll<HTMLElement>('span')]
        .filter((line) => line.children.length === 2 && /posts?$/.test(line.textContent))
        .filter((line) => line.children[0]!.getBoundingClientRect().bottom <= line.children[1]!.getBoundingClientRect().top)
        .map((line) => line.textContent),
    ),
  )
  expect(lines).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

test('R17 BY21 a phone-sized window with a scroll bar: a toast is centred in the page and a notice spans it', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const bead = await showcase(request)
  await page.goto(bead.href)
  const main = page.getByRole('main')
  // Plays a post first: with an empty queue, "Add to queue" would play instead of showing a toast.
  await main
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await page.getByRole('region', { name: 'Player' }).waitFor()
  expect(await barOf(page), 'this run shows scroll bars').toBeGreaterThan(0)
  const seen = await page.evaluate(() => document.documentElement.clientWidth)
  await main
    .getByRole('button', { name: /^More for / })
    .nth(1)
    .click()
  await page.getByRole('menuitem', { name: 'Add to queue' }).click()
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('[role=dialog], [role=alertdialog]').first()
  await expect(toast).toBeVisible()
  const { x, width } = (await toast.boundingBox())!
  expect(Math.abs(x + width / 2 - seen / 2)).toBeLessThanOrEqual(1)
  await page.context().setOffline(true)
  const notice = page.locator('[data-notice]')
  await expect(notice).toContainText("You're offline")
  const strip = (await notice.boundingBox())!
  expect([strip.x, strip.x + strip.width]).toEqual([0, seen])
})

test('Z1 behind an open dialog the gutter of a classic scroll bar is as dark as the backdrop', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/discover')
  expect(await barOf(page), 'this run shows scroll bars').toBeGreaterThan(0)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log in/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForTimeout(600)
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const brightness = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).reduce((sum, one) => sum + one, 0) / 3
  const columnAt = (x: number) => Math.max(...Array.from({ length: 60 }, (_, n) => brightness(x, 5 + n * 11)))
  expect(columnAt(info.width - 3)).toBeLessThanOrEqual(columnAt(4) + 8)
})
