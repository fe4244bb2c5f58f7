/** Every mode of the log-in and the links between them (U1, U2, U6, U11). Delays are tested in tests/component/auth.test.tsx. */
import { messages } from '#contract/messages.ts'
import { guessLimit } from '../../server/features/accounts/proof.ts'
import { expectAccessible } from './axe.ts'
import { asyncHeader, freshEmail, signUp } from './api.ts'
import { accountButton } from './members.ts'
import { expect, mailed, test } from './networks.ts'
import type { Locator, Page } from './fixtures.ts'
import { testWith } from './own-server.ts'

const heading = (dialog: Locator, name: string | RegExp) => dialog.getByRole('heading', { name })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Checks the dialog with axe in both themes. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name, { within: '[role="dialog"]' })
}

test('U1 U2 U11 forgotten password → mail → new password, by keyboard alone', async ({ page, folder, newVisitor }) => {
  test.setTimeout(120_000)
  const { email } = await signUp((await newVisitor()).request, 'Forgetful Flo')
  await page.goto('/music')
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = dialogOf(page)
  await expect(heading(dialog, 'Welcome back')).toBeVisible()
  await look(page, 'login')
  await dialog.getByLabel('E-mail or user id').fill(email)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).press('Enter')
  await expect(heading(dialog, 'Join Strand')).toBeVisible()
  await expect(dialog.getByText('Signing up takes 20 seconds.')).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
  await look(page, 'signup')
  await dialog.getByRole('button', { name: 'Log in', exact: true }).press('Enter')

  await test.step('forgot-password: an invalid and an unknown address → an error at the field', async () => {
    await dialog.getByRole('button', { name: 'Forgot password?' }).press('Enter')
    await expect(heading(dialog, 'Forgot your password?')).toBeVisible()
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
    await look(page, 'forgot-password')
    await dialog.getByLabel('E-mail').fill('nowhere')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(messages.emailInvalid)
    await dialog.getByLabel('E-mail').fill(freshEmail())
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/We can't find an associated account\..*Trying to sign up\?/)
    await expect(dialog.getByLabel('E-mail')).toBeFocused()
  })

  await test.step('password-sent → Back to log in', async () => {
    await dialog.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await expect(heading(dialog, 'Check your e-mail')).toBeFocused()
    await expect(dialog.getByText(email)).toBeVisible()
    await look(page, 'password-sent')
    await dialog.getByRole('button', { name: 'Back to log in' }).press('Enter')
    await expect(heading(dialog, 'Welcome back')).toBeVisible()
  })

  const key = await mailed(folder, email, 'resetcode')
  await test.step('the link opens reset-password and removes the key from the address', async () => {
    await page.goto(`/music?sort=recent&resetcode=${key}&email=${encodeURIComponent(email)}`)
    await expect(heading(dialog, 'Choose a new password')).toBeVisible()
    expect(new URL(page.url()).search).toBe('?sort=recent')
    await dialog.getByLabel('New password', { exact: true }).fill('abc')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(messages.passwordInvalid)
    await dialog.getByLabel('New password', { exact: true }).fill('anew and better')
    await expect(dialog.getByText('Very hard to guess')).toBeVisible()
    await look(page, 'reset-password')
    await dialog.getByLabel('New password', { exact: true }).press('Enter')
    await expect(heading(dialog, 'Your password has been changed')).toBeFocused()
    await look(page, 'password-changed')
    await dialog.getByRole('button', { name: 'Close and Explore' }).press('Enter')
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a used key → the form to request another link', async () => {
    await page.goto(`/about?resetcode=${key}`)
    await dialog.getByLabel('New password', { exact: true }).fill('once more please')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(`${messages.resetFailed} Send a new link`)
    await dialog.getByRole('button', { name: 'Send a new link' }).press('Enter')
    await expect(heading(dialog, 'Forgot your password?')).toBeVisible()
  })

  await test.step('resetpassword=y on the log-in page → the form to request a link', async () => {
    await page.goto(`/login?resetpassword=y&email=${encodeURIComponent(email)}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await expect(main.getByLabel('E-mail')).toHaveValue(email)
    await expect(page).toHaveURL(/\/login$/)
    await expect(dialog).toHaveCount(0)
    await main.getByRole('button', { name: 'Log in', exact: true }).press('Enter')
    await main.getByLabel('Password', { exact: true }).fill('anew and better')
    await main.getByLabel('Password', { exact: true }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Welcome, Forgetful Flo!' })).toBeVisible()
    await expect(accountButton(page, 'Forgetful Flo')).toBeVisible()
    await expect(page).toHaveURL(/\/discover$/)
  })
})

test('U2 BY7 a link from a mail confirms an address, once', async ({ page, context, folder }) => {
  const { email } = await signUp(context.request, 'Vera Verified')
  const key = await mailed(folder, email, 'verifycode')
  await page.goto(`/?verifycode=${key}&email=${encodeURIComponent(email)}`)
  await expect(page.getByText('Thanks, your e-mail address is confirmed.').first()).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(((await (await context.request.get('/api/v0/me')).json()) as { emailVerified: boolean }).emailVerified).toBe(true)
  await page.goto(`/?verifycode=${key}`)
  await expect(page.getByText(messages.verifyFailed).first()).toBeVisible()
})

test('U1 U9 a new password also ends the session of the page that set it', async ({ page, context, folder }) => {
  const { email } = await signUp(context.request, 'Reset Rita')
  await context.request.post('/api/v0/auth/sendpasswordreset', { headers: asyncHeader, data: { email } })
  const key = await mailed(folder, email, 'resetcode')
  await page.goto(`/?resetcode=${key}`)
  await expect(accountButton(page, 'Reset Rita')).toBeVisible()
  await dialogOf(page).getByLabel('New password', { exact: true }).fill('completely new')
  await page.keyboard.press('Enter')
  await expect(heading(dialogOf(page), 'Your password has been changed')).toBeVisible()
  await expect(accountButton(page, 'Reset Rita')).toHaveCount(0)
  expect((await context.cookies()).some(({ name }) => name === 'strand_session')).toBe(false)
})

const limited = testWith({ STRAND_RATE_LIMITS: '1' })
limited('BY7 too many wrong passwords → a message to wait, and the input is retained', async ({ page, request }) => {
  const guess = (password: string) => request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'demo', password } })
  for (let n = 0; n < guessLimit.requests; n += 1) expect((await guess(`guess ${n}`)).status()).toBe(403)
  await page.goto('/login')
  const main = page.getByRole('main')
  await main.getByLabel('E-mail or user id').fill('demo')
  await main.getByLabel('Password', { exact: true }).fill('strand')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('alert').filter({ hasText: messages.tooManyRequests })).toBeVisible()
  await expect(main.getByLabel('E-mail or user id')).toBeFocused()
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('strand')
  await expect(accountButton(page, 'Demo')).toHaveCount(0)
})
