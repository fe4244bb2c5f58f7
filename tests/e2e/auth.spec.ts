import { messages } from '#contract/messages.ts'
import { freshEmail, showcase, signUp } from './api.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { accountButton, openSignUp, playerOf } from './members.ts'
import { countShakes, shakes } from './shakes.ts'

const shaken = (dialog: Locator) => dialog.locator('[data-shaking]')

test('U4 U6 invalid fields of the sign-up form are marked, shake, and the first of them gets the focus', async ({ page }) => {
  await countShakes(page)
  await page.goto('/')
  const dialog = await openSignUp(page)
  const fields = {
    name: dialog.getByLabel('Name'),
    email: dialog.getByLabel('E-mail'),
    password: dialog.getByLabel('Password', { exact: true }),
  }

  await test.step('invalid on submit → marked, focus on the first', async () => {
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(fields.name).toHaveAccessibleDescription(messages.nameInvalid)
    await expect(fields.email).toHaveAccessibleDescription(messages.emailInvalid)
    await expect(fields.password).toHaveAccessibleDescription(messages.passwordInvalid)
    await expect(fields.name).toBeFocused()
    expect(await shakes(page)).toHaveLength(1)
    await expect(shaken(dialog)).toHaveCount(0)
  })

  await test.step('invalid on blur → marked', async () => {
    for (const [field, short, enough, message] of [
      [fields.name, ' V ', ' Ve ', messages.nameInvalid],
      [fields.password, 'abc', 'abcd', messages.passwordInvalid],
    ] as const) {
      await field.fill(short)
      await field.press('Tab')
      await expect(field).toHaveAccessibleDescription(message)
      await field.fill(enough)
      await field.press('Tab')
      await expect(field).not.toHaveAttribute('aria-invalid')
    }
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
    expect(await shakes(page)).toHaveLength(2)
  })
})

test('U4 a field is validated on blur, and no click is lost to the layout shift', async ({ page }) => {
  await page.goto('/login/forgotPassword')
  const main = page.getByRole('main')
  const email = main.getByLabel('E-mail')
  await test.step('Tab through an empty field marks nothing', async () => {
    await email.focus()
    await page.keyboard.press('Tab')
    await expect(email).not.toBeFocused()
    await expect(email).not.toHaveAttribute('aria-invalid')
    await email.fill('a')
    await email.fill('')
    await page.keyboard.press('Tab')
    await expect(email).toHaveAccessibleDescription(messages.emailInvalid)
  })

  await test.step('Tab through an empty sign-up form marks nothing', async () => {
    await page.goto('/signupform')
    await main.getByLabel('Name').focus()
    for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
    await expect(main.getByLabel('Password', { exact: true })).not.toBeFocused()
    await expect(main.getByLabel('Name')).not.toBeFocused()
    await expect(main.locator('[aria-invalid=true]')).toHaveCount(0)
    await page.goto('/login/forgotPassword')
  })

  await test.step('a click on the submit button is not lost', async () => {
    await email.fill('not an address')
    await page.keyboard.press('Tab')
    await expect(main.getByRole('button', { name: 'Send the link' })).toBeFocused()
    await expect(email).toHaveAccessibleDescription(messages.emailInvalid)
  })

  await test.step('a click on "show password", by key and by mouse, is not lost', async () => {
    await main.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/login')
    const password = main.getByLabel('Password', { exact: true })
    await password.fill('abc')
    await page.keyboard.press('Tab')
    await expect(password).toHaveAccessibleDescription(messages.passwordInvalid)
    await password.fill('ab')
    await expect(password).not.toHaveAttribute('aria-invalid')
    await main.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveAccessibleDescription(messages.passwordInvalid)
  })

  await test.step('a click on a link below is not lost: it does not move from under the pointer', async () => {
    const login = main.getByLabel('E-mail or user id')
    await login.fill('a b')
    const link = main.getByRole('button', { name: 'Sign up', exact: true })
    await link.scrollIntoViewIfNeeded()
    const { x, y } = await link.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.bottom - 1 }
    })
    await page.mouse.move(x, y)
    await page.mouse.down()
    await expect(login).not.toHaveAttribute('aria-invalid')
    await page.mouse.up()
    await expect(page).toHaveURL('/signupform')
    await expect(main.getByLabel('Name')).not.toHaveAttribute('aria-invalid')
  })
})

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

test('U5 a pending request is neither sent twice nor interrupted by closing the dialog', async ({ page }) => {
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
  const focusOn = async (target: Locator) => {
    for (let presses = 0; presses < 120; presses += 1) {
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
  // The opener no longer exists.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

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

test('BY17 closing the dialog returns the focus to its opener', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Log In' })
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})
