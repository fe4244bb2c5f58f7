/** The gallery of image posts (Z1), and the player while it is open (L8). */
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { expectSeen } from './keyboard.ts'
import { playerOf } from './members.ts'
import { playFrom, writePlaylist } from './player.ts'

const galleryOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Pictures in this playlist' })
const picture = (page: Page, title: string): Locator => galleryOf(page).getByRole('img', { name: title, exact: true })
const opener = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('button', { name: `View ${title} large` })
    .first()

const three = (origin: string) => [
  { title: 'Hills', href: `${origin}/clips/paper-hills.jpg`, description: 'Cut from seven sheets.', tags: ['Paper'] },
  { title: 'Moving', href: `${origin}/clips/night-bus-home.mp3` },
  { title: 'Swim', href: `${origin}/clips/night-swim.png`, description: 'Warmer than the air.' },
  { title: 'Cover', href: `${origin}/images/clips/mandelbrot-dive.jpg` },
]

test('Z1 the gallery: previous and next image post by button and arrow key, info bar and pane; Escape closes and restores the focus', async ({
  page,
  baseURL,
}) => {
  const { bead, posts } = await writePlaylist(page, 'Pictures', three(baseURL!))
  await page.goto(`/${bead}?sort=earliest`)
  const button = opener(page, 'Hills')
  const requestPromise = page.waitForRequest(`**/api/v0/posts/${posts[0]!.id}`)
  await button.focus()
  await page.keyboard.press('Enter')
  const gallery = galleryOf(page)
  await expect(picture(page, 'Hills')).toBeVisible()
  await requestPromise
  await expect(gallery).toHaveAttribute('data-state', 'loaded')
  await expect(gallery.getByText('1 of 3')).toBeVisible()
  await expect(gallery.getByRole('button', { name: 'Previous picture' })).toBeDisabled()
  // The arrow keys do not control the player.
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 of 3')).toBeVisible()
  await expect(gallery.getByText('Swim', { exact: true })).toBeVisible()
  await gallery.getByRole('button', { name: 'Next picture' }).click()
  await expect(gallery.getByText('3 of 3')).toBeVisible()
  await expect(gallery.getByRole('button', { name: 'Next picture' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expect(gallery.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(gallery.getByText('1 of 3')).toBeVisible()

  await gallery.getByRole('button', { name: 'Details' }).click()
  const pane = gallery.getByRole('complementary', { name: 'Details' })
  await expect(pane).toBeFocused()
  await expect(gallery.getByRole('button', { name: 'Details' }), 'one control has this name').toHaveCount(1)
  await expect(pane.getByRole('heading', { name: 'Hills' })).toBeVisible()
  await expect(pane.getByText('Cut from seven sheets.')).toBeVisible()
  await expect(pane.getByRole('link', { name: 'Teller of Pictures' })).toBeVisible()
  await expect(pane.getByRole('link', { name: '#Paper' })).toBeVisible()
  const collect = gallery.getByRole('button', { name: 'Collect post', exact: true })
  const collected = page.waitForResponse(/\/collect$/)
  await collect.click()
  expect((await collected).ok()).toBe(true)
  await expect(collect).toHaveAttribute('aria-pressed', 'true')
  await pane.getByRole('button', { name: 'Close' }).click()
  await expect(pane).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  await expectSeen(button)

  // Without `sort` in the address, the gallery has the default order of the playlist.
  await page.goto(`/${bead}`)
  await button.press('Enter')
  await expect(gallery.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('Escape')

  // Going back closes the gallery and stays on the page; a link in it navigates from that page.
  const address = page.url()
  await button.click()
  await expect(picture(page, 'Hills')).toBeVisible()
  await page.goBack()
  await expect(gallery).toBeHidden()
  expect(page.url()).toBe(address)
  await button.click()
  await gallery.getByRole('button', { name: 'Details' }).click()
  await pane.getByRole('link', { name: 'Open the post' }).click()
  await expect(gallery).toBeHidden()
  await expect(page).toHaveURL(new RegExp(posts[0]!.id))
  await expect(opener(page, 'Hills')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
})

test('Z1 a broken picture is retried 3 times, 3 s apart, then shows an error', async ({ page, baseURL }) => {
  const { bead, posts } = await writePlaylist(page, 'Broken pictures', three(baseURL!))
  let broken = true
  await page.route('**/clips/paper-hills.jpg', (route) => (broken ? route.fulfill({ status: 404 }) : route.fallback()))
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    `**/api/v0/posts/${posts[0]!.id}`,
    async (route) => {
      await held
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'Oh', requestId: 'x' } })
    },
    { times: 1 },
  )
  // Records the time between a failure and the retry, by the page's clock.
  await page.addInitScript(() => {
    const gaps: number[] = []
    let failed = 0
    Object.assign(window, { gaps })
    addEventListener(
      'error',
      ({ target }) => {
        if (target instanceof HTMLImageElement && target.closest('[data-state]') && target.src.includes('paper-hills'))
          failed = performance.now()
      },
      true,
    )
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement)
            for (const image of node.querySelectorAll('img'))
              if (/paper-hills.jpg#\d$/.test(image.src)) gaps.push(performance.now() - failed)
    }).observe(document, { subtree: true, childList: true })
  })
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') })
  await page.goto(`/${bead}?sort=earliest`)
  await expect(opener(page, 'Hills')).toBeVisible()
  await page.clock.pauseAt(new Date('2026-01-05T12:10:00Z'))
  await opener(page, 'Hills').click()
  const gallery = galleryOf(page)
  // React and the store update by timers, which the fake clock has to run.
  const inState = (state: string) =>
    expect(async () => {
      await page.clock.runFor(20)
      await expect(gallery).toHaveAttribute('data-state', state, { timeout: 100 })
    }).toPass({ intervals: [10] })
  await inState('loading')
  await expect(gallery.getByText('Loading the post…')).toBeVisible()
  answer()
  await inState('error')
  await gallery.getByRole('button', { name: 'Try again' }).click()
  await inState('loaded')
  await expect(gallery.getByRole('status', { name: 'Loading the picture…' }).first()).toBeAttached()
  const text = gallery.getByText('Oh no, seems like this image is broken!')
  await expect(async () => {
    await page.clock.runFor(250)
    await expect(text).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10], timeout: 30_000 })
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
  expect(gaps).toHaveLength(3)
  for (const gap of gaps) expect(gap >= 3000 && gap <= 3250, String(gap)).toBe(true)
  await page.clock.resume()
  broken = false
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  await opener(page, 'Hills').click()
  await expect(picture(page, 'Hills')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  // A deleted post shows the broken-image error.
  await page.route(`**/api/v0/posts/${posts[2]!.id}`, (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found', requestId: 'x' } }),
  )
  await opener(page, 'Swim').click()
  await expect(text).toBeVisible()
  await expect(gallery).toHaveAttribute('data-state', 'error')
})

test('Z1 L8 opening the gallery pauses the player; closing resumes it only if the gallery paused it; it opens from the player too', async ({
  page,
  baseURL,
}) => {
  const { bead } = await writePlaylist(page, 'Played pictures', three(baseURL!))
  const region = await playFrom(page, bead, 'Moving')
  const pause = region.getByRole('button', { name: 'Pause', exact: true })
  const play = region.getByRole('button', { name: 'Play', exact: true })
  await expect(pause).toBeVisible()
  await opener(page, 'Swim').click()
  await expect(picture(page, 'Swim')).toBeVisible()
  const shown = (name: string) => page.locator(`[aria-label="Player"] button[aria-label="${name}"]`)
  await expect(shown('Play')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(galleryOf(page)).toBeHidden()
  await expect(pause).toBeVisible()
  await pause.click()
  await expect(play).toBeVisible()
  await opener(page, 'Swim').click()
  await expect(picture(page, 'Swim')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(galleryOf(page)).toBeHidden()
  await expect(play).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Play Swim', exact: true }).click()
  await pause.click()
  await playerOf(page).getByRole('button', { name: 'Maximise' }).press('Enter')
  await playerOf(page).getByRole('button', { name: 'View Swim large' }).click()
  await expect(picture(page, 'Swim')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(galleryOf(page)).toBeHidden()
})

test('Z1 a swipe left shows the next picture, a swipe up the details; each tooltip appears once in 365 days', async ({
  newVisitor,
  page,
  baseURL,
}) => {
  const { bead } = await writePlaylist(page, 'Swiped pictures', three(baseURL!))
  const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  const tab = await phone.newPage()
  const touch = await phone.newCDPSession(tab)
  const swipe = async (from: [number, number], to: [number, number]) => {
    const at = ([x, y]: [number, number]) => [{ x, y }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
    for (let n = 1; n <= 5; n += 1)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at([from[0] + ((to[0] - from[0]) * n) / 5, from[1] + ((to[1] - from[1]) * n) / 5]),
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await tab.goto(`/${bead}?sort=earliest`)
  await opener(tab, 'Hills').tap()
  const gallery = galleryOf(tab)
  await expect(picture(tab, 'Hills')).toBeVisible()
  await expect(gallery.getByText('Swipe left for the next picture')).toBeVisible()
  await expect(gallery.getByText('1 of 3')).toBeVisible()
  await swipe([340, 400], [40, 400])
  await expect(gallery.getByText('2 of 3')).toBeVisible()
  await expect(gallery.getByText('Swipe left for the next picture')).toHaveCount(0)
  await expect(gallery.getByText('Swipe up for details')).toBeVisible()
  await swipe([195, 600], [195, 300])
  const pane = gallery.getByRole('complementary', { name: 'Details' })
  await expect(pane.getByText('Warmer than the air.')).toBeVisible()
  await expect(gallery.getByText('Swipe up for details')).toHaveCount(0)
  const cookies = (await phone.cookies()).filter(({ name }) => name.startsWith('galleryswipe'))
  expect(cookies.map(({ name }) => name).sort()).toEqual(['galleryswipeleft', 'galleryswipeup'])
  for (const { expires } of cookies) expect(Math.abs(expires - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(300)
  await pane.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(pane).toBeHidden()
  await gallery.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(gallery).toBeHidden()
  await opener(tab, 'Hills').tap()
  await expect(gallery.getByText('1 of 3')).toBeVisible()
  await expect(gallery.getByText(/^Swipe/)).toHaveCount(0)
})
