/** The forms of the log-in (U1, U4 to U6): validation, delays and focus. What the server refuses is tested in tests/e2e/auth….spec.ts. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, type Locator } from 'vitest/browser'
import { messages } from '#contract/messages.ts'
import { address, expectSoon, mount, pressOn, type Mounted } from './mount.tsx'
import { sampleMe } from './samples.ts'
import { Refusal } from './server.ts'

const dialog = page.getByRole('dialog')
const main = page.getByRole('main')
const opener = page.getByRole('navigation').getByRole('button', { name: 'Log In' })
const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true })
const passwordIn = (part: Locator): Locator => part.getByLabelText('Password', { exact: true })
const timers = { toFake: ['setTimeout', 'clearTimeout', 'Date'] } satisfies Parameters<typeof vi.useFakeTimers>[0]

async function openLogIn(answers: Parameters<typeof mount>[1] = {}): Promise<Mounted> {
  const mounted = await mount('/about', answers)
  await opener.click()
  await expect.element(passwordIn(dialog)).toBeVisible()
  return mounted
}

async function openSignUp(options: Parameters<typeof mount>[1] = {}): Promise<Mounted> {
  const mounted = await openLogIn(options)
  await button('Sign up').click()
  await expect.element(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  return mounted
}

/** Counts the shakes of forms. */
function countShakes(): { shakes: number } {
  const counter = { shakes: 0 }
  const observer = new MutationObserver((changes) => {
    counter.shakes += changes.filter(({ target }) => (target as Element).matches('[data-shaking]')).length
  })
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] })
  onTestFinished(() => observer.disconnect())
  return counter
}

test('U4 U6 invalid fields of the sign-up form are marked, shake, and the first of them gets the focus', async () => {
  await openSignUp()
  const counter = countShakes()
  const fields = { name: dialog.getByLabelText('Name'), email: dialog.getByLabelText('E-mail'), password: passwordIn(dialog) }

  // Invalid on submit: marked, and the focus is on the first.
  await button('Sign up').click()
  await expect.element(fields.name).toHaveAccessibleDescription(messages.nameInvalid)
  await expect.element(fields.email).toHaveAccessibleDescription(messages.emailInvalid)
  await expect.element(fields.password).toHaveAccessibleDescription(messages.passwordInvalid)
  await expect.element(fields.name).toHaveFocus()
  expect(counter.shakes).toBe(1)
  await expect.poll(() => document.querySelector('[data-shaking]')).toBeNull()

  // Invalid on blur: marked.
  for (const [field, short, enough, message] of [
    [fields.name, ' V ', ' Ve ', messages.nameInvalid],
    [fields.password, 'abc', 'abcd', messages.passwordInvalid],
  ] as const) {
    await field.fill(short)
    await commands.press('Tab')
    await expect.element(field).toHaveAccessibleDescription(message)
    await field.fill(enough)
    await commands.press('Tab')
    await expect.element(field).not.toHaveAttribute('aria-invalid')
  }
  await fields.name.fill('Vera Valid')
  await fields.email.fill('not an address')
  await fields.password.click()
  await expect.element(fields.name).not.toHaveAttribute('aria-invalid')
  await expect.element(fields.email).toHaveAccessibleDescription(messages.emailInvalid)
  await fields.email.fill(' Vera@Example.org ')
  await fields.password.fill('abc')
  await commands.press('Enter')
  await expect.element(fields.email).not.toHaveAttribute('aria-invalid')
  await expect.element(fields.password).toHaveAccessibleDescription(messages.passwordInvalid)
  await expect.element(fields.password).toHaveFocus()
  expect(counter.shakes).toBe(2)
})

test('U4 a field is validated on blur, and no click is lost to the layout shift', async () => {
  await mount('/signupform')
  // Tab through an empty form marks nothing.
  await pressOn(main.getByLabelText('Name'), 'Tab')
  for (let n = 0; n < 5; n += 1) await commands.press('Tab')
  await expect.element(passwordIn(main)).not.toHaveFocus()
  await expect.element(main.getByLabelText('Name')).not.toHaveFocus()
  expect(document.querySelector('main [aria-invalid=true]')).toBeNull()

  await mount('/login/forgotPassword')
  const email = main.getByLabelText('E-mail')
  await pressOn(email, 'Tab')
  await expect.element(email).not.toHaveFocus()
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await email.fill('a')
  await email.fill('')
  await commands.press('Tab')
  await expect.element(email).toHaveAccessibleDescription(messages.emailInvalid)

  // The focus is not lost to the message.
  await email.fill('not an address')
  await commands.press('Tab')
  await expect.element(main.getByRole('button', { name: 'Send the link' })).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(messages.emailInvalid)

  // A click on "show password", by key and by mouse, is not lost.
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.poll(address).toBe('/login')
  const password = passwordIn(main)
  await password.fill('abc')
  await commands.press('Tab')
  await expect.element(password).toHaveAccessibleDescription(messages.passwordInvalid)
  await password.fill('ab')
  await expect.element(password).not.toHaveAttribute('aria-invalid')
  await main.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveAccessibleDescription(messages.passwordInvalid)

  // A click on a link below is not lost: it does not move from under the pointer.
  const login = main.getByLabelText('E-mail or user id')
  await login.fill('a b')
  const link = main.getByRole('button', { name: 'Sign up', exact: true }).element()
  link.scrollIntoView({ block: 'nearest' })
  const box = link.getBoundingClientRect()
  await commands.moveTo(box.x + box.width / 2, box.bottom - 1)
  await commands.mouseDown()
  await expect.element(login).not.toHaveAttribute('aria-invalid')
  await commands.mouseUp()
  await expect.poll(address).toBe('/signupform')
  await expect.element(main.getByLabelText('Name')).not.toHaveAttribute('aria-invalid')
})

test('U5 a pending request is neither sent twice nor interrupted by closing the dialog', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { server } = await openSignUp({
    answers: { 'POST /api/v0/auth/signup': ({ body: { name } }) => held.then(() => sampleMe({ name })) },
  })
  await dialog.getByLabelText('Name').fill('Pia Patient')
  await dialog.getByLabelText('E-mail').fill('pia@example.org')
  await passwordIn(dialog).fill('patience')
  await commands.press('Enter')
  await commands.press('Enter')
  await commands.press('Escape')
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog.getByText('Welcome, Pia Patient!')).toBeVisible()
  expect(server.inputsOf('POST /api/v0/auth/signup')).toHaveLength(1)
})

test('U4 U5 a result is applied after 1 s, the shake ends after 300 ms, the welcome after 2.5 s, and its fade 300 ms later', async () => {
  const me = sampleMe({ name: 'Timely Tim' })
  const { server } = await openLogIn({
    answers: {
      'POST /api/v1/auth/milq': ({ body: { password } }) =>
        password === 'correct' ? me : new Refusal({ code: 'wrong_credentials', message: messages.wrongCredentials }),
    },
  })
  await commands.emulateMedia({ reducedMotion: 'no-preference' })
  const field = passwordIn(dialog)
  await dialog.getByLabelText('E-mail or user id').fill(me.uid)
  await field.fill('wrong one')
  vi.useFakeTimers(timers)
  const sent = (count: number) => expectSoon(() => server.inputsOf('POST /api/v1/auth/milq').length, count)
  const isInvalid = () => field.element().getAttribute('aria-invalid') === 'true'
  const shaken = () => document.querySelectorAll('[role=dialog] [data-shaking]').length

  await commands.press('Enter')
  await sent(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(isInvalid()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expectSoon(isInvalid, true)
  await expectSoon(shaken, 1)
  await vi.advanceTimersByTimeAsync(299)
  expect(shaken()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await expectSoon(shaken, 0)

  await field.fill('correct')
  await commands.press('Enter')
  await sent(2)
  await commands.press('Escape')
  expect(dialog.elements()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  const welcomes = () => dialog.getByRole('heading', { name: 'Welcome, Timely Tim!' }).elements().length
  await expectSoon(welcomes, 1)
  await vi.advanceTimersByTimeAsync(2499)
  expect(welcomes()).toBe(1)
  expect(dialog.element().hasAttribute('data-ending-style')).toBe(false)
  expect(getComputedStyle(dialog.element()).transitionDuration.split(', ')[0]).toBe('0.3s')
  await vi.advanceTimersByTimeAsync(1)
  await expectSoon(() => dialog.query()?.hasAttribute('data-ending-style') ?? true, true)
  vi.useRealTimers()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('U1 U4 BY17 closing the dialog leaves the page where it was and returns the focus; a server error is shown above the button', async () => {
  await openLogIn({
    answers: { 'POST /api/v0/auth/sendpasswordreset': new Refusal({ code: 'internal', message: messages.serverError }) },
  })
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await button('Forgot password?').click()
  await dialog.getByLabelText('E-mail').fill('ada@example.org')
  await commands.press('Enter')
  await expect.element(dialog.getByRole('alert').filter({ hasText: messages.serverError })).toBeVisible()
  await commands.press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(address()).toBe('/about')
})
