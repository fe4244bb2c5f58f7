/** The preferences of a member (P1–P4), sessions (BY7), and the deletion of the account (BY12). */
import { readFile } from 'node:fs/promises'
import { messages } from '#contract/messages.ts'
import type { APIRequestContext } from '@playwright/test'
import { asyncHeader, freshEmail, signUp, changeMeInDocument } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'

const me = async (request: APIRequestContext) => (await request.get('/api/v0/me')).json()
const general = (page: Page) => page.getByRole('form', { name: 'General' })
const field = (page: Page, name: string) => general(page).getByLabel(name, { exact: true })
const save = (page: Page) => general(page).getByRole('button', { name: 'Save' })
const preferencesCall = '**/api/v0/me/preferences'

test('P1 P4 invalid fields are marked and retained; a saved form says so for 5 s', async ({ page, context, newVisitor }) => {
  const { uid, email, password } = await signUp(context.request, 'Pia Form')
  const moved = freshEmail()
  await page.clock.install()
  await page.goto('/preferences')
  await expect(page.getByRole('heading', { level: 1, name: 'Preferences' })).toBeVisible()
  await expect(field(page, 'E-mail')).toHaveValue(email)
  // From here on the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000)

  await test.step('each field at its limit, and one over', async () => {
    await field(page, 'E-mail').fill('nowhere')
    await field(page, 'Name').fill('<b></b>')
    await field(page, 'City').fill('c'.repeat(129))
    await field(page, 'Country').fill('c'.repeat(129))
    await field(page, 'About me').fill('a'.repeat(257))
    await expect(general(page).getByText('1 too many')).toHaveCount(3)
    await save(page).click()
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription(messages.emailInvalid)
    await expect(field(page, 'E-mail')).toBeFocused()
    await expect(page.locator('[data-shaking]')).toHaveCount(1)
    await page.clock.runFor(300)
    await expect(page.locator('[data-shaking]')).toHaveCount(0)
    await expect(field(page, 'Name')).toHaveAccessibleDescription(messages.nameInvalid)
    await expect(field(page, 'City')).toHaveAccessibleDescription(messages.cityTooLong)
    await expect(field(page, 'Country')).toHaveAccessibleDescription(messages.countryTooLong)
    await expect(field(page, 'About me')).toHaveAccessibleDescription(messages.aboutTooLong)

    const longest = `${'e'.repeat(128 - '@example.org'.length)}@example.org`
    await field(page, 'E-mail').fill(`e${longest}`)
    await save(page).click()
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription('An e-mail address can have at most 128 characters.')
    await field(page, 'E-mail').fill(` ${email.toUpperCase()} `)
    await expect(field(page, 'Your password'), 'it is the same').toHaveCount(0)
    await field(page, 'E-mail').fill(moved)
    await field(page, 'Your password').fill(password)
    await field(page, 'Name').fill('N'.repeat(128))
    await field(page, 'City').fill('c'.repeat(128))
    await field(page, 'Country').fill('c'.repeat(128))
    await field(page, 'About me').fill('a'.repeat(256))
  })

  await test.step('a refusal shows its reason and leaves the form unchanged', async () => {
    await page.route(preferencesCall, (route) =>
      route.fulfill({ status: 503, json: { code: 'read_only', message: messages.readOnly, requestId: 'r' } }),
    )
    await save(page).click()
    await expect(general(page).getByRole('alert').filter({ hasText: messages.readOnly })).toBeVisible()
    await page.unroute(preferencesCall)
    await page.route(preferencesCall, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
    await save(page).click()
    await expect(general(page).getByRole('alert').filter({ hasText: 'Error updating preferences' })).toBeVisible()
    await page.unroute(preferencesCall)
    await expect(field(page, 'City')).toHaveValue('c'.repeat(128))
  })

  await test.step('a new address requires the password; a wrong password loses no input', async () => {
    for (const wrong of ['', 'nearly']) {
      await field(page, 'Your password').fill(wrong)
      await page.keyboard.press('Enter')
      await expect(field(page, 'Your password')).toHaveAccessibleDescription(new RegExp(messages.passwordWrong))
      await expect(field(page, 'Your password')).toBeFocused()
      await expect(field(page, 'E-mail')).toHaveValue(moved)
    }
    expect(await me(context.request)).toMatchObject({ email, city: '' })
    await field(page, 'Your password').fill(password)
  })

  await test.step('saved', async () => {
    await field(page, 'Name').fill('Pia Saved')
    await page.keyboard.press('Enter')
    const saved = general(page).getByRole('status').filter({ hasText: 'Your preferences have been saved.' })
    await expect(saved).toBeVisible()
    expect(await me(context.request)).toMatchObject({
      email: moved,
      emailVerified: false,
      name: 'Pia Saved',
      city: 'c'.repeat(128),
      description: 'a'.repeat(256),
    })
    await expect(accountButton(page, 'Pia Saved')).toBeVisible()
    await expect(field(page, 'Your password')).toHaveCount(0)
    await page.clock.runFor(4900)
    await expect(saved).toBeVisible()
    await page.clock.runFor(200)
    await expect(saved).toHaveCount(0)
  })

  await test.step('an address in use → an error', async () => {
    const { email: taken } = await signUp((await newVisitor()).request, 'Early Bird')
    await field(page, 'E-mail').fill(taken)
    await field(page, 'Your password').fill(password)
    await save(page).click()
    await expect(field(page, 'E-mail')).toHaveAccessibleDescription(messages.emailInUse)
    await expect(field(page, 'E-mail')).toBeFocused()
    await expect(field(page, 'Your password')).toHaveValue(password)
  })

  await general(page).getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/p/${uid}`)
})

test('P1 preferences are fetched on each visit, and log-out opens the home page', async ({ page, context }) => {
  await signUp(context.request, 'Fay Fresh')
  await page.goto('/preferences')
  await expect(field(page, 'Name')).toHaveValue('Fay Fresh')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fay Fresh' })).toBeVisible()
  await context.request.post('/api/v0/me/preferences', { headers: asyncHeader, data: { city: 'Elsewhere' } })
  await page.goBack()
  await expect(field(page, 'City')).toHaveValue('Elsewhere')
  await general(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test('P1 a visitor at /preferences → the log-in form, then the preferences', async ({ page, newVisitor }) => {
  const { email, password } = await signUp((await newVisitor()).request, 'Vic Visitor')
  await page.goto('/preferences?tab=notifications')
  const main = page.getByRole('main')
  await main.getByLabel('E-mail or user id').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(main.getByText('Welcome')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Make it so' })).toBeVisible()
})

test('P1 U9 an expired session → the log-in dialog over the page, with unsaved input for the same member only', async ({
  page,
  context,
  newVisitor,
}) => {
  const { email, password } = await signUp(context.request, 'Una Unsaved')
  const other = await signUp((await newVisitor()).request, 'Otto Other')
  await page.goto('/preferences')
  const dialog = page.getByRole('dialog')
  const logIn = async (as: { email: string; password: string }) => {
    await dialog.getByLabel('E-mail or user id').fill(as.email)
    await dialog.getByLabel('Password', { exact: true }).fill(as.password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Welcome')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  const endSession = async () => {
    const [session] = (await context.cookies()).filter(({ name }) => name === 'strand_session')
    await context.addCookies([{ ...session!, value: 'x'.repeat(43) }])
    await save(page).click()
    await expect(dialog.getByText(messages.sessionEnded)).toBeVisible()
  }
  await field(page, 'City').fill('Oslo')
  await endSession()
  await expect(page.locator('main').getByLabel('E-mail or user id')).toHaveCount(0)
  await expect(page.locator('main').getByLabel('City', { exact: true })).toHaveValue('Oslo')
  await logIn({ email, password })
  await expect(field(page, 'City')).toHaveValue('Oslo')

  await test.step('Log In in the bar → the form in the page gets the focus', async () => {
    await endSession()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByLabel('E-mail or user id')).toBeVisible()
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('main').getByLabel('E-mail or user id')).toBeFocused()
    await expect(dialog).toHaveCount(0)
  })

  const main = page.getByRole('main')
  await main.getByLabel('E-mail or user id').fill(other.email)
  await expect(page.locator('main').getByRole('heading', { name: 'Preferences' })).toHaveCount(0)
  await main.getByRole('textbox', { name: 'Password', exact: true }).fill(other.password)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toHaveValue('Otto Other')
  await expect(field(page, 'City')).toHaveValue('')
})

test('P2 every kind of notification by mail and by push is on until it is switched off', async ({ page, context }) => {
  await signUp(context.request, 'Nora News')
  await page.goto('/preferences')
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/preferences?tab=notifications')
  const mail = page.getByRole('group', { name: 'E-mail me when' }).getByRole('checkbox')
  const push = page.getByRole('group', { name: 'Send a push notification when' }).getByRole('checkbox')
  // 11 and 9, each less the two of networks that are not configured.
  await expect(mail).toHaveCount(9)
  await expect(push).toHaveCount(7)
  for (const box of [...(await mail.all()), ...(await push.all())]) await expect(box).toBeChecked()

  await page.getByLabel('Weekly digest').press('Space')
  await push.first().press('Space')
  // Unsaved input survives a visit to another tab.
  await page.getByRole('link', { name: 'General' }).click()
  await page.goBack()
  // Saving does not revert a change made on another device.
  expect(
    (await context.request.post('/api/v0/me/preferences', { headers: asyncHeader, data: { emailPrefs: { onRepost: false } } })).ok(),
  ).toBe(true)
  await page.getByRole('button', { name: 'Make it so' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
  const { emailPrefs, pushPrefs } = await me(context.request)
  expect(emailPrefs).toMatchObject({ onRepost: false, onDigest: false, onDigestDaily: true, onFacebookFriend: true })
  expect(pushPrefs).toMatchObject({ onCollect: false, onFollow: true })
  await page.reload()
  await expect(page.getByLabel('Weekly digest')).not.toBeChecked()
})

test("P3 connected networks can be disconnected, and a network's answer is shown once", async ({ page, context }) => {
  await signUp(context.request, 'Nils Network')
  await changeMeInDocument(page, '/preferences?*', { hasFB: true, facebookInfo: { name: 'Nils F.' } })
  await page.goto('/preferences?network=facebook&networkerror=in_use')
  await expect(page).toHaveURL('/preferences?tab=apps')
  await expect(page.getByRole('alert').filter({ hasText: 'That Facebook account is already connected to another member.' })).toBeVisible()
  await expect(page.getByText('Strand posts nothing there without your explicit permission.')).toBeVisible()
  await expect(page.getByText('Connected as Nils F.')).toBeVisible()
  // The other network is not configured, so it is not offered.
  await expect(page.getByRole('link', { name: /Connect/ }).filter({ hasNotText: 'Connected Apps' })).toHaveCount(0)

  const disconnect = page.getByRole('button', { name: 'Disconnect Facebook' })
  await page.route('**/api/v1/me/disconnect/facebook', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: messages.serverError, requestId: 'r' } }),
  )
  await disconnect.click()
  await expect(page.getByText('Something went wrong. Account could not be disconnected :(')).toBeVisible()
  await page.unroute('**/api/v1/me/disconnect/facebook')
  await disconnect.click()
  await expect(page.getByText('Connected as Nils F.')).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Connected Apps' }), 'the chosen tab is not the one that is cut off').toBeInViewport({
    ratio: 1,
  })
})

test('BY7 sessions are ended one by one or all others at once; a password is changed; an address is confirmed', async ({
  page,
  context,
  newVisitor,
}) => {
  const { email, password } = await signUp(context.request, 'Sam Sessions')
  const others = [await newVisitor(), await newVisitor(), await newVisitor()]
  const logIn = (request: APIRequestContext, secret: string) =>
    request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: email, password: secret } })
  for (const other of others) expect((await logIn(other.request, password)).status()).toBe(200)
  await page.goto('/preferences')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^Sign out of/ })
    .first()
    .press('Enter')
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('heading')).toBeFocused()
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  for (const other of others) expect((await other.request.get('/api/v0/me')).status()).toBe(401)

  const form = page.getByRole('form', { name: 'Password' })
  const present = form.getByLabel('Current password')
  await present.fill('wrong')
  await form.getByLabel('New password').fill('abc')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('New password')).toHaveAccessibleDescription(new RegExp(messages.passwordInvalid))
  await form.getByLabel('New password').fill('another horse')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(present).toHaveAccessibleDescription(messages.passwordWrong)
  await expect(present).toBeFocused()
  await present.fill(password)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('Your password has been changed.')
  expect((await logIn(others[0]!.request, password)).status()).toBe(403)
  expect((await logIn(others[0]!.request, 'another horse')).status()).toBe(200)

  const notice = page.getByRole('region', { name: 'Please confirm your e-mail address' })
  await notice.getByRole('button', { name: 'Send the link again' }).click()
  await expect(notice.getByRole('status')).toHaveText(`A new link is on its way to ${email}.`)
  // The pressed button no longer exists.
  await expect(notice.getByRole('heading')).toBeFocused()
})

test('BY12 a member exports their data and deletes the account', async ({ page, context, newVisitor }) => {
  const { uid, email, password } = await signUp(context.request, 'Lea Leaving')
  await page.goto('/preferences')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()])
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const input = dialog.getByLabel('Your password')
  await expect(input).toBeFocused()
  await input.fill('no idea')
  await page.keyboard.press('Enter')
  await expect(input).toHaveAccessibleDescription(messages.passwordWrong)
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await input.fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  const { request } = await newVisitor()
  expect((await request.get(`/api/v0/members/${uid}`)).status()).toBe(404)
  expect((await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: email, password } })).ok()).toBe(false)
})
