/** The search box on the built pages (X1, X2). Its keys, queries and states are tested in tests/component/search-box.test.tsx. */
import { showcase } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test } from './fixtures.ts'
import { answerSearches, boxOf, expectClosed, find } from './search-box.ts'

test('X1 X5 results of the demo world are highlighted; a click opens one', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto('/discover')
  await boxOf(page).click()
  await boxOf(page).pressSequentially(bead.title.slice(0, 9), { delay: 20 })
  const option = page.getByRole('option', { name: bead.title })
  await expect(option).toBeVisible()
  await expect(option.locator('em').first()).toBeVisible()
  await option.click()
  await expect(page).toHaveURL(new RegExp(`${bead.href}$`))
  await expectClosed(page)
})

test('X1 text typed before the code has loaded is queried afterwards; Enter does not wait for it', async ({ page }) => {
  await answerSearches(page, (q) => [find('bead', `Of ${q}`)])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'), async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/discover')
  await boxOf(page).focus()
  await page.keyboard.type('early bird')
  release()
  await expect(page.getByRole('option', { name: 'Of early bird' })).toBeVisible()
  await expect(boxOf(page)).toHaveValue('early bird')

  await page.unroute(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'))
  await page.route(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'), (route) => route.abort())
  await page.goto('/discover')
  await boxOf(page).focus()
  await page.keyboard.type('early bird')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=early%20bird$/)
})
