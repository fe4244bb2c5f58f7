/** A site with configured apps, contact addresses and copyright year (PS2, R2, R15, R16, R19). */
import { faultsIn } from './axe.ts'
import { signUp } from './api.ts'
import { expect, type Locator, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'
import { testWith } from './own-server.ts'

const ios = 'https://apps.example.org/strand-for-ios'
const android = 'https://apps.example.org/strand-for-android'
const test = testWith({
  STRAND_DEMO: '1',
  STRAND_IOS_APP_URL: ios,
  STRAND_ANDROID_APP_URL: android,
  STRAND_CONTACT: 'hello@example.org',
  STRAND_MEDIA_CONTACT: 'press@example.org',
  STRAND_COPYRIGHT_YEAR: '2026',
})

const leadsOut = async (link: Locator, href: string) => {
  await expect(link).toHaveAttribute('href', href)
  await expect(link).toHaveAttribute('target', '_blank')
}
const logo = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /^Strand/ })

test('PS2 R15 R16 the quick menu and the left menu link to the apps, for visitors and members, and show the year', async ({ page }) => {
  await page.goto('/about')
  const quick = async (button: Locator) => {
    await button.click()
    const menu = page.getByRole('menu')
    await leadsOut(menu.getByRole('menuitem', { name: 'Strand for iOS' }), ios)
    await leadsOut(menu.getByRole('menuitem', { name: 'Strand for Android' }), android)
    await expect(menu.getByText('© 2026 Strand')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  const left = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await leadsOut(menu.getByRole('link', { name: 'Strand for iOS' }), ios)
    await leadsOut(menu.getByRole('link', { name: 'Strand for Android' }), android)
    await expect(menu.getByText('© 2026 Strand')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  await quick(page.getByRole('banner').getByRole('button', { name: 'More' }))
  await left()
  await signUp(page.context().request, 'App Ada')
  await page.reload()
  await quick(accountButton(page, 'App Ada'))
  await left()
})

test('R2 about: the blog, the playlists of the team and of feedback, addresses for general and media enquiries', async ({
  page,
  request,
}) => {
  const site = (await (await request.get('/api/v0/site')).json()) as { featured: Record<'blog' | 'team' | 'feedback', string> }
  await page.goto('/about')
  const featured = page.getByRole('region', { name: 'From the Strand team' }).getByRole('article')
  await expect(featured).toHaveCount(3)
  for (const [n, place] of (['blog', 'team', 'feedback'] as const).entries()) {
    const bead = (await (await request.get(`/api/v0/beads/${site.featured[place]}`)).json()) as { title: string; href: string }
    await expect(featured.nth(n).getByRole('link', { name: bead.title }), place).toHaveAttribute('href', bead.href)
  }
  const team = (await (await request.get(`/api/v0/beads/${site.featured.team}`)).json()) as { creator: { uid: string } }
  await expect(page.getByRole('region', { name: 'The team' }).getByRole('link').first()).toHaveAttribute('href', `/p/${team.creator.uid}`)
  const lines = page.getByRole('region', { name: 'Contact us' })
  for (const [what, address] of [
    ['General enquiries', 'hello@example.org'],
    ['Media enquiries', 'press@example.org'],
  ] as const) {
    await expect(lines.locator('div').filter({ hasText: what }).last().getByRole('link', { name: address })).toHaveAttribute(
      'href',
      `mailto:${address}`,
    )
  }
  expect(await faultsIn(page)).toEqual([])
})

test.describe('the landing', () => {
  test.use({ unwelcomed: true })

  test('R19 PS2 the landing links to the iOS and Android apps, to about and to the terms, by keyboard too', async ({ page }) => {
    await page.goto('/')
    const landing = page.getByRole('region', { name: 'Welcome to Strand' })
    const links = landing.getByRole('navigation', { name: 'More about Strand' }).getByRole('link')
    await expect(links).toHaveText(['Strand for iOS', 'Strand for Android', 'About', 'Terms & Legal'])
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([ios, android, '/about', '/tos'])
    // The tab order is: the bar, the two buttons, the links. The covered page is not reachable.
    await landing.getByRole('button', { name: 'Sign up' }).focus()
    await page.keyboard.press('Tab')
    await expect(landing.getByRole('button', { name: 'Look around' })).toBeFocused()
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press('Tab')
      if (
        (await landing.getByRole('button', { name: /film$/ }).count()) > 0 &&
        (await landing.getByRole('button', { name: /film$/ }).evaluate((button) => button === document.activeElement))
      )
        await page.keyboard.press('Tab')
      await expect(links.nth(n)).toBeFocused()
    }
    await links.nth(2).press('Enter')
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await logo(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
