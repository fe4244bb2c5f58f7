import { freshEmail } from './api.ts'
import { expect, test } from './fixtures.ts'
import { watchMedia, witnessedMedia } from './media.ts'
import { accountButton, addLinkOnPage, playerOf, signUpOnPage, startPlaylistOnPage, upIn } from './members.ts'
import { stubYouTube } from './youtube.ts'

test('U1 U4 U6 U9 C4 D1 D3 a visitor signs up, starts a playlist, plays it, logs out and logs in again', async ({
  page,
  baseURL,
  newVisitor,
}) => {
  test.setTimeout(180_000)
  await watchMedia(page)
  await stubYouTube(page)
  const member = { name: 'Ada Newcomer', email: freshEmail(), password: 'analytical' }
  await page.goto('/')

  await test.step('signing up → signed in', () => signUpOnPage(page, member))

  await test.step('a playlist is started', () => startPlaylistOnPage(page, 'First steps'))
  const beadPath = new URL(page.url()).pathname

  await test.step('the URL of a clip → a post', async () => {
    await addLinkOnPage(page, `${baseURL}/clips/mandelbrot-dive.mp4`)
    await expect(
      page
        .getByRole('main')
        .getByRole('heading', { name: /mandelbrot.dive/i })
        .first(),
    ).toBeVisible()
  })

  await test.step('the URL of a YouTube video while YouTube is unreachable → a post', async () => {
    await page.goto(beadPath)
    await addLinkOnPage(page, 'https://www.youtube.com/watch?v=short-video', 'Two seconds of nothing')
  })

  await test.step('both posts are in the playlist under their headlines', async () => {
    await page.goto(`${beadPath}?sort=earliest`)
    const posts = page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
    await expect(posts).toHaveCount(2)
    await expect(posts.nth(0)).toContainText(/mandelbrot.dive/i)
    await expect(posts.nth(1)).toContainText('Two seconds of nothing')
    await expect(posts.nth(1)).toContainText('YouTube')
  })

  await test.step('the clip plays to its end, then the YouTube video', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    const player = playerOf(page)
    await expect(upIn(player, /mandelbrot.dive/i)).toBeVisible()
    await expect(upIn(player, 'Two seconds of nothing')).toBeVisible({ timeout: 20_000 })
    const [clip] = await witnessedMedia(page)
    expect(clip).toMatchObject({ ended: true, error: null, audible: true })
    expect(clip!.furthest).toBeGreaterThan(clip!.duration - 0.5)
    await expect.poll(() => page.evaluate(() => (window as unknown as { youtubeStub?: { made: number } }).youtubeStub?.made)).toBe(1)
    await expect(page.getByRole('button', { name: 'Replay post' })).toBeVisible({ timeout: 20_000 })
  })

  await test.step('a reload retains the session', async () => {
    await page.reload()
    await expect(accountButton(page, member.name)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'add to this Playlist' })).toBeVisible()
  })

  await test.step('a second browser sees the playlist without edit controls', async () => {
    const stranger = await (await newVisitor()).newPage()
    await stranger.goto(`${beadPath}?sort=earliest`)
    await expect(stranger.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
    await expect(stranger.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(2)
    await expect(stranger.getByRole('main').getByRole('button', { name: 'add to this Playlist' })).toBeHidden()
    await expect(stranger.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  })

  await test.step('log-out ends the session in the browser and on the server', async () => {
    const [session] = (await page.context().cookies()).filter(({ name }) => name === 'strand_session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    await accountButton(page, member.name).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
    const stolen = await newVisitor()
    await stolen.addCookies([session!])
    expect((await stolen.request.get('/api/v0/me')).status()).toBe(401)
    await page.reload()
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  })

  await test.step('log-in by e-mail → the playlist is in the profile', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail or user id').fill(member.email.toUpperCase())
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await page.keyboard.press('Enter')
    await expect(accountButton(page, member.name)).toBeVisible()
    await expect(dialog).toBeHidden()
    await accountButton(page, member.name).click()
    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    await expect(page).toHaveURL(/\/p\//)
    // Its posts name it too.
    await expect(page.getByRole('main').getByRole('link', { name: 'First steps' }).first()).toBeVisible()
  })
})

test('U10 W7 the intent of a visitor runs once after signing up', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  const auth = page.getByRole('dialog')
  const toSignUp = auth.getByRole('button', { name: 'Sign up', exact: true })
  if (!(await auth.getByRole('heading', { name: 'Join Strand' }).isVisible())) await toSignUp.click()
  await auth.getByLabel('Name').fill('Ines Intent')
  await auth.getByLabel('E-mail').fill(freshEmail())
  await auth.getByLabel('Password', { exact: true }).fill('intended')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByPlaceholder('Enter a title')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeHidden()
})
