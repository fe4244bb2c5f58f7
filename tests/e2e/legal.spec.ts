/** The about page (R2) and the legal pages (R3). */
import { expect, started, test } from './fixtures.ts'
import { scriptOf } from './built.ts'

const pages = { tos: 'Terms of service', 'acceptable-use': 'Acceptable use', copyright: 'Copyright', privacy: 'Privacy' }

test('R3 each legal page has a header with links to the other three', async ({ page }) => {
  await page.goto('/tos')
  for (const [path, title] of Object.entries(pages)) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Strand`)
    const others = page.getByRole('main').getByRole('navigation', { name: 'Terms & Legal' })
    await expect(others.getByRole('link')).toHaveText(Object.values(pages).filter((other) => other !== title))
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).nth(5)).toBeAttached()
    const next = Object.values(pages)[Object.keys(pages).indexOf(path) + 1]
    if (next !== undefined) await others.getByRole('link', { name: next }).click()
  }
})

test('R3 direct=y loads the plain document; a text that fails to load leaves the previous one', async ({ page }) => {
  const answer = await page.goto('/privacy?direct=y')
  expect(answer?.request().redirectedFrom()).not.toBeNull()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()

  await expect(page.getByRole('heading', { name: 'When you delete your account' })).toBeAttached()
  await started(page)
  await page.route(scriptOf('server/contract/legal/tos.ts'), (route) => route.abort())
  await page.getByRole('main').getByRole('navigation', { name: 'Terms & Legal' }).getByRole('link', { name: 'Terms of service' }).click()
  await expect(page).toHaveURL(/\/tos$/)
  await expect(page.getByRole('heading', { name: 'When you delete your account' })).toBeAttached()
})

test('R3 A8 the first text of a visit fails to load → an error with a retry', async ({ page }) => {
  await page.route(scriptOf('server/contract/legal/tos.ts'), (route) => route.abort())
  await page.goto('/tos')
  await expect(page.getByRole('alert').getByText('Something is wrong')).toBeVisible()
  await page.unroute(scriptOf('server/contract/legal/tos.ts'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('R3 a link from another page to an anchor within a text → scrolled to it', async ({ page }) => {
  await page.goto('/tos')
  await page.getByRole('article').getByRole('link', { name: 'Privacy' }).last().click()
  await expect(page).toHaveURL(/\/privacy#deletion$/)
  await expect(page.getByRole('heading', { name: 'When you delete your account' })).toBeInViewport()
})

test("R2 about shows three playlists of Strand's own and the team, whose pictures link to their profiles", async ({ page }) => {
  await page.goto('/about')
  await expect(page).toHaveTitle('About · Strand')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creating a playlist for every idea. Together.')
  const featured = page.getByRole('region', { name: 'From the Strand team' })
  await expect(featured.getByRole('article')).toHaveCount(3)
  const team = page.getByRole('region', { name: 'The team' }).getByRole('link')
  expect(await team.count()).toBeGreaterThan(1)
  const name = await team.nth(1).innerText()
  await team.nth(1).click()
  await expect(page.getByRole('heading', { level: 1, name: name.trim() })).toBeVisible()
})

test('R2 about names the addresses for general and for media enquiries', async ({ page }) => {
  await page.goto('/about')
  const lines = page.getByRole('region', { name: 'Contact us' })
  await expect(lines).toContainText('General enquiries')
  await expect(lines).toContainText('Media enquiries')
})
