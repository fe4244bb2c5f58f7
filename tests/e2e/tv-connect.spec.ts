/** Connecting a television on the page of its link (T1, T2). */
import type { APIRequestContext, Page } from '@playwright/test'
import { asyncHeader, signUp } from './api.ts'
import { expect, test } from './fixtures.ts'

interface Television {
  token: string
  url: string
  secret: string
}

const television = async (request: APIRequestContext): Promise<Television> =>
  (await (await request.post('/api/v1/auth/tvos/token', { headers: asyncHeader })).json()) as Television
const poll = async (request: APIRequestContext, { secret }: Television) =>
  (await (await request.post('/api/v1/auth/tvos/poll', { headers: asyncHeader, data: { secret } })).json()) as {
    connected: boolean
    me?: { uid: string }
  }

const tokenCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'tvtoken')
const claimed = (page: Page) => page.waitForResponse('**/api/v1/auth/tvos/settokenuid')
const main = (page: Page) => page.getByRole('main')
/** Records each shake, since it lasts 300 ms only. */
const countShakes = (page: Page) =>
  page.addInitScript(() => {
    const counter = { shakes: 0 }
    Object.assign(window, { counter })
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement && target.dataset['shaking'] !== undefined) counter.shakes += 1
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] })
  })
const shakes = (page: Page) => page.evaluate(() => (window as unknown as { counter: { shakes: number } }).counter.shakes)

test('T1 T2 a visitor logs in, the token is sent, and after 5 s the television is connected', async ({ page, newVisitor }) => {
  const tv = await television((await newVisitor()).request)
  const { uid, password } = await signUp((await newVisitor()).request, 'Tele Vera')
  await page.goto(`/tvos/connect?connecttoken=${tv.token}`)
  await expect(main(page).getByText('Log in to connect your TV.')).toBeVisible()
  await expect(page).toHaveURL(/\/tvos\/connect$/)
  const cookie = await tokenCookie(page)
  expect(cookie).toMatchObject({ value: tv.token, sameSite: 'Lax' })
  expect(Math.abs(cookie!.expires - Date.now() / 1000 - 86_400)).toBeLessThan(60)

  await page.clock.install()
  // The token is stored in a cookie, so the address is needed once only.
  await page.reload()
  await main(page).getByLabel('E-mail or user id').fill(uid)
  await main(page).getByLabel('Password', { exact: true }).fill(password)
  await page.clock.pauseAt(Date.now() + 60_000)
  const loggedIn = page.waitForResponse('**/api/v1/auth/milq')
  await page.keyboard.press('Enter')
  await loggedIn
  await page.clock.runFor(1000)
  await expect(main(page).getByText('Welcome, Tele Vera!')).toBeVisible()
  let claims = 0
  page.on('request', (request) => (claims += Number(request.url().includes('settokenuid'))))
  await page.clock.runFor(2500)
  await expect(main(page).getByRole('heading', { name: 'Connect a TV to your account?' })).toBeFocused()
  await expect(main(page).getByText('It will be signed in as Tele Vera.')).toBeVisible()
  await page.clock.runFor(10_000)
  expect(claims, 'having logged in is no answer').toBe(0)
  const sent = claimed(page)
  await main(page).getByRole('button', { name: 'Connect', exact: true }).press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Connecting...' })).toBeFocused()
  await page.clock.runFor(1)
  await sent
  await page.clock.runFor(4998)
  await expect(main(page).getByRole('heading', { name: 'Connecting...' })).toBeVisible()
  await page.clock.runFor(1)
  await expect(main(page).getByRole('heading', { name: 'Your TV is connected' })).toBeFocused()
  expect(await tokenCookie(page)).toBeUndefined()
  expect(await poll(page.request, tv)).toMatchObject({ connected: true, me: { uid } })
  await page.clock.resume()
  await main(page).getByRole('link', { name: 'Discover playlists' }).press('Enter')
  await expect(page).toHaveURL(/\/discover$/)
})

test('T2 a refused token shakes and says what to do; without a token the page opens the home page', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signUp(context.request, 'Tele Ted')
  await countShakes(page)
  await page.clock.install()
  const sent = claimed(page)
  await page.goto('/tvos/connect?connecttoken=nobody-knows-it')
  await main(page).getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(main(page).getByRole('heading', { name: 'Connecting...' })).toBeVisible()
  await sent
  await page.clock.runFor(5000)
  await expect(main(page).getByRole('alert').getByRole('heading', { name: 'Oops, looks like something went wrong.' })).toBeFocused()
  await expect(main(page).getByText('Tap resend on your TV, then check your e-mail for a new link.')).toBeVisible()
  expect(await shakes(page)).toBe(1)

  await test.step('a refused token is dropped, and another try without one only shakes', async () => {
    expect(await tokenCookie(page)).toBeUndefined()
    let requestCount = 0
    page.on('request', (request) => (requestCount += Number(request.url().includes('settokenuid'))))
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await page.clock.runFor(50)
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect.poll(() => shakes(page)).toBe(2)
    expect(requestCount).toBe(0)
  })

  await test.step('no token → the home page', async () => {
    await page.goto('/tvos/connect')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('T1 a link from someone else connects nothing without consent, and its token is dropped', async ({ page, newVisitor }) => {
  const stranger = await newVisitor()
  const tv = await television(stranger.request)
  await signUp(page.context().request, 'Tele Tess')
  let claims = 0
  page.on('request', (request) => (claims += Number(request.url().includes('settokenuid'))))
  await page.clock.install()
  await page.goto(`/tvos/connect?connecttoken=${tv.token}`)
  await expect(main(page).getByRole('heading', { name: 'Connect a TV to your account?' })).toBeFocused()
  await page.clock.runFor(60_000)
  expect(claims).toBe(0)
  expect(await poll(stranger.request, tv)).toMatchObject({ connected: false })
  await main(page).getByRole('button', { name: "That wasn't me" }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await tokenCookie(page)).toBeUndefined()
  expect(claims).toBe(0)
})

test('T1 a token replaced by another link before it is confirmed → an error, nothing is sent', async ({ page, context, newVisitor }) => {
  const { request } = await newVisitor()
  const [mine, theirs] = [await television(request), await television(request)]
  await signUp(context.request, 'Tele Tom')
  let claims = 0
  page.on('request', (request) => (claims += Number(request.url().includes('settokenuid'))))
  await page.goto(`/tvos/connect?connecttoken=${mine.token}`)
  const connect = main(page).getByRole('button', { name: 'Connect', exact: true })
  await expect(connect).toBeVisible()
  await page.evaluate((token) => (document.cookie = `tvtoken=${token}; path=/`), theirs.token)
  await connect.click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  expect(claims).toBe(0)
})
