/** Signing up through a social network, in a pop-up and by redirect (U3, U7, U8). */
import { messages } from '#contract/messages.ts'
import type { Page } from '@playwright/test'
import { asyncHeader, freshEmail, showcase, signUp } from './api.ts'
import { accountButton, openSignUp } from './members.ts'
import { started } from './fixtures.ts'
import { expect, newPerson, test } from './networks.ts'
import { settled } from './settled.ts'

/** Records the arguments of every window.open. */
const recordWindows = (page: Page) =>
  page.addInitScript(() => {
    const openedWindows: string[] = []
    const real = window.open.bind(window)
    Object.assign(window, { openedWindows })
    window.open = (url, target, features) => {
      openedWindows.push(`${String(url)} ${features ?? ''}`)
      return real(url, target, features)
    }
  })
const openedWindows = (page: Page) => page.evaluate(() => (window as unknown as { openedWindows: string[] }).openedWindows)

const meOf = async (page: Page) =>
  (await page.context().request.get('/api/v0/me')).json() as Promise<{ uid: string; email: string; creationDate: string }>

test.beforeEach(({ social }) => {
  Object.assign(social.facebook, { consent: null, failing: null })
  Object.assign(social.twitter, { consent: null, failing: null })
})

test('U7 U8 each network opens a pop-up of its size with cookies for source and destination; the welcome follows', async ({
  page,
  context,
  social,
  request,
}) => {
  const bead = await showcase(request)
  await recordWindows(page)
  social.facebook.person = newPerson('Fay Network', freshEmail())
  // This header severs `window.opener`, as the pages of real networks do.
  social.facebook.consent = { headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } }
  await page.goto(`${bead.href}?sort=earliest`)

  // The intent of the visitor is preserved.
  await started(page)
  await page.evaluate((id) => {
    const button = Object.assign(document.createElement('button'), { textContent: 'Follow as a visitor' })
    button.dataset['forceLogin'] = `followbead/${id}`
    document.querySelector('main')!.append(button)
  }, bead.id)
  await page.getByRole('button', { name: 'Follow as a visitor' }).click()
  const dialog = page.getByRole('dialog')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Facebook' }).click()
  const popup = await opened
  await expect(popup.getByRole('link', { name: 'Agree' })).toBeVisible()
  expect(await openedWindows(page)).toEqual([expect.stringMatching(/^\/signup\/facebook popup,width=720,height=500,left=\d+,top=\d+$/)])
  await expect(dialog.getByRole('link', { name: 'Not seeing the popup?' })).toHaveAttribute('href', '/login')
  await expect(dialog.locator('[aria-invalid=true]'), 'no field of the untouched form is marked').toHaveCount(0)

  const cookies = new Map((await context.cookies()).map((one) => [one.name, one]))
  const now = Date.now() / 1000
  expect(cookies.get('followBeadId')).toMatchObject({ value: bead.id })
  expect(Math.abs(cookies.get('followBeadId')!.expires - now - 3600)).toBeLessThan(60)
  expect(cookies.get('device')).toMatchObject({ value: 'web' })
  expect(Math.abs(cookies.get('device')!.expires - now - 3600)).toBeLessThan(60)
  expect(decodeURIComponent(cookies.get('signupRedirect')!.value)).toBe(`${bead.href}?sort=earliest`)

  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Agree' }).click({ noWaitAfter: true })
  await closed
  await expect(dialog.getByRole('heading', { name: 'Welcome, Fay Network!' })).toBeFocused()
  await expect(dialog).toBeHidden()
  await expect(accountButton(page, 'Fay Network')).toBeVisible()
  const { uid } = await meOf(page)
  const { data } = (await (await context.request.get(`/api/v0/members/${uid}/relations?entities=${bead.id}`)).json()) as {
    data: { type: number }[]
  }
  expect(data.map(({ type }) => type)).toEqual([2])
})

test('U8 U10 U13 on a phone, cookies carry the device and the follow; then the member confirms the data from the network', async ({
  newVisitor,
  social,
}) => {
  const { uid: star } = await signUp((await newVisitor()).request, 'Stella Star')
  const context = await newVisitor({ viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    document.cookie = 'strand_confirm=; max-age=0; path=/'
  })
  const email = freshEmail()
  social.facebook.person = newPerson('Mo Bile', email)
  social.facebook.consent = {}
  await page.goto(`/p/${star}`)
  await page.getByRole('main').getByRole('button', { name: 'Follow Stella Star' }).click()
  const dialog = page.getByRole('dialog')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Facebook' }).click()
  const popup = await opened
  const cookies = new Map((await context.cookies()).map((one) => [one.name, one]))
  expect(cookies.get('followUid')).toMatchObject({ value: star })
  expect(Math.abs(cookies.get('followUid')!.expires - Date.now() / 1000 - 3600)).toBeLessThan(60)
  expect(cookies.get('device')).toMatchObject({ value: 'mobileweb' })
  expect(cookies.has('followBeadId')).toBe(false)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('link', { name: 'Agree' }).click({ noWaitAfter: true })
  await closed
  await expect(dialog.getByRole('heading', { name: 'Welcome, Mo Bile!' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Following Stella Star', pressed: true })).toBeVisible()
  // The sign-up removes the follow cookies.
  expect((await context.cookies()).filter(({ name }) => name.startsWith('follow'))).toEqual([])

  const notice = page.getByRole('region', { name: 'Is this right?' })
  await expect(notice).toContainText(`Your name is Mo Bile and your e-mail address is ${email}.`)
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(notice.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/preferences')
  await notice.getByRole('button', { name: "That's right" }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const me = (await (await context.request.get('/api/v0/me')).json()) as { onboarding: object; hasFB: boolean; hasTwitter: boolean }
  expect(me).toMatchObject({ onboarding: { doConfirmInfo: false }, hasFB: true, hasTwitter: false })
})

test('U3 a sign-up from the microblogging network without an address → a prompt for one that cannot be skipped', async ({
  page,
  context,
  social,
  newVisitor,
}) => {
  await recordWindows(page)
  const { email: taken } = await signUp((await newVisitor()).request, 'Already Here')
  social.twitter.person = newPerson('Tweeting Tess')
  await page.goto('/')
  const dialog = await openSignUp(page)
  // An error of the previous form is not shown in the next one.
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue with X' }).click()
  await expect(dialog.getByRole('heading', { name: 'One last thing' })).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).not.toHaveAttribute('aria-invalid')
  expect(await openedWindows(page)).toEqual([expect.stringContaining('/signup/twitter popup,width=720,height=511')])

  const stays = async () => {
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.waitForTimeout(400)
    await expect(dialog).toBeVisible()
  }
  await stays()
  await page.reload()
  await expect(dialog.getByRole('heading', { name: 'One last thing' })).toBeVisible()
  await stays()

  const email = dialog.getByLabel('E-mail')
  await email.fill(taken)
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription("Someone's already using that email")
  await expect(dialog.getByRole('button', { name: 'Trying to log in?' })).toHaveCount(0)
  await expect(email).toBeFocused()

  await test.step('an hour later, the prompt does not appear', async () => {
    const later = await context.newPage()
    await later.clock.setFixedTime(Date.now() + 3_601_000)
    await later.goto('/')
    await expect(accountButton(later, 'Tweeting Tess')).toBeVisible()
    await settled(later)
    await expect(later.getByRole('dialog')).toHaveCount(0)
    await later.close()
  })

  const own = freshEmail()
  await email.fill(`  ${own.toUpperCase()} `)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await meOf(page)).email).toBe(own)
})

test('U7 the pop-up is polled every 50 ms; a closed pop-up may have signed in before', async ({ page, social }) => {
  social.facebook.consent = {}
  await page.clock.install()
  await page.goto('/')
  const dialog = await openSignUp(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  let requestCount = 0
  page.on('request', (request) => (requestCount += Number(request.url().endsWith('/api/v0/me'))))
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Facebook' }).click()
  const popup = await opened
  await popup.close()
  await page.clock.runFor(49)
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  expect(requestCount).toBe(0)
  const looked = page.waitForRequest('**/api/v0/me')
  await page.clock.runFor(1)
  await looked
  await page.clock.runFor(1000)
  expect(requestCount, 'and then no more').toBe(1)
  await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
})

test("U4 U7 a pop-up's message counts only from our own origin; an error of the network is shown", async ({ page, social, strand }) => {
  const script = `
    for (const outcome of [{ connected: 'facebook' }, { problem: 'in_use' }])
      opener?.postMessage({ about: 'popup', id: sessionStorage.getItem('strand-popup') ?? 'x', outcome }, '*')`
  social.facebook.consent = { script }
  await page.addInitScript(() => {
    const real = crypto.randomUUID.bind(crypto)
    crypto.randomUUID = () => ((window as unknown as { attempt: string }).attempt = real())
  })
  await page.goto('/')
  const dialog = await openSignUp(page)
  const open = async () => {
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Continue with Facebook' }).click()
    const popup = await opened
    await expect(popup.getByRole('link', { name: 'Agree' })).toBeVisible()
    return popup
  }

  await test.step('messages of a foreign page and of another attempt are ignored', async () => {
    const popup = await open()
    const attempt = await page.evaluate(() => (window as unknown as { attempt: string }).attempt)
    const news = (id: string) => ({ about: 'popup', id, outcome: { problem: 'in_use' } })
    const received = page.evaluate(
      () => new Promise((resolve) => addEventListener('message', ({ data }) => data === 'over' && setTimeout(resolve, 0))),
    )
    // The network's page even sends the correct attempt id, but from a foreign origin.
    await popup.evaluate((message) => (window.opener as Window).postMessage(message, '*'), news(attempt))
    await page.evaluate((message) => postMessage(message, location.origin), news('another'))
    await page.evaluate(() => postMessage('over', location.origin))
    await received
    await expect(dialog.getByText(/is already connected to another member/)).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: 'Not seeing the popup?' })).toBeVisible()
    await page.evaluate((message) => postMessage(message, location.origin), news(attempt))
    await expect(dialog.getByText(/is already connected to another member/)).toBeVisible()
    await popup.close()
    await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  })

  await test.step('the network refuses → an error', async () => {
    const popup = await open()
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Refuse' }).click({ noWaitAfter: true })
    await closed
    await expect(dialog.getByRole('alert').filter({ hasText: 'You did not allow Facebook to sign you in.' })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Not seeing the popup?' })).toHaveCount(0)
    expect(page.url()).toBe(`${strand.origin}/`)
  })

  await test.step('an address that has an account already → an error', async () => {
    const email = freshEmail()
    await page
      .context()
      .request.post('/api/v0/auth/signup', { headers: asyncHeader, data: { name: 'Address Taken', email, password: 'correct horse' } })
    await page.context().clearCookies({ name: 'strand_session' })
    social.facebook.person = newPerson('Address Twin', email)
    const popup = await open()
    const closed = popup.waitForEvent('close')
    await popup.getByRole('link', { name: 'Agree' }).click({ noWaitAfter: true })
    await closed
    await expect(dialog.getByRole('alert').filter({ hasText: messages.accountExists })).toBeVisible()
  })
})

test('U7 U10 where no pop-up opens, the page itself goes to the network and returns to its intent', async ({ page, social, request }) => {
  const bead = await showcase(request)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(`${bead.href}?sort=earliest`)
  const posts = (await (await request.get(`/api/v0/posts?bead=${bead.id}&limit=1`)).json()) as { results: { id: string }[] }
  await started(page)
  await page.evaluate((id) => {
    const button = Object.assign(document.createElement('button'), { textContent: 'Keep it' })
    button.dataset['forceLogin'] = `collect/${id}`
    document.querySelector('main')!.append(button)
  }, posts.results[0]!.id)
  await page.getByRole('button', { name: 'Keep it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue with Facebook' }).click()
  await dialog.getByRole('link', { name: 'Not seeing the popup?' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(dialog).toBeHidden()

  await test.step('a failed log-in by redirect → an error in the log-in form', async () => {
    social.facebook.failing = 400
    await page.getByRole('link', { name: 'Continue with Facebook' }).click()
    await expect(page.getByRole('alert').filter({ hasText: "Facebook couldn't sign you in." })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    social.facebook.failing = null
  })

  social.facebook.person = newPerson('Whole Page', freshEmail())
  await page.getByRole('link', { name: 'Continue with Facebook' }).click()
  await expect(dialog.getByText('Welcome, Whole Page!')).toBeVisible()
  await expect(page).toHaveURL(`${bead.href}?sort=earliest`)
  await expect(page.getByText('Collected!').first()).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('U7 the form in a foreign frame opens a window of its own too', async ({ page, strand }) => {
  await recordWindows(page)
  await page.route('**/framing', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Framing</title><iframe title="Strand" src="/" width="1000" height="700"></iframe>',
    }),
  )
  await page.goto('/framing')
  const frame = page.frameLocator('iframe')
  await frame.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const opened = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Continue with e-mail' }).click()
  const popup = await opened
  expect(await page.frames()[1]!.evaluate(() => (window as unknown as { openedWindows: string[] }).openedWindows)).toEqual([
    expect.stringContaining('/signupform popup,width=584,height=435'),
  ])
  await popup.getByLabel('Name').fill('Framed Fran')
  await popup.getByLabel('E-mail').fill(freshEmail())
  await popup.getByLabel('Password', { exact: true }).fill('in a frame')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign up', exact: true }).click()
  await closed
  await expect(frame.getByRole('button', { name: 'Account of Framed Fran' })).toBeVisible()
  expect(strand.origin).toContain('127.0.0.1')
})
