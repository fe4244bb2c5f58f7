import { messages } from '../../server/contract/messages.ts'
import { freshEmail, showcase, signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { accountButton, openSignUp, playerOf } from './members.ts'

const shaken = (dialog: Locator) => dialog.locator('[data-shaking]')

/** Which shakes were seen, whatever their 300 ms coincide with. */
const countShakes = (page: Page) =>
  page.addInitScript(() => {
    const counter = { shakes: 0 }
    Object.assign(window, { counter })
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement && target.dataset['shaking'] !== undefined) counter.shakes += 1
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] })
  })
const shakes = (page: Page) => page.evaluate(() => (window as unknown as { counter: { shakes: number } }).counter.shakes)

test('U4 U6 the sign-up form marks each field that is wrong, shakes, and goes to the first of them', async ({ page }) => {
  await countShakes(page)
  await page.goto('/')
  const dialog = await openSignUp(page)
  const fields = { name: dialog.getByLabel('Name'), email: dialog.getByLabel('E-mail'), password: dialog.getByLabel('Password', { exact: true }) }

  await test.step('on submit', async () => {
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(fields.name).toHaveAccessibleDescription(messages.nameInvalid)
    await expect(fields.email).toHaveAccessibleDescription(messages.emailInvalid)
    await expect(fields.password).toHaveAccessibleDescription(messages.passwordInvalid)
    await expect(fields.name).toBeFocused()
    expect(await shakes(page)).toBe(1)
    await expect(shaken(dialog)).toHaveCount(0)
  })

  await test.step('on leaving a field', async () => {
    await fields.name.fill('Vera Valid')
    await fields.email.fill('not an address')
    await fields.password.focus()
    await expect(fields.name).not.toHaveAttribute('aria-invalid')
    await expect(fields.email).toHaveAccessibleDescription(messages.emailInvalid)
    await fields.email.fill(' Vera@Example.org ')
    await fields.password.fill('abc')
    await page.keyboard.press('Enter')
    await expect(fields.email).not.toHaveAttribute('aria-invalid')
    await expect(fields.password).toHaveAccessibleDescription(messages.passwordInvalid)
    await expect(fields.password).toBeFocused()
    expect(await shakes(page)).toBe(2)
  })
})

test('U11 refusals of the server stand under their field, with the way to the other form', async ({ page, newVisitor }) => {
  const other = await newVisitor()
  const { email, uid, password } = await signUp(other.request, 'Early Bird')
  await countShakes(page)
  await page.goto('/')
  const dialog = await openSignUp(page)

  await test.step('an e-mail address in use', async () => {
    await dialog.getByLabel('Name').fill('Late Bird')
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('something')
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/Someone's already using that email.*Trying to log in\?/)
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await dialog.getByRole('button', { name: 'Trying to log in?' }).click()
    await expect(dialog.getByLabel('E-mail or user id')).toHaveValue(email)
  })

  await test.step('a wrong password', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill('wrong one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/We can't find a matching email and password\..*Sign up\?/)
    expect(await shakes(page)).toBe(2)
  })

  await test.step('what is no address and no user id', async () => {
    await dialog.getByLabel('E-mail or user id').fill('a b')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('E-mail or user id')).toHaveAccessibleDescription(messages.loginInvalid)
  })

  await test.step('nothing is lost on the way, and the right ones log in', async () => {
    await dialog.getByLabel('E-mail or user id').fill(uid)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(accountButton(page, 'Early Bird')).toBeVisible()
  })
})

test('U5 a request that is under way is neither sent twice nor closed upon', async ({ page }) => {
  let sent = 0
  await page.route('**/api/v0/auth/signup', async (route) => {
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/')
  const dialog = await openSignUp(page)
  await dialog.getByLabel('Name').fill('Pia Patient')
  await dialog.getByLabel('E-mail').fill(freshEmail())
  await dialog.getByLabel('Password', { exact: true }).fill('patience')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Welcome, Pia Patient!')).toBeVisible()
  expect(sent).toBe(1)
})

test('U9 a session that has ended elsewhere asks to log in again', async ({ page }) => {
  await signUp(page.context().request, 'Gone Elsewhere')
  await page.goto('/')
  await expect(accountButton(page, 'Gone Elsewhere')).toBeVisible()
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'strand_session')
  await page.context().addCookies([{ ...session!, value: 'x'.repeat(43) }])
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  const creator = page.getByRole('dialog')
  await creator.getByPlaceholder('Enter a title').fill('Too late')
  await page.keyboard.press('Enter')
  await expect(page.getByText(messages.sessionEnded)).toBeVisible()
  await expect(page.getByLabel('E-mail or user id')).toBeVisible()
})

test('BY17 signing up and playing need nothing but the keyboard', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(`/${bead.id}?sort=earliest`)
  const focusOn = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${target.toString()}`)
  }

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await focusOn(page.getByRole('navigation').getByRole('button', { name: 'Log In' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('E-mail or user id')).toBeFocused()
  await focusOn(dialog.getByRole('button', { name: 'Sign up', exact: true }))
  await page.keyboard.press('Enter')
  await focusOn(dialog.getByLabel('Name'))
  await page.keyboard.type('Kim Keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type(freshEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await expect(accountButton(page, 'Kim Keys')).toBeVisible()
  await expect(dialog).toBeHidden()

  await focusOn(page.getByRole('main').getByRole('button', { name: 'Play', exact: true }))
  await page.keyboard.press('Enter')
  const player = playerOf(page)
  await focusOn(player.getByRole('button', { name: 'Pause', exact: true }))
  await page.keyboard.press('Space')
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeFocused()
  await focusOn(player.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await focusOn(player.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(player).toBeHidden()
})

test('BY17 the dialog gives the focus back to what opened it', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Log In' })
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})
