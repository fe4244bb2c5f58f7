/** The queue panel: its place, focus, content and accessibility. */
import { faultsIn } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { playerOf } from './members.ts'
import { currentIn, openShowcase, panelOf, queueButton, rowOf, titlesIn } from './queue.ts'

for (const { name, width, height } of [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 390, height: 844 },
])
  test(`BY17 ${name}: focus moves in and returns, Escape closes, axe finds no violation, the picture is uncovered`, async ({
    newVisitor,
  }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await newVisitor({ viewport: { width, height }, colorScheme })
      const page = await context.newPage()
      await openShowcase(page)
      await expect(currentIn(page).locator('[data-part="play"]')).toBeFocused()
      await expect(currentIn(page)).toBeInViewport()
      await page.waitForTimeout(400)
      expect(await faultsIn(page, { within: '[role="dialog"]' })).toEqual([])

      const [panel, stage] = [await panelOf(page).boundingBox(), await page.getByRole('region', { name: 'On screen' }).boundingBox()]
      const apart = panel!.y + panel!.height <= stage!.y || panel!.x + panel!.width <= stage!.x || stage!.x + stage!.width <= panel!.x
      expect(apart, `${JSON.stringify(panel)} and ${JSON.stringify(stage)}`).toBe(true)

      await page.keyboard.press('Escape')
      await expect(panelOf(page)).toBeHidden()
      await expect(queueButton(page)).toBeFocused()
      await expect(queueButton(page)).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Enter')
      await panelOf(page).getByRole('button', { name: 'Close queue' }).click()
      await expect(queueButton(page)).toBeFocused()
      expect(await page.locator('#main').evaluate((main) => (main as HTMLElement).inert)).toBe(false)
    }
  })

test('BY4 played items are above, the current one is marked and followed, shuffle and repeat are in the panel', async ({ page }) => {
  const titles = await openShowcase(page, 5)
  await expect(panelOf(page)).toContainText('6 of 10')
  await expect(rowOf(page, titles[0]!)).toHaveAttribute('aria-posinset', '1')
  await expect(rowOf(page, titles[0]!)).toHaveAttribute('aria-setsize', '10')
  expect(await titlesIn(page)).toEqual(titles)
  await playerOf(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(currentIn(page)).toContainText(titles[6]!)
  await expect(currentIn(page)).toBeInViewport()

  await panelOf(page).getByRole('button', { name: 'Shuffle' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
  expect((await titlesIn(page)).toSorted()).toEqual(titles.toSorted())
  expect((await titlesIn(page)).slice(0, 7)).toEqual(titles.slice(0, 7))
  await panelOf(page).getByRole('button', { name: 'Shuffle' }).click()
  await expect.poll(() => titlesIn(page)).toEqual(titles)

  await panelOf(page).getByRole('button', { name: 'Repeat' }).click()
  await expect(playerOf(page).getByRole('button', { name: 'Repeat' }).first()).toHaveAttribute('aria-pressed', 'true')
})

test('BY4 a dead post has its badge in the queue', async ({ page }) => {
  const titles = await openShowcase(page, 3)
  await panelOf(page)
    .getByRole('button', { name: `Play ${titles[4]}` })
    .click()
  await expect(rowOf(page, titles[4]!)).toContainText("Can't be played")
})

test('BY17 the list of rows is one tab stop, and the arrow keys move between rows', async ({ page }) => {
  const titles = await openShowcase(page, 0)
  for (const key of ['End', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  const row = rowOf(page, titles[7]!)
  await expect(row.locator('[data-part="play"]')).toBeFocused()
  await expect(row).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(row.locator('[data-part="menu"]')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rowOf(page, titles[0]!).locator('[data-part="menu"]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panelOf(page).locator('li :focus')).toHaveCount(0)
})
