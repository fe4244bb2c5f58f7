/** The modes of the player on the built pages. Further sizes and modes are tested in tests/component/player-modes.test.tsx. */
import { expect, test, type Page } from './fixtures.ts'
import { pictureOf, play, youtube, type Story } from './player.ts'
import { playerOf } from './members.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001'), description: 'About a film.' }
const ratio = 0.5635

const playing = (page: Page) => expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
const shown = (page: Page) => expect(page.getByRole('region', { name: 'On screen' })).toHaveCSS('opacity', '1')

test("L1 at 390 × 844 a provider's picture is at least 200 × 200 and uncovered, in every mode", async ({ page }) => {
  const [width, height] = [390, 844]
  await page.setViewportSize({ width, height })
  const { player } = await play(page, `Sizes ${width}`, [film, { ...film, title: 'Another' }])
  await playing(page)
  await shown(page)
  const fits = async (mode: string, exact: boolean) => {
    await expect(async () => {
      const picture = await pictureOf(page)
      expect(picture.covered, mode).toEqual([])
      expect(Math.min(picture.width, picture.height), mode).toBeGreaterThanOrEqual(200)
      expect(picture.top, mode).toBeGreaterThanOrEqual(0)
      expect(picture.left, mode).toBeGreaterThanOrEqual(0)
      expect(picture.right, mode).toBeLessThanOrEqual(width)
      if (exact) expect(picture.height / picture.width, mode).toBeCloseTo(ratio, 2)
    }).toPass({ timeout: 5000 })
  }
  // Where the ratio gives less than 200 px of height, the minimum size in the provider's terms applies instead.
  await fits('docked', width * ratio >= 200)
  await player.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
  await fits('docked with the queue', false)
  await player.getByRole('button', { name: 'Queue', exact: true }).click()
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(player.getByText('About a film.')).toBeVisible()
  await fits('maximised', width >= 1024)
  await player.getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
  await fits('maximised with the queue', false)
  await player.getByRole('button', { name: 'Queue', exact: true }).click()
  await player.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByText('Press Esc to exit full screen')).toBeVisible()
  await fits('full screen with its hint', false)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
})

test("L1 a sound's picture is below the bar until hover, and rises without motion if reduced", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { player } = await play(page, 'Sounds', [{ title: 'A sound', href: `${baseURL}/clips/marimba-for-monday.mp3` }])
  await playing(page)
  await page.mouse.move(400, 200)
  const picture = player.locator('img').first()
  await expect(picture).toBeHidden()
  await player.getByRole('button', { name: 'Shuffle' }).hover()
  await expect(picture).toBeVisible()
  const moving = await picture.evaluate((image) => {
    const names: string[] = []
    for (let at: Element | null = image; at; at = at.parentElement) {
      const { transitionProperty, transitionDuration } = getComputedStyle(at)
      if (transitionProperty.includes('translate') && parseFloat(transitionDuration) > 0) names.push(at.className)
    }
    return names
  })
  expect(moving).toEqual([])
})

test('L1 the page can be scrolled clear of the docked player, raised or not', async ({ page }) => {
  const { player } = await play(
    page,
    'Room',
    Array.from({ length: 9 }, (_, n) => ({ ...film, title: `Film ${n + 1}` })),
  )
  await playing(page)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await player.getByRole('button', { name: 'Repeat' }).hover()
  await expect(player.getByText('Next Film 2')).toBeVisible()
  const last = page.getByRole('main').getByRole('article').last()
  const box = (await ((await last.count()) > 0 ? last : page.getByRole('main').getByRole('link', { name: 'Film 9' })).boundingBox())!
  const picture = await pictureOf(page)
  expect(box.y + box.height).toBeLessThanOrEqual(picture.top)
})

test('L1 below 768 px the player does not float: it docks, its details unfold over the page and fold on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  const { player, posts } = await play(page, 'Narrow', [film])
  await playing(page)
  await shown(page)
  expect((await pictureOf(page)).width).toBeLessThan(400)
  await page.setViewportSize({ width: 700, height: 800 })
  await expect.poll(async () => (await pictureOf(page)).width).toBe(700)
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(player.getByText('About a film.')).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('inert', '')
  await player.getByRole('heading', { name: 'A film' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(posts[0]!.id))
  await expect(player.getByText('About a film.')).toBeHidden()
  await expect(page.getByRole('main')).not.toHaveAttribute('inert')
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(async () => (await pictureOf(page)).width).toBeLessThan(400)
})

test('L1 BY17 the full-screen hint disappears after 2 s, the bars hide, and Escape restores the previous mode', async ({ page }) => {
  const { player } = await play(page, 'Full', [film])
  await playing(page)
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(player.getByText('About a film.')).toBeVisible()
  await player.getByRole('button', { name: 'Full screen' }).click()
  const hint = page.getByText('Press Esc to exit full screen')
  await expect(hint).toBeVisible()
  const appeared = Date.now()
  const takesFocus = () =>
    page
      .locator('header a')
      .first()
      .evaluate((link: HTMLElement) => {
        link.focus()
        return document.activeElement === link
      })
  expect(await takesFocus()).toBe(false)
  await expect(hint).toBeHidden({ timeout: 4000 })
  expect(Date.now() - appeared).toBeGreaterThan(1200)
  // While the pointer does not move, the picture fills the window.
  await expect.poll(async () => (await pictureOf(page)).height, { timeout: 6000 }).toBe(800)
  await page.keyboard.press('Escape')
  await expect(player.getByText('About a film.')).toBeVisible()
  await expect(player.getByRole('button', { name: 'Minimise' })).toBeVisible()
  expect(await takesFocus()).toBe(true)
})

test('L1 full screen left before the browser entered it → left', async ({ page }) => {
  const { player } = await play(page, 'There and back', [film])
  await playing(page)
  await page.evaluate(() => {
    const root = document.documentElement
    const enter = root.requestFullscreen.bind(root)
    const slow = new Promise<void>((resolve) => Object.assign(window, { goOn: resolve }))
    root.requestFullscreen = (options) => slow.then(() => enter(options)).then(() => Object.assign(window, { entered: true }) && undefined)
  })
  const full = player.getByRole('button', { name: 'Full screen' })
  await full.click()
  await expect(full).toHaveAttribute('aria-pressed', 'true')
  await full.click()
  await expect(full).toHaveAttribute('aria-pressed', 'false')
  await page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
  await expect.poll(() => page.evaluate(() => 'entered' in window)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
})

test('L1 a link of the player opens the page below it in every mode, also if it is the current page', async ({ page }) => {
  const { player, bead, posts } = await play(page, 'Beneath', [film])
  await playing(page)
  const main = page.getByRole('main')
  const details = player.getByText('About a film.')
  const maximise = async () => {
    await player.getByRole('button', { name: 'Maximise' }).click()
    await expect(details).toBeVisible()
    await expect(main).toHaveAttribute('inert', '')
  }
  const uncovered = async (address: RegExp) => {
    await expect(page).toHaveURL(address)
    await expect(details).toBeHidden()
    await expect(main).not.toHaveAttribute('inert')
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  }
  await maximise()
  await player.getByRole('article').getByRole('link', { name: 'Beneath', exact: true }).click()
  await uncovered(new RegExp(`/${bead}$`))
  await player.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByText('Press Esc to exit full screen')).toBeVisible()
  await player.getByRole('link', { name: 'A film' }).click()
  await uncovered(new RegExp(posts[0]!.id))
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  await page.setViewportSize({ width: 390, height: 844 })
  await maximise()
  await player.getByRole('heading', { name: 'A film' }).getByRole('link').click()
  await uncovered(new RegExp(posts[0]!.id))
})

test("L1 L2 from 320 × 568 to 390 × 844 the player's targets do not overlap", async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const { player } = await play(page, 'Tales of a playlist with a rather long title', [film, { ...film, title: 'Another' }])
  const overlapping = () =>
    player.evaluate((region) => {
      const boxes = [...region.querySelectorAll('button:not(article *)')]
        .map((button) => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
      return boxes.flatMap(({ name, box }, n) =>
        boxes
          .slice(n + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right - 0.5 && other.left < box.right - 0.5 && box.top < other.bottom - 0.5 && other.top < box.bottom - 0.5,
          )
          .map((other) => `${name} and ${other.name}`)
          .concat(box.left < -0.5 || box.right > innerWidth + 0.5 ? [`${name} leaves the window`] : []),
      )
    })
  const hint = page.getByText('Press Esc to exit full screen')
  const details = player.getByText('About a film.')
  for (const [width, height] of [
    [320, 568],
    [360, 740],
    [375, 667],
    [390, 844],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      expect(await overlapping(), 'docked').toEqual([])
      await player.getByRole('button', { name: 'Maximise' }).tap()
      await expect(details).toBeVisible()
      expect(await overlapping(), 'maximised').toEqual([])
      if (width < 385) {
        await player.getByRole('button', { name: 'More', exact: true }).tap()
        await page.getByRole('menuitem', { name: 'Full screen' }).tap()
      } else await player.getByRole('button', { name: 'Full screen' }).tap()
      await expect(hint).toBeVisible()
      expect(await overlapping(), 'full screen').toEqual([])
      await player.getByRole('button', { name: 'Full screen' }).tap()
      await expect(details).toBeVisible()
      await player.getByRole('button', { name: 'Minimise' }).tap()
      await expect(details).toBeHidden()
    })
})
