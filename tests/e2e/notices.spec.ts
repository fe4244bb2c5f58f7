/** The notice area: one notice at a time, and no control under it (R17, R19). */
import { postsOf, showcase, signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'

test.use({ unwelcomed: true })

/** The visible notices and toasts. */
const shown = (page: Page): Locator =>
  page
    .locator('[data-notice]')
    .or(page.getByRole('region', { name: 'Notifications' }).locator('[role=dialog], [role=alertdialog]'))
    .filter({ visible: true })

/** Names of the controls that the notice covers after they were scrolled into view, and the share of the window that the notice takes. */
const coveredBy = (notice: Locator) =>
  notice.evaluate((element) => {
    const nameOf = (control: Element) =>
      `${control.tagName.toLowerCase()} "${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)}"`
    const controls = [...document.querySelectorAll('a[href], button, input, textarea, select, [role="slider"], [tabindex="0"]')].filter(
      (control) => !element.contains(control) && control.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    const covered = controls.filter((control) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const [one, other] = [control.getBoundingClientRect(), element.getBoundingClientRect()]
      // An overlap of one pixel at the border is allowed.
      return (
        one.width > 1 &&
        one.right > other.left + 1 &&
        one.left < other.right - 1 &&
        one.bottom > other.top + 1 &&
        one.top < other.bottom - 1
      )
    })
    return { covered: covered.map(nameOf), controls: controls.length, share: element.getBoundingClientRect().height / innerHeight }
  })

async function expectClear(page: Page, text: string | RegExp, where: string): Promise<void> {
  await expect(shown(page).filter({ hasText: text }), where).toBeVisible()
  await expect(shown(page), `${where}: one at a time`).toHaveCount(1)
  const { covered, controls, share } = await coveredBy(shown(page))
  expect(controls, where).toBeGreaterThan(10)
  expect(covered, `${where}: controls under the notice`).toEqual([])
  expect(share, `${where}: share of the window's height`).toBeLessThan(1 / 6)
}

for (const width of [1280, 390])
  test(`R17 R19 BY21 ${width} px wide: one notice at a time, which covers no control of the page or the player`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: width > 700 ? 800 : 844 })
    const bead = await showcase(request)
    const [post] = await postsOf(request, bead.id, 'recent')
    await signUp(page.context().request, 'Nell Notices')
    await page.goto(`/${post!.href}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Shift')
    await expectClear(page, 'Please confirm your e-mail address', 'the e-mail notice')

    await test.step('the offline notice replaces the notice, and is replaced by it', async () => {
      await page.context().setOffline(true)
      await expectClear(page, "You're offline", 'offline')
      await page.context().setOffline(false)
      await expect(shown(page)).toHaveText(/back online/)
      await expectClear(page, 'Please confirm your e-mail address', 'the e-mail notice again')
    })

    await test.step('a toast replaces the notice, above the player', async () => {
      await page.goto(bead.href)
      const main = page.getByRole('main')
      await main
        .getByRole('button', { name: /^Play / })
        .first()
        .click()
      await page.getByRole('region', { name: 'Player' }).waitFor()
      await main
        .getByRole('button', { name: /^More for / })
        .nth(1)
        .click()
      await page.getByRole('menuitem', { name: 'Add to queue' }).click()
      await expectClear(page, 'Added to the queue', 'a toast')
      await expectClear(page, 'Please confirm your e-mail address', 'the notice above the player')
    })

    await test.step('dismissing the notice shows the next', async () => {
      const notice = shown(page).filter({ hasText: 'Please confirm' })
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(shown(page)).toHaveCount(0)
      await page
        .getByRole('link', { name: /^Strand/ })
        .first()
        .click()
      await expectClear(page, 'What are you into?', 'the tags prompt')
    })
  })

test.describe('errors', () => {
  test.use({ unwelcomed: false })

  test('R17 a failed follow shows a toast, but not where an alert on the page shows the same text', async ({ page, request }) => {
    const bead = await showcase(request)
    await signUp(page.context().request, 'Nell Refused')
    const message = 'Not just now, please.'
    let refused = 0
    await page.route(/\/follow$/, (route) => {
      refused += 1
      return route.fulfill({ status: 429, json: { code: 'too_many_requests', message, requestId: '' } })
    })
    await page.goto(bead.href)
    const follow = page
      .getByRole('main')
      .getByRole('button', { name: /^Follow/ })
      .first()
    await follow.click()
    await expect(shown(page).getByText(message)).toBeVisible()
    // The same failure again shows a second toast.
    await follow.click()
    await expect.poll(() => refused).toBe(2)
    await expect(shown(page).getByText(message)).not.toHaveCount(0)
    await expect.poll(() => page.locator('[role=dialog], [role=alertdialog]').filter({ hasText: message }).count()).toBe(2)
    // Urgent toasts are hidden from the accessibility tree, so `getByRole` does not find their buttons.
    for (let n = 0; n < 2; n += 1) await shown(page).locator('[aria-label="Dismiss"]').first().click()
    await expect(shown(page)).toHaveCount(0)

    await page.evaluate((text) => {
      const alert = document.createElement('p')
      alert.role = 'alert'
      alert.textContent = `The follow failed: ${text}`
      document.getElementById('main')!.append(alert)
    }, message)
    await follow.click()
    await expect.poll(() => refused).toBe(3)
    await page.waitForTimeout(500)
    await expect(shown(page)).toHaveCount(0)
  })
})

test('R17 BY15 offline is announced above an open dialog, within the window', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('E-mail or user id')).toBeVisible()
  await page.context().setOffline(true)
  const notice = page.locator('[data-notice]')
  await expect(notice).toContainText("You're offline")
  await expect
    .poll(async () => {
      const [strip, popup] = [(await notice.boundingBox())!, (await dialog.boundingBox())!]
      return [strip.y + strip.height <= 800, popup.y + popup.height <= strip.y]
    })
    .toEqual([true, true])
  // It has no button there: a click on it would count as outside the dialog.
  await expect(notice.locator('button')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(notice).toContainText('back online')
})

test('BY17 a toast that replaces a focused notice hands the focus to the screen', async ({ page, request }) => {
  const bead = await showcase(request)
  await signUp(page.context().request, 'Nell Focused')
  await page.goto(bead.href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Shift')
  const notice = page.locator('[data-notice]').filter({ hasText: 'Please confirm your e-mail address' })
  await notice.getByRole('button', { name: 'Dismiss' }).focus()
  await page.context().setOffline(true)
  await expect(page.locator('[data-notice]')).toContainText("You're offline")
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
