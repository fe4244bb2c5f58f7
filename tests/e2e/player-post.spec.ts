/** Actions on the playing post, in the bar and in the maximised player. */
import { postsOf, showcase, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { playerOf, postIt } from './members.ts'
import { stubProviders } from '../support/providers/index.ts'
import { addRemotePlayback, type RemotePrompt } from '../support/remotePlayback.ts'
import { play, playFrom, writePlaylist, youtube, type Story } from './player.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001'), description: 'Words <b>about</b> it.', tags: ['slow'] }

const collectButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Collect post' })

/** Creates a playlist of another member; the page is signed out afterwards. */
async function playOthers(page: Page, name: string) {
  const { bead, posts } = await writePlaylist(page, name, [film])
  await page.context().clearCookies()
  return { bead, posts }
}

const openList = async (page: Page) => {
  const bead = await showcase(page.context().request)
  const [first] = await postsOf(page.context().request, bead.id, 'earliest')
  return { bead, first: first!, player: await playFrom(page, bead.id, first!.title) }
}

test('L2 a member collects the playing post and uncollects it: updated at once and counted', async ({ page }) => {
  await signUp(page.context().request, 'Colette Collects')
  const { first } = await openList(page)
  const button = collectButton(page)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/collect', async (route) => {
    await held
    await route.continue()
  })
  await button.click()
  // Optimistic: before the server has answered.
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  answer()
  await expect
    .poll(async () => {
      const response = await page.context().request.get('/api/v0/posts?collectedby=self')
      return ((await response.json()) as { results: { id: string }[] }).results.map(({ id }) => id)
    })
    .toEqual([first.id])
  await page.reload()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Play|Pause) / })
    .first()
    .waitFor()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('L2 V3 a collect that the server refuses → rolled back with a toast', async ({ page }) => {
  await signUp(page.context().request, 'Rolf Rollback')
  await openList(page)
  await page.route('**/collect', (route) =>
    route.fulfill({ status: 503, json: { code: 'read_only', message: 'Strand is read-only at the moment.', requestId: 'x' } }),
  )
  await collectButton(page).click()
  await expect(page.getByText('Strand is read-only at the moment.').first()).toBeVisible()
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false')
})

test('L2 U10 a visitor collects → a sign-in prompt, and the post is collected afterwards', async ({ page }) => {
  const { first } = await openList(page)
  await collectButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Vera Visitor')
  await dialog.getByLabel('E-mail').fill(`vera.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 10_000 })
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true')
  const mine = await page.context().request.get('/api/v0/posts?collectedby=self')
  expect(((await mine.json()) as { results: { id: string }[] }).results.map(({ id }) => id)).toEqual([first.id])
})

test('L2 the maximised player shows the post and its playlist, which can be followed there', async ({ page }) => {
  const { bead } = await playOthers(page, 'Told')
  await signUp(page.context().request, 'Fae Follows')
  await playFrom(page, bead, 'A film')
  const player = playerOf(page)
  await player.getByRole('button', { name: 'Maximise' }).click()
  const details = player.getByRole('article', { name: 'About this post' })
  await expect(details.getByRole('heading', { name: 'A film' })).toBeVisible()
  await expect(details).toContainText('Words about it.')
  await expect(details.getByRole('link', { name: 'Teller of Told' })).toBeVisible()
  await expect(details.getByRole('list', { name: 'Tags' })).toContainText('Slow')
  await expect(details.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Open at YouTube' })).toHaveAttribute('href', /youtube\.com\/watch\?v=plays-00001/)
  await details.getByRole('button', { name: 'Follow Told' }).click()
  await expect(details.getByRole('button', { name: 'Followed Told' })).toBeVisible()
  await expect
    .poll(
      async () => ((await (await page.context().request.get(`/api/v0/beads/${bead}`)).json()) as { followerCount: number }).followerCount,
    )
    .toBe(1)
  // Own playlists have no follow button.
  const own = await writePlaylist(page, 'My own', [film])
  await playFrom(page, own.bead, 'A film')
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(details.getByRole('link', { name: 'My own' }).first()).toBeVisible()
  await expect(details.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
})

test('L2 BY18 the More menu opens the post, copies its link and its link at this time', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { player, posts } = await play(page, 'Menu', [film])
  await player.getByRole('slider', { name: 'Seek' }).fill('63')
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^1:0\d of 1:40/)
  const more = player.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: /^Copy link at 1:0\d/ }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${posts[0]!.href}\\?t=6\\d$`))
  await more.click()
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${posts[0]!.href}$`))
  await more.click()
  await page.getByRole('menuitem', { name: 'Go to the post' }).click()
  await expect(page).toHaveURL(new RegExp(posts[0]!.href))
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})

test('L2 the author edits and deletes a post in the More menu, and the queue follows', async ({ page }) => {
  const { player } = await play(page, 'Own', [film, { ...film, title: 'The second' }])
  const more = player.getByRole('button', { name: 'More', exact: true })
  // The permissions come with the post, shortly after playback starts. Once the first menu shows them, the next one has them at once.
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Edit post' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  await page.getByRole('dialog').getByLabel('Headline').fill('Renamed')
  await postIt(page.getByRole('dialog'))
  await expect(player.getByRole('link', { name: 'Renamed' }).first()).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The post is deleted.')).toBeVisible()
  await expect(player.getByRole('link', { name: 'The second' }).first()).toBeVisible()
})

test('L2 a dialog about a post stays with that post when the queue continues', async ({ page }) => {
  const { player, bead } = await play(page, 'Asked', [film, { ...film, title: 'The second' }, { ...film, title: 'The third' }])
  // Visits both posts first, so that the author's permissions are cached.
  for (const [key, title] of [
    ['Next', 'The second'],
    ['Previous', film.title],
  ] as const) {
    const known = page.waitForResponse((response) => response.url().includes('/api/v0/posts/')).catch(() => undefined)
    await player.getByRole('button', { name: key, exact: true }).click()
    await expect(player.getByRole('link', { name: title }).first()).toBeVisible()
    if (key === 'Next') await known
  }
  await player.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  const question = page.getByRole('dialog', { name: /delete this post/ })
  await expect(question).toBeVisible()
  // Behind a dialog, the player cannot be clicked, but media keys still control it.
  const behind = page.locator('[data-player]')
  await behind.locator('button[aria-label="Next"]').evaluate((button: HTMLButtonElement) => button.click())
  await expect(behind).toContainText('The second')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The post is deleted.')).toBeVisible()
  const left = await postsOf(page.context().request, bead, 'earliest')
  expect(left.map(({ title }) => title)).toEqual(['The second', 'The third'])
  await expect(player).toContainText('The second')
})

test('L2 another member flags a post for one of the documented reasons', async ({ page }) => {
  const { bead, posts } = await playOthers(page, 'Flagged')
  await signUp(page.context().request, 'Flo Flags')
  await playFrom(page, bead, 'A film')
  await playerOf(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Flag post' }).click()
  const dialog = page.getByRole('dialog', { name: 'What is wrong with this post?' })
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await dialog.getByLabel('Dead link').check()
  const sent = page.waitForRequest((request) => request.url().includes(`/feedback/flag/${posts[0]!.id}`))
  await dialog.getByRole('button', { name: 'Flag', exact: true }).click()
  expect((await sent).postDataJSON()).toEqual({ reason: 'Dead link' })
  await expect(page.getByText('Thanks, we have received your feedback')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('L2 shuffle and repeat are in the bar, or in the menu where the bar is narrow', async ({ page }) => {
  const { player } = await play(page, 'Orders', [film, ...['b', 'c', 'd'].map((title) => ({ ...film, title }))])
  const shuffle = player.getByRole('button', { name: 'Shuffle' })
  await shuffle.click()
  await expect(shuffle).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(shuffle).toBeHidden()
  await player.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Stop shuffling' }).click()
  await player.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Shuffle upcoming' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Repeat this post' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(player.getByRole('button', { name: 'Repeat' })).toHaveAttribute('aria-pressed', 'true')
})

test('BY19 a film enters and leaves picture-in-picture', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    // Headless browsers have no picture-in-picture window; the test checks the page's requests.
    const now: { inside: Element | null } = { inside: null }
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true })
    Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => now.inside })
    HTMLVideoElement.prototype.requestPictureInPicture = async function request(this: HTMLVideoElement) {
      now.inside = this
      this.dispatchEvent(new Event('enterpictureinpicture'))
      return {} as PictureInPictureWindow
    }
    Document.prototype.exitPictureInPicture = async () => {
      const { inside } = now
      now.inside = null
      inside?.dispatchEvent(new Event('leavepictureinpicture'))
    }
  })
  const { player } = await play(page, 'Pictures', [{ title: 'A clip', href: `${baseURL}/clips/mandelbrot-dive.mp4` }, film])
  const button = player.getByRole('button', { name: 'Picture in picture' })
  await expect(button).toBeVisible()
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  // YouTube's frame does not support picture-in-picture.
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('link', { name: 'A film' }).first()).toBeVisible()
  await expect(button).toBeHidden()
})

test('BY28 a visitor plays a file on a device of the browser, and ends that; a YouTube video is not offered there', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(addRemotePlayback)
  await stubProviders(page)
  const clip = (title: string): Story => ({ title, href: `${baseURL}/clips/mandelbrot-dive.mp4` })
  const { bead } = await writePlaylist(page, 'Screens', [clip('A clip'), film])
  await page.context().clearCookies()
  const player = await playFrom(page, bead, 'A clip')
  const devices = player.getByRole('button', { name: 'Devices' })
  const list = page.getByRole('list', { name: 'Devices' })
  const screen = list.getByRole('button', { name: 'Play on another screen' })
  const here = list.getByRole('button', { name: 'This device' })
  const prompts = () => page.evaluate(() => (window as unknown as { remotePrompts: RemotePrompt[] }).remotePrompts)

  await devices.click()
  await expect(screen).toHaveAccessibleDescription('A TV or speaker on your network')
  await expect(screen).not.toHaveAttribute('aria-current')
  await screen.click()
  await expect(list).toBeHidden()
  expect(await prompts(), 'within the click').toMatchObject([{ tag: 'VIDEO', during: 'click' }])
  await expect(devices).toHaveAttribute('aria-pressed', 'true')

  await devices.click()
  await expect(screen).toHaveAttribute('aria-current', 'true')
  await expect(screen).toHaveAccessibleDescription('Connected')
  await expect(here).not.toHaveAttribute('aria-current')
  await here.click()
  expect(await prompts()).toHaveLength(2)
  await expect(devices).toHaveAttribute('aria-pressed', 'false')

  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('link', { name: 'A film' }).first()).toBeVisible()
  await expect(devices).toBeHidden()
})

test('L2 an entry of a menu that was just opened can be clicked at any scroll position', async ({ page }) => {
  const { player } = await play(
    page,
    'Steady',
    Array.from({ length: 9 }, (_, n) => ({ ...film, title: `Film ${n}` })),
  )
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const before = await page.evaluate(() => scrollY)
  for (let n = 0; n < 3; n += 1) {
    await player.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }
  expect(await page.evaluate(() => scrollY)).toBe(before)
})
