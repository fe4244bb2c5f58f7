/** The page of a television: pairing, playing what a member's page sends to it, and its remote control (BZ3, BZ4, T1, T2, PS2). */
import type { BrowserContext } from '@playwright/test'
import { asyncHeader, beadTitled, showcase, signUp } from './api.ts'
import { roomsTitle } from './demo.ts'
import { expect, test, type Page } from './fixtures.ts'
import { panelOf, queueButton } from './queue.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Player' })
const nowPlaying = (tv: Page) => tv.getByRole('region', { name: 'Now playing' })
const upNext = (tv: Page) => tv.getByRole('list', { name: 'Up next' })
const control = (tv: Page, name: string) => tv.getByRole('button', { name, exact: true })
const size = { width: 1920, height: 1080 }

/** Opens the page of a television and returns the code that it shows. */
async function showCode(tv: Page): Promise<string> {
  await tv.goto('/tv')
  const code = tv.getByRole('status', { name: 'Pairing code' })
  await expect(code).toHaveText(/^[2-9B-Z]{8}$/)
  return (await code.textContent())!
}

/** Connects a television with the account of the page's member by typing the code that it shows. */
async function pair(page: Page, tv: Page, evening = false): Promise<void> {
  const code = await showCode(tv)
  await page.goto('/pair')
  await page.getByRole('textbox', { name: 'Code on the TV' }).fill(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Connect a TV to your account?' })).toBeVisible()
  if (evening) await page.getByRole('checkbox', { name: 'For one evening only' }).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(nowPlaying(tv)).toBeVisible()
}

async function memberAndTv(newVisitor: (options?: object) => Promise<BrowserContext>): Promise<{ page: Page; tv: Page }> {
  const phone = await newVisitor()
  await signUp(phone.request, 'Tele Vera')
  return { page: await phone.newPage(), tv: await (await newVisitor({ viewport: size })).newPage() }
}

async function choose(page: Page, name: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Devices' }).click()
  await page.getByRole('list', { name: 'Devices' }).getByRole('button', { name, exact: true }).click()
}

test('BZ3 BZ4 T1 T2 PS2 a television is paired by its code, plays the queue of a page, and both control it', async ({
  request,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const bead = await showcase(request)
  const { page, tv } = await memberAndTv(newVisitor)
  await pair(page, tv)
  await expect(nowPlaying(tv).getByRole('heading', { name: 'Ready to play' })).toBeVisible()
  await expect(tv.getByText('Tele Vera’s TV')).toBeVisible()
  // A press on the remote control, so that the browser lets the page play.
  await tv.keyboard.press('ArrowUp')

  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await choose(page, 'TV')
  await expect(bar(page).getByText('Playing on TV').first()).toBeVisible()
  const title = bar(page).locator('a[title]').first()
  await bar(page).getByRole('button', { name: 'Devices' }).click()
  await page.getByRole('button', { name: 'Rename TV' }).click()
  await page.getByRole('textbox', { name: 'Name of TV' }).fill('Living room')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tv.getByText('Tele Vera · Living room')).toBeVisible()
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Repeat', exact: true }).click()
  const first = (await title.textContent())!
  await expect(nowPlaying(tv).getByRole('heading', { name: first })).toBeVisible()
  await expect(control(tv, 'Repeat')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => tv.evaluate(() => [...document.querySelectorAll('video')].some(({ paused }) => !paused))).toBe(true)

  // The remote control: the play button has the focus, the arrow keys lead to the others.
  await expect(control(tv, 'Pause')).toBeFocused()
  await tv.keyboard.press('Enter')
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await tv.keyboard.press('ArrowRight')
  await expect(control(tv, 'Next')).toBeFocused()
  await tv.keyboard.press('Enter')
  await expect(title).not.toHaveText(first)
  const second = (await title.textContent())!
  await expect(nowPlaying(tv).getByRole('heading', { name: second })).toBeVisible()
  await tv.keyboard.press('MediaTrackPrevious')
  await expect(title).toHaveText(first)
  await tv.keyboard.press('ArrowUp')
  await tv.keyboard.press('ArrowUp')
  await expect(upNext(tv).getByRole('button').last()).toBeFocused()
  const third = 'Drop two stones, watch them argue'
  await upNext(tv).getByRole('button', { name: third }).focus()
  await tv.keyboard.press('Enter')
  await expect(title).toHaveText(third)

  // While a picture moves, nothing else stays on the screen; OK pauses and shows it again.
  const panel = tv.locator('[data-panel]').first()
  await expect(panel).toHaveAttribute('data-panel', 'false', { timeout: 20_000 })
  const covers = () =>
    tv.locator('[data-player-stage]').evaluate((stage) => {
      const { width, height } = stage.getBoundingClientRect()
      return [width, height]
    })
  expect(await covers()).toEqual([size.width, size.height])
  await tv.keyboard.press('Enter')
  await expect(panel).toHaveAttribute('data-panel', 'true')
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  // After a reload it has its queue, paused, and the page still controls it.
  await tv.reload()
  await expect(nowPlaying(tv).getByRole('heading', { name: third })).toBeVisible()
  await expect(control(tv, 'Play')).toBeVisible()
  await expect(
    bar(page)
      .getByText(/^Playing on /)
      .first(),
  ).toBeVisible()

  // Ending its session in the list of sessions disconnects it at once, and removes its queue.
  const { results } = (await (await page.request.get('/api/v0/me/sessions')).json()) as { results: { id: string; device: string }[] }
  await page.request.delete(`/api/v0/me/sessions/${results.find(({ device }) => device === 'tv')!.id}`, { headers: asyncHeader })
  await expect(tv.getByRole('status', { name: 'Pairing code' })).toHaveText(/^.{8}$/)
  expect(await tv.evaluate(() => Object.keys(localStorage).filter((key) => /token|queue/.test(key)))).toEqual([])
})

test('BZ3 BZ4 texts of the playlist are slides on a television, the page controls them, and they stay there when the queue returns', async ({
  request,
  newVisitor,
}) => {
  const rooms = await beadTitled(request, roomsTitle)
  const { page, tv } = await memberAndTv(newVisitor)
  await pair(page, tv)
  await tv.keyboard.press('ArrowUp')
  await page.goto(`${rooms.href}?sort=earliest`)
  const picture = 'A landing with one chair'
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${picture}` })
    .first()
    .click()
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await choose(page, 'TV')
  await expect(nowPlaying(tv).getByRole('heading', { name: picture })).toBeVisible()
  await tv.getByRole('button', { name: 'Pause', exact: true }).press('Enter')

  const [booth, lift] = ['The projection booth of the old Odéon', 'A lift in a department store in Leipzig']
  await expect(upNext(tv).getByRole('button')).toContainText([booth, lift])
  await bar(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(nowPlaying(tv).getByRole('heading', { name: booth })).toBeVisible()
  const slide = tv.getByRole('article', { name: booth })
  await expect(slide.getByText('Two metres by three, forty degrees, and the whole world going out through a hole.')).toBeVisible()
  await expect(bar(page).locator('a[title]').first()).toHaveText(booth)
  // It lasts as long as reading it takes, and fills the screen.
  await expect(control(tv, 'Pause')).toBeVisible()
  await expect(tv.getByText('0:12')).toBeVisible()
  await expect(tv.locator('[data-panel]').first()).toHaveAttribute('data-panel', 'false', { timeout: 20_000 })
  expect(await slide.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([size.width, size.height])
  await expect(nowPlaying(tv).getByRole('heading', { name: lift })).toBeVisible({ timeout: 20_000 })
  // The panel stays hidden: OK pauses.
  await tv.keyboard.press('Enter')
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  await choose(page, 'Chromium on Linux')
  await expect(nowPlaying(tv).getByRole('heading', { name: 'Ready to play' })).toBeVisible()
  await queueButton(page).click()
  await expect(panelOf(page).getByText(picture)).toBeVisible()
  await expect(panelOf(page).getByText(lift)).toHaveCount(0)
})

test('BZ3 BY7 a television for one evening says so, may only play, and is signed out by its remote control', async ({ newVisitor }) => {
  const { page, tv } = await memberAndTv(newVisitor)
  await pair(page, tv, true)
  await expect(tv.getByText(/^Tele Vera’s TV · Signed out at \d\d:\d\d/)).toBeVisible()
  const status = (path: string) =>
    tv.evaluate(async (path) => {
      const { token } = JSON.parse(localStorage.getItem('tv-token')!) as { token: string }
      return (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status
    }, path)
  expect(await status('/api/v2/me/feed')).toBe(200)
  expect(await status('/api/v0/me')).toBe(401)

  await expect(control(tv, 'Sign out')).toBeFocused()
  await tv.keyboard.press('Enter')
  const dialog = tv.getByRole('alertdialog', { name: 'Sign out on this TV?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tv.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(control(tv, 'Sign out')).toBeFocused()
  await tv.keyboard.press('Enter')
  await tv.keyboard.press('ArrowLeft')
  await tv.keyboard.press('Enter')
  await expect(tv.getByRole('status', { name: 'Pairing code' })).toHaveText(/^.{8}$/)
  const sessions = (await (await page.request.get('/api/v0/me/sessions')).json()) as { results: unknown[] }
  expect(sessions.results).toHaveLength(1)
})

test('BZ3 T1 a code is renewed before it expires; without a connection the page says so and goes on by itself', async ({ newVisitor }) => {
  const { tv } = await memberAndTv(newVisitor)
  await tv.clock.install()
  const code = await showCode(tv)
  await tv.clock.runFor(9 * 60_000 + 1000)
  const status = tv.getByRole('status', { name: 'Pairing code' })
  await expect(status).not.toHaveText(code)
  await expect(status).toHaveText(/^.{8}$/)
  await tv.context().setOffline(true)
  await tv.clock.runFor(4000)
  await expect(tv.getByRole('alert')).toHaveText('Strand cannot be reached. Trying again…')
  await tv.context().setOffline(false)
  await tv.clock.runFor(4000)
  await expect(tv.getByRole('alert')).toHaveCount(0)
})

test('T1 a code that is none is refused on the page where it is typed; one that no TV shows is refused by the server', async ({
  page,
  context,
}) => {
  await signUp(context.request, 'Tele Typo')
  await page.goto('/pair')
  const field = page.getByRole('textbox', { name: 'Code on the TV' })
  await expect(field).toBeFocused()
  await field.fill('0000-OIL1')
  await field.press('Enter')
  await expect(page.getByText('Enter the 8 characters that the TV shows.')).toBeVisible()
  await expect(field).toHaveValue('0000-OIL1')
  await field.fill('2222-2222')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Oops, looks like something went wrong.' })).toBeVisible()
})
