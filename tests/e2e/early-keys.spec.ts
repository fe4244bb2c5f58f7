/** Keys pressed before the code of the shortcuts is loaded (BY9, BY24). */
import { scriptOf } from './built.ts'
import { expect, test } from './fixtures.ts'

const background = scriptOf('renderer/app/startBackgroundTasks.ts')

test('BY9 BY24 the first key of a visit works as a shortcut, with Shift too; one pressed over 1 s ago is dropped', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()

  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()

  await page.goto('/music')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(background, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.waitForTimeout(1200)
  const loaded = page.waitForResponse(background)
  release()
  await loaded
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search' })).not.toBeFocused()
})
