/** Tags to follow (R20): the screen on which they are picked, and the prompt that links to it. */
import { faultsIn } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { scriptOf } from './built.ts'
import { asyncHeader, freshEmail, signUp } from './api.ts'

test('R20 a member follows suggested and searched tags, and unfollows one', async ({ page, context }) => {
  const { uid } = await signUp(context.request, 'Ada Tags')
  await page.goto('/followtags')
  await expect(page).toHaveTitle('Follow tags · Strand')
  await expect(page.getByText('0 of 5 tags followed')).toBeVisible()
  const picks = page.getByRole('region', { name: 'For you' }).getByRole('button')
  await expect(picks.nth(8)).toBeVisible()
  for (let n = 0; n < 4; n += 1) {
    await picks.nth(n).click()
    await expect(picks.nth(n)).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(page.getByText('4 of 5 tags followed')).toBeVisible()
  await page.getByRole('combobox', { name: 'Find another tag' }).fill('slowmarimba quietharp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('6 tags followed')).toBeVisible()
  await picks.nth(1).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('5 of 5 tags followed')).toBeVisible()

  await expect
    .poll(
      async () =>
        ((await (await context.request.get(`/api/v0/members/${uid}/following/tags`)).json()) as { counts: { total: number } }).counts.total,
    )
    .toBe(5)
  await page.reload()
  await expect(page.getByRole('region', { name: 'You follow' }).getByRole('button')).toHaveCount(5)
  await page.getByRole('link', { name: 'Go to your feed' }).click()
  await expect(page).toHaveURL(/\/activity$/)
})

test('R20 U10 a visitor who picks a tag is asked to sign in, and follows it afterwards', async ({ page }) => {
  await page.goto('/followtags')
  const pick = page.getByRole('region', { name: 'For you' }).getByRole('button').first()
  const name = (await pick.innerText()).trim()
  await pick.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pick).toBeFocused()
  await pick.press('Enter')
  await dialog.getByLabel('Name').fill('Vic Visitor')
  await dialog.getByLabel('E-mail').fill(freshEmail())
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Welcome, Vic Visitor!')).toBeVisible()
  await expect(page.getByText('1 of 5 tags followed')).toBeVisible()
  await expect(page.getByRole('button', { name: `Follow ${name}`, exact: true }).first()).toHaveAttribute('aria-pressed', 'true')
})

test.describe('the tags prompt', () => {
  test.use({ unwelcomed: true })

  test('R20 a member with fewer than 5 tags → the prompt, which can be followed or dismissed', async ({ page, context, baseURL }) => {
    await signUp(context.request, 'Bo Tags')
    await context.addCookies([{ name: 'strand_confirm', value: 'later', url: baseURL! }])
    const prompt = page.getByRole('complementary', { name: 'What are you into?' })
    await page.goto('/')
    await page.keyboard.press('Shift')
    await expect(prompt).toBeVisible()
    expect(await faultsIn(page, { within: 'aside' })).toEqual([])
    await prompt
      .getByRole('button', { name: /^Follow #/ })
      .first()
      .click()
    await expect(prompt.getByText('1 of 5 tags followed')).toBeVisible()
    await prompt.getByRole('link', { name: 'Pick tags' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'What are you into?' })).toBeVisible()

    await page.goto('/')
    await page.keyboard.press('Shift')
    await prompt.getByRole('button', { name: 'Not now' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(prompt).toBeHidden()
    // The code of the prompt is loaded after the first interaction, but the prompt is not shown.
    const code = page.waitForResponse(scriptOf('renderer/screens/followTags/Prompt.tsx'))
    await page.reload()
    await page.keyboard.press('Shift')
    await code
    await expect(prompt).toBeHidden()
  })

  test('R20 a member with 5 tags → no prompt', async ({ page, context }) => {
    await signUp(context.request, 'Cy Tags')
    for (const tag of ['jazz', 'piano', 'film', 'books', 'coffee'])
      expect((await context.request.post(`/api/v0/tags/${tag}/follow`, { headers: asyncHeader })).ok()).toBe(true)
    const answered = page.waitForResponse(/following\/tags/)
    await page.goto('/')
    await page.keyboard.press('Shift')
    await answered
    await expect(page.getByRole('complementary', { name: 'What are you into?' })).toBeHidden()
  })
})

test('R20 the popular tags fail for a visitor → an error, and a retry shows them', async ({ page }) => {
  let fails = true
  await page.route('**/api/v0/tags/popular*', (route) => (fails ? route.fulfill({ status: 500, json: {} }) : route.continue()))
  await page.goto('/followtags')
  const main = page.getByRole('main')
  await expect(main.getByText("The tags couldn't be loaded.")).toBeVisible()
  fails = false
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'For you' }).getByRole('button').first()).toBeVisible()
})
