/** Pages of partners (PS1): texts, white dialog, follow after sign-up, filters and promotion. */
import type { Relation } from '#contract/schemas/relations.ts'
import { faultsIn } from './axe.ts'
import { beadTitled } from './api.ts'
import { expect, type Page } from './fixtures.ts'
import { accountButton, openSignUp } from './members.ts'
import { testWith } from './own-server.ts'
import { settled } from './settled.ts'

const test = testWith({ STRAND_DEMO: '1' })

const films = 'What can you film in one minute?'
const tide = 'What do you play when the tide is out?'
const table = 'What do you cook for twelve?'
const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Posts' }).getByRole('article')
const popupColour = (page: Page) =>
  page.getByRole('dialog').evaluate((element) => {
    const { backgroundColor, color, colorScheme } = getComputedStyle(element)
    return { backgroundColor, color, colorScheme }
  })

test("PS1 N7 a partner's playlist: logo, own filters, and its promotion after the fourth post for visitors", async ({ page, request }) => {
  const bead = await beadTitled(request, films)
  await page.goto(`${bead.href}?sort=recent`)
  await expect(main(page).getByText('Premier', { exact: true })).toBeVisible()
  const items = main(page).getByRole('list', { name: 'Posts' }).getByRole('listitem')
  await expect(items.nth(4).getByRole('link', { name: 'Promotion' })).toHaveAttribute('href', 'https://example.org/northlight')
  await expect(items.nth(4).getByRole('link')).toHaveAttribute('rel', /sponsored/)
  await expect(items.nth(4).getByRole('link')).toHaveAttribute('target', '_blank')
  const all = await cards(page).count()

  const filters = main(page).getByRole('navigation', { name: 'Filter posts' })
  await expect(filters.getByRole('link').filter({ hasText: /^(All posts|Finalists|From the school)$/ })).toHaveText([
    'All posts',
    'Finalists',
    'From the school',
  ])
  const requests: string[] = []
  page.on('request', (sent) => void (/\/api\/v0\/posts\?/.test(sent.url()) && requests.push(new URL(sent.url()).search)))
  await filters.getByRole('link', { name: 'From the school' }).click()
  await expect(filters.getByRole('link', { name: 'From the school' })).toHaveAttribute('aria-current', 'true')
  await expect(async () => {
    const by = await cards(page)
      .getByRole('link', { name: /./ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')).filter((href) => href?.startsWith('/p/')))
    expect(new Set(by)).toEqual(new Set(['/p/lea.fontaine']))
    expect(by.length).toBeLessThan(all)
  }).toPass()
  expect(requests.some((query) => query.includes('createdby=lea.fontaine') && query.includes(`bead=${bead.id}`))).toBe(true)

  await test.step('the server-rendered document is the same, and the page sends no request', async () => {
    requests.length = 0
    await page.reload()
    await settled(page)
    await expect(cards(page).first()).toBeVisible()
    expect(requests.filter((query) => !query.includes('from=1'))).toEqual([])
  })
})

test("PS1 U12 U8 signing up from a partner's playlist: its text and cookie, and a follow of the partner", async ({ page, request }) => {
  const bead = await beadTitled(request, films)
  await page.goto(bead.href)
  const dialog = await openSignUp(page)
  await expect(dialog.getByText('Sign up to send your minute to Northlight Film School')).toBeVisible()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'followUid')
  expect(cookie?.value).toBe('lea.fontaine')
  expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(3500)
  expect(cookie!.expires - Date.now() / 1000).toBeLessThanOrEqual(3600)
  await dialog.getByLabel('Name').fill('Minna Minute')
  await dialog.getByLabel('E-mail').fill(`minna.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(accountButton(page, 'Minna Minute')).toBeVisible()
  const { uid } = (await (await page.context().request.get('/api/v0/me')).json()) as { uid: string }
  const { data } = (await (await page.context().request.get(`/api/v0/members/${uid}/relations`)).json()) as { data: Relation[] }
  expect(data.map(({ type, entity }) => [type, entity])).toEqual([[3, 'lea.fontaine']])
  expect((await page.context().cookies()).some(({ name }) => name === 'followUid')).toBe(false)
})

test('U8 PS1 closing the dialog removes the cookie: a later sign-up does not follow the partner', async ({ page, request }) => {
  await page.goto((await beadTitled(request, films)).href)
  const dialog = await openSignUp(page)
  const hasFollowCookie = async () => (await page.context().cookies()).some(({ name }) => name === 'followUid')
  expect(await hasFollowCookie()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await hasFollowCookie()).toBe(false)
})

test("U12 PS1 one partner's dialog is white in the dark theme too; another's is not, nor dialogs on other pages", async ({
  page,
  request,
}) => {
  const [white, dark] = [await beadTitled(request, table), await beadTitled(request, tide)]
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(white.href)
  const dialog = await openSignUp(page)
  expect(await popupColour(page)).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(26, 26, 30)', colorScheme: 'light' })
  expect(await faultsIn(page, { within: '[role=dialog]' })).toEqual([])
  if (process.env.STRAND_SHOTS) await page.screenshot({ path: `${process.env.STRAND_SHOTS}/white-dialog.png` })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Leaving the playlist removes its skin without a reload.
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: /Strand/ })
    .first()
    .click()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await openSignUp(page)
  expect((await popupColour(page)).backgroundColor).not.toBe('rgb(255, 255, 255)')
  await page.goto(dark.href)
  const other = await openSignUp(page)
  await expect(other.getByText('Low Tide Radio plays what its listeners post.')).toBeVisible()
  expect((await popupColour(page)).backgroundColor).not.toBe('rgb(255, 255, 255)')
})

test('PS1 a visit that started at a partner retains its look on every page', async ({ page }) => {
  await page.goto('/discover?partner=lowtide')
  const dialog = await openSignUp(page)
  await expect(dialog.getByText('Low Tide Radio plays what its listeners post.')).toBeVisible()
  await page.goto('/tag/Animation')
  await openSignUp(page)
  await expect(page.getByRole('dialog').getByText('Low Tide Radio plays what its listeners post.')).toBeVisible()
  await page.goto('/discover?partner=nobody')
  expect((await page.context().cookies()).find(({ name }) => name === 'partner')?.value).toBe('lowtide')
})
