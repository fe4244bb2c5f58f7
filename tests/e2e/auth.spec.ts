/** The log-in on the built pages. Validation, delays and focus are tested in tests/component/auth.test.tsx. */
import { messages } from '#contract/messages.ts'
import { freshEmail, showcase, signUp } from './api.ts'
import { expect, test } from './fixtures.ts'
import { reach } from './keyboard.ts'
import { accountButton, openSignUp, playerOf } from './members.ts'
import { countShakes, shakes } from './shakes.ts'

test('U6 U11 server errors stand under their field, with a link to the other form', async ({ page, newVisitor }) => {
  const other = await newVisitor()
  const { email, uid, password } = await signUp(other.request, 'Early Bird')
  await countShakes(page)
  await page.goto('/')
  const dialog = await openSignUp(page)

  await test.step('an e-mail address in use → error', async () => {
    await dialog.getByLabel('Name').fill('Late Bird')
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('something')
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/Someone's already using that email.*Trying to log in\?/)
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByRole('button', { name: 'Trying to log in?' }).click()
    await expect(dialog.getByLabel('E-mail or user id')).toHaveValue(email)
  })

  await test.step('the same member again → error', async () => {
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await dialog.getByLabel('Name').fill('Early Bird')
    await dialog.getByLabel('Password', { exact: true }).fill('something')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(messages.accountExists)
    expect(messages.accountExists).toBe('Looks like an account already exists. Trying to log in?')
    await dialog.getByRole('button', { name: 'Trying to log in?' }).click()
    await expect(dialog.getByLabel('E-mail or user id')).toHaveValue(email)
  })

  await test.step('a wrong password → error', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill('wrong one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /We can't find a matching email and password\..*Sign up\?/,
    )
    expect(await shakes(page)).toHaveLength(3)
  })

  await test.step('neither an address nor a user id → error', async () => {
    const login = dialog.getByLabel('E-mail or user id')
    // A user id has 3 to 50 letters, digits, underscores and dots.
    for (const wrong of ['a b', 'ab', 'u'.repeat(51), 'user-id']) {
      await login.fill(wrong)
      await login.press('Tab')
      await expect(login).toHaveAccessibleDescription(messages.loginInvalid)
    }
    for (const right of ['a_b', 'u.'.repeat(25), email.toUpperCase()]) {
      await login.fill(right)
      await login.press('Tab')
      await expect(login).not.toHaveAttribute('aria-invalid')
    }
  })

  await test.step('the fields keep their values, and the correct ones log in', async () => {
    await dialog.getByLabel('E-mail or user id').fill(uid)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(accountButton(page, 'Early Bird')).toBeVisible()
  })
})

test('U9 a session that ended elsewhere → a prompt to log in again', async ({ page }) => {
  await signUp(page.context().request, 'Gone Elsewhere')
  // Otherwise a background request would detect the expired session before the member's action does.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(accountButton(page, 'Gone Elsewhere')).toBeVisible()
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'strand_session')
  await page.context().addCookies([{ ...session!, value: 'x'.repeat(43) }])
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  const creator = page.getByRole('dialog')
  await creator.getByPlaceholder('Enter a title').fill('Too late')
  await creator.getByLabel('Category', { exact: true }).selectOption('other')
  await page.keyboard.press('Enter')
  await creator.getByRole('button', { name: 'Skip & Draft' }).click()
  await expect(page.getByText(messages.sessionEnded)).toBeVisible()
  await expect(page.getByLabel('E-mail or user id')).toBeVisible()
})

test('BY17 signing up and playing work by keyboard alone', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(`/${bead.id}?sort=earliest`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await reach(page, page.getByRole('navigation').getByRole('button', { name: 'Log In' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('E-mail or user id')).toBeFocused()
  await reach(page, dialog.getByRole('button', { name: 'Sign up', exact: true }))
  await page.keyboard.press('Enter')
  await reach(page, dialog.getByLabel('Name'))
  await page.keyboard.type('Kim Keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type(freshEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await expect(accountButton(page, 'Kim Keys')).toBeVisible()
  await expect(dialog).toBeHidden()
  // The opener no longer exists.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await reach(page, page.getByRole('main').getByRole('button', { name: 'Play', exact: true }))
  await page.keyboard.press('Enter')
  const player = playerOf(page)
  await reach(page, player.getByRole('button', { name: 'Pause', exact: true }))
  await page.keyboard.press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeFocused()
  await reach(page, player.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await reach(page, player.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(player).toBeHidden()
})
