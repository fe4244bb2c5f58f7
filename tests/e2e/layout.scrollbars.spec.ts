/** With scroll bars that take room, as most systems with a mouse have them: this project of the tests does not hide them. */
import { showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

// Beside the option of the project, for a run of this file by its name alone.
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }) })

const barOf = (page: Page) => page.evaluate(() => innerWidth - document.documentElement.clientWidth)

test('L1 BY21 full screen takes the whole window: no scroll bar of the page stays beside the film, and it is back afterwards', async ({ page, request }) => {
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
