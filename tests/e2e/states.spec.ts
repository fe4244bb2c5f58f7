/** Loading, empty, error and end states of pages. */
import { messages } from '#contract/messages.ts'
import { showcase, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { postIt } from './members.ts'

const failure = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ message: messages.serverError, code: 'internal', requestId: 'test' }),
}

/** Navigates within the app, so that the page has to request its data. */
const navigate = (page: Page, path: string) => page.evaluate((target) => history.pushState(null, '', target), path)

test('V1 discover: skeletons while loading, an error with a retry, and the end', async ({ page }) => {
  await page.goto('/no-such-thing')
  let mood: 'fail' | 'wait' | 'work' = 'fail'
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v0/beads?**', async (route) => {
    if (mood === 'fail') return route.fulfill(failure)
    if (mood === 'wait') await released
    return route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: 'Discover playlists' }).click()
  const alert = page.getByRole('alert').filter({ hasText: "The playlists couldn't be loaded." })
  await expect(alert).toBeVisible()

  mood = 'wait'
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading…' }).first()).toBeVisible()
  mood = 'work'
  release()
  const lists = page.getByRole('main').getByRole('list')
  await expect(
    lists
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toBeVisible()
  await expect(alert).toBeHidden()

  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText("That's every playlist here.")).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 30_000 })
})

test('B5 a playlist whose posts fail to load → an error with a retry', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto('/no-such-thing')
  let fails = true
  await page.route('**/api/v0/posts?**', (route) => (fails ? route.fulfill(failure) : route.continue()))
  await navigate(page, `/${bead.id}?sort=earliest`)
  const alert = page.getByRole('alert').filter({ hasText: "The posts couldn't be loaded." })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  fails = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText("That's the whole playlist.")).toBeAttached()
})

test('B5 an empty playlist → an invitation to add the first post', async ({ page }) => {
  await signUp(page.context().request, 'Emil Empty')
  const bead = await startPlaylist(page.context().request, 'Nothing in it')
  await page.goto(`/${bead.id}`)
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
})

test('U4 D1 a failed submit retains the input, and a retry succeeds', async ({ page }) => {
  await signUp(page.context().request, 'Frieda Form')
  const bead = await startPlaylist(page.context().request, 'Hard to reach')
  await page.goto(`/${bead.id}`)
  let fails = true
  await page.route(`**/api/v0/posts/${bead.id}`, (route) => (fails ? route.fulfill(failure) : route.continue()))
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Text only' }).click()
  await dialog.getByLabel('Headline').fill('Worth keeping')
  await postIt(dialog)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Submit failed, try again' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Headline')).toHaveValue('Worth keeping')

  await test.step('Escape does not lose the input', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByText('Your changes will not be saved. Close anyway?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByText('Your changes will not be saved. Close anyway?')).toBeHidden()
    await expect(dialog.getByLabel('Headline')).toHaveValue('Worth keeping')
  })

  fails = false
  await postIt(dialog)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Worth keeping' }).first()).toBeVisible()
})

test('U4 a visitor who is offline → an error, and the sign-up succeeds once online', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail or user id').fill('demo')
  await dialog.getByLabel('Password', { exact: true }).fill('strand')
  await page.route('**/api/v1/auth/**', (route) => route.abort('internetdisconnected'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("We can't reach Strand. Check your connection and try again.")).toBeVisible()
  await expect(dialog.getByLabel('E-mail or user id')).toHaveValue('demo')
  await page.unroute('**/api/v1/auth/**')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^Welcome, /)).toBeVisible()
})
