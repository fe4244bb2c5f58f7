/** Safari does not focus a clicked button. These tests prevent every `mousedown` from moving the focus. */
import { showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

async function pressAsInSafari(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener(
      'mousedown',
      (event) => {
        if (event.target instanceof Element && event.target.closest('button, a')) {
          event.preventDefault()
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }
      },
      { capture: true },
    )
  })
}

test('BY17 a left menu and a dialog whose press did not focus the button → closing them focuses it', async ({ page, request }) => {
  await pressAsInSafari(page)
  const bead = await showcase(request)
  await page.goto(bead.href)
  const menu = page.getByRole('button', { name: 'Menu', exact: true }).first()
  await menu.click()
  await expect(menu).not.toBeFocused()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menu).toBeFocused()

  const follow = page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: /^Follow/ })
  await follow.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(follow).toBeFocused()
})

test('BY4 BY17 a queue whose press did not focus the button → closing it focuses the button', async ({ page, request }) => {
  await pressAsInSafari(page)
  const bead = await showcase(request)
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
  const queue = page.locator('[data-player]').getByRole('button', { name: /queue/i }).first()
  await queue.click()
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Queue' }).getByRole('button', { name: 'Close' }).click()
  await expect(queue).toBeFocused()
})
