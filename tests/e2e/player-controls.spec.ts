/** Controls of the player: focus, updates and the theme menu. */
import { postsOf, showcase } from './api.ts'
import { expect, test } from './fixtures.ts'
import { playerOf } from './members.ts'

test('L6 BY17 after the last post, Replay post plays it again and the focus stays in the player', async ({ page }) => {
  const bead = await showcase(page.context().request)
  const last = (await postsOf(page.context().request, bead.id, 'earliest')).at(-1)!
  await page.goto(`/${bead.id}?sort=earliest`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${last.title}` })
    .click()
  const player = playerOf(page)
  await expect(player.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  await player.getByRole('slider', { name: 'Seek' }).press('End')
  await player.getByRole('button', { name: 'Replay post' }).press('Enter')
  await expect(player.getByRole('button', { name: 'Replay post' })).toBeHidden()
  await expect(player).toBeFocused()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})

test('L1 only the slider updates with the time: the rest of the player does not re-render', async ({ page }) => {
  const bead = await showcase(page.context().request)
  const [first] = await postsOf(page.context().request, bead.id, 'earliest')
  await page.goto(`/${bead.id}?sort=earliest`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${first!.title}` })
    .click()
  const seek = playerOf(page).getByRole('slider', { name: 'Seek' })
  // The highlight of a new item disappears after 5 s, which is not an update of the slider.
  await expect(seek).toHaveAttribute('aria-valuetext', /^0:05/)
  await page.waitForTimeout(500)
  await seek.press('Home')
  await expect(seek).toHaveAttribute('aria-valuetext', /^0:01/)
  const changed = await playerOf(page).evaluate(
    (region) =>
      new Promise<string[]>((resolve) => {
        const names = new Set<string>()
        const observer = new MutationObserver((records) => {
          for (const { target } of records) {
            const element = target instanceof Element ? target : target.parentElement
            names.add(element?.getAttribute('aria-label') ?? element?.tagName ?? '')
          }
        })
        observer.observe(region, { subtree: true, childList: true, attributes: true, characterData: true })
        setTimeout(() => {
          observer.disconnect()
          resolve([...names].sort())
        }, 2500)
      }),
  )
  expect(changed).toEqual(['SPAN', 'Seek'])
})

test('BY21 the theme menu is a radio group of three', async ({ page }) => {
  await page.goto('/discover')
  await page.getByRole('button', { name: 'Colour theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Colour theme' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
})
