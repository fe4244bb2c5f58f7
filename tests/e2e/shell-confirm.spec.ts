/** The notice for a member whose e-mail address is not confirmed. */
import { expectAccessible } from './axe.ts'
import { signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

test.use({ unwelcomed: true })

const notice = (page: Page) => page.getByRole('region', { name: 'Please confirm your e-mail address' })
/** Dismisses the tag prompt, which new members also get. */
const quiet = (page: Page, url: string) => page.context().addCookies([{ name: 'strand_followtags', value: 'later', url }])
const touch = (page: Page): Promise<void> => page.keyboard.press('Shift')
/** Waits for the requests after the first interaction. */
async function attended(page: Page): Promise<void> {
  const reported = page.waitForRequest('**/api/v1/analytics/pageview')
  await touch(page)
  await reported
}

test('BY7 an unconfirmed address → a notice after the first input, without layout shift; it resends the link or is dismissed for a week', async ({
  page,
  baseURL,
}) => {
  const { email } = await signUp(page.context().request, 'Not Confirmed')
  await quiet(page, baseURL!)
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await page.evaluate(() => {
    const shifts = ((window as { shifts?: number[] }).shifts = [] as number[])
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift' })
  })
  await touch(page)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).toContainText(email)
  expect(await page.evaluate(() => (window as { shifts?: number[] }).shifts!.reduce((sum, one) => sum + one, 0))).toBe(0)
  await expectAccessible(page, undefined, { within: 'section[aria-label^="Please confirm"]' })
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expect(notice(page)).toBeInViewport({ ratio: 1 })

  await notice(page).getByRole('button', { name: 'Send the link again' }).click()
  await expect(notice(page).getByRole('status')).toHaveText(`A new link is on its way to ${email}.`)
  await page.goto('/preferences')
  await touch(page)
  await expect(page.getByRole('heading', { name: 'Please confirm your e-mail address' })).toHaveCount(1)

  await page.goto('/about')
  await touch(page)
  await notice(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await attended(page)
  await expect(notice(page)).toHaveCount(0)
  const { expires = 0 } = (await page.context().cookies()).find(({ name }) => name === 'strand_confirm') ?? {}
  expect(expires - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400)
  expect(expires - Date.now() / 1000).toBeLessThanOrEqual(7 * 86_400)
})

test('BY7 a visitor and a member with a confirmed address → no notice', async ({ page, baseURL }) => {
  await page.goto('/about')
  await attended(page)
  await expect(notice(page)).toHaveCount(0)
  await signUp(page.context().request, 'Has Confirmed')
  await quiet(page, baseURL!)
  // As the server answers for a member who has opened the confirmation link.
  await page.route('**/about', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"emailVerified":false', '"emailVerified":true') })
  })
  await page.goto('/about')
  await attended(page)
  await expect(notice(page)).toHaveCount(0)
})
