/** Inline playback in the picture of a card (D14): its position, when it docks, and that moving it reloads nothing. */
import { signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { articleOf, itemsOf, post } from './feed.ts'
import { pictureOf, play, writePlaylist, youtube } from './player.ts'
import { stubProviders } from '../support/providers/index.ts'
import { cardOf } from './posts.ts'

const stageOf = (page: Page): Locator => page.locator('[data-player-stage]')
const buttonOf = (card: Locator): Locator => card.getByRole('button', { name: /^(Play|Pause) The film$/ })
const pictureIn = (card: Locator): Locator => buttonOf(card).locator('xpath=../..')

/** The largest distance between the edges of the medium and of the picture, in px. */
const astray = async (page: Page, picture: Locator): Promise<number> => {
  const [at, to] = [await stageOf(page).boundingBox(), await picture.boundingBox()]
  return at && to ? Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(at[side] - to[side]))) : Infinity
}
const over = async (page: Page, picture: Locator) => {
  await expect.poll(() => astray(page, picture)).toBeLessThan(2)
  await expect(stageOf(page)).toHaveCSS('opacity', '1')
}
const inCard = (page: Page, card: Locator): Promise<void> => over(page, pictureIn(card))
/** Expects the medium to float above the bar. */
const docked = async (page: Page, width: number) => {
  await expect.poll(async () => (await stageOf(page).boundingBox())!.width).toBe(width)
  await expect(stageOf(page)).toHaveCSS('position', 'fixed')
}
const scroll = (page: Page, top: number): Promise<void> => page.evaluate((y) => scrollTo(0, y), top)
const toBottom = (page: Page) => scroll(page, 100_000)

const others = (href: string) => Array.from({ length: 12 }, (_, n) => ({ title: `Another ${n + 1}`, href }))

test('D14 L1 playback in a card docks when the card leaves the screen, returns with it, and never stops', async ({ page, baseURL }) => {
  const href = `${baseURL}/clips/rule-110.mp4`
  const { player } = await play(page, 'In place', [{ title: 'The film', href }, ...others(href)])
  const card = cardOf(page, 'The film')
  const size = await pictureIn(card).boundingBox()
  // The clip is short; looping keeps it playing.
  await stageOf(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      video.loop = true
      Object.assign(window, { video, loads: 0 })
      video.addEventListener('loadstart', () => Object.assign(window, { loads: 1 }))
    })
  const same = () =>
    page.evaluate(() => {
      const { video, loads } = window as unknown as { video: Element; loads: number }
      return video === document.querySelector('[data-player-stage] video') && loads === 0
    })
  /** Expects the same element to play on, without a reload. */
  const goesOn = async () => {
    const time = () => page.evaluate(() => (window as unknown as { video: HTMLVideoElement }).video.currentTime)
    const before = await time()
    await expect.poll(time).not.toBe(before)
    expect(await same()).toBe(true)
  }

  await inCard(page, card)
  await goesOn()
  const now = (await pictureIn(card).boundingBox())!
  expect([now.width, now.height]).toEqual([size!.width, size!.height])

  await test.step('the button of the card pauses and resumes it, by click and by key', async () => {
    await buttonOf(card).click()
    await expect(card.getByRole('button', { name: 'Play The film' })).toBeFocused()
    await inCard(page, card)
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'Pause The film' })).toBeFocused()
    await inCard(page, card)
  })

  await test.step('it scrolls with the page', async () => {
    await scroll(page, 40)
    await expect.poll(async () => (await pictureIn(card).boundingBox())!.y).toBeLessThan(now.y)
    await inCard(page, card)
  })

  await test.step('the card leaves the screen and returns', async () => {
    await toBottom(page)
    await docked(page, 380)
    await goesOn()
    await scroll(page, 0)
    await inCard(page, card)
    await goesOn()
  })

  await test.step('a menu covers it', async () => {
    const more = card.getByRole('button', { name: 'More for The film' })
    // Right above the bar there is no space below the button, so the menu opens upwards.
    await scroll(page, await more.evaluate((button) => button.getBoundingClientRect().top + scrollY - 650))
    await inCard(page, card)
    // By coordinates, because `locator.click` scrolls first.
    const { x, y, width, height } = (await more.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    const above = () =>
      page.evaluate(() => {
        const [at, of] = [document.querySelector('[data-player-stage]')!, document.querySelector('[role=menu]')!].map((element) =>
          element.getBoundingClientRect(),
        )
        const [x, y] = [
          (Math.max(at!.left, of!.left) + Math.min(at!.right, of!.right)) / 2,
          (Math.max(at!.top, of!.top) + Math.min(at!.bottom, of!.bottom)) / 2,
        ]
        const both = x > at!.left && x < at!.right && y > at!.top && y < at!.bottom
        return both && document.elementFromPoint(x, y)?.closest('[role=menu]') !== null
      })
    await expect.poll(above).toBe(true)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })

  await test.step('maximised it leaves the card, and returns to it', async () => {
    await player.getByRole('button', { name: 'Maximise' }).click()
    await expect(stageOf(page)).toHaveCSS('position', 'fixed')
    await player.getByRole('button', { name: 'Minimise' }).click()
    await inCard(page, card)
    await goesOn()
  })

  await test.step('on another page it docks', async () => {
    await page.getByRole('link', { name: 'Discover' }).first().click()
    await expect(page).toHaveURL(/discover/)
    await docked(page, 380)
    await goesOn()
  })
})

test("D14 L1 a provider's player is in a card of sufficient size, unclipped and uncovered, and its frame is retained", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { player } = await play(page, 'In place', [{ title: 'The film', href: youtube('plays-00001') }, ...others(youtube('plays-00002'))])
  const card = cardOf(page, 'The film')
  const top = await pictureIn(card).evaluate((picture) => picture.getBoundingClientRect().top + scrollY)
  const show = () => scroll(page, top - 150)
  await show()
  await inCard(page, card)
  const frame = page.frames().find((one) => one !== page.mainFrame())!
  await frame.evaluate(() => Object.assign(window, { mark: 1 }))
  const stays = async () => expect(await frame.evaluate(() => 'mark' in window)).toBe(true)
  expect((await pictureOf(page)).covered).toEqual([])

  await test.step('half below the bar → docked', async () => {
    await scroll(page, top + 40)
    await docked(page, 390)
    await stays()
    await show()
    await inCard(page, card)
    await stays()
  })

  await test.step('the queue is open → docked', async () => {
    await player.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
    await docked(page, 390)
    await player.getByRole('button', { name: 'Queue', exact: true }).click()
    await show()
    await inCard(page, card)
    await stays()
  })

  await test.step('a covered button gets the focus → docked', async () => {
    await card.getByRole('link', { name: 'The film' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(buttonOf(card)).toBeFocused()
    await docked(page, 390)
    await page.keyboard.press('Tab')
    await inCard(page, card)
    await stays()
  })

  await test.step('a notice appears over the page → docked', async () => {
    // Right above the player bar, where the notice appears.
    await scroll(page, top + (await pictureIn(card).boundingBox())!.height - 700)
    await inCard(page, card)
    await page.context().setOffline(true)
    await expect(page.getByText("You're offline.", { exact: true })).toBeVisible()
    await docked(page, 390)
    expect((await pictureOf(page)).covered).toEqual([])
    await page.context().setOffline(false)
    await expect(page.getByText("You're back online.")).toBeVisible()
    await expect(page.getByText("You're back online.")).toHaveCount(0)
    await inCard(page, card)
    await stays()
  })

  await test.step('a picture less than 200 px high → docked', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await docked(page, 380)
    expect((await pictureIn(card).boundingBox())!.height).toBeLessThan(200)
    await stays()
  })
})

test('D14 N2 playback in a card of the feed; a notice covers no frame of a provider', async ({ page, newVisitor }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await stubProviders(page)
  const teller = await newVisitor()
  const { bead } = await writePlaylist(await teller.newPage(), 'Told in the feed', [{ title: 'The film', href: youtube('plays-00001') }])
  const { request } = page.context()
  await signUp(request, 'Reads Along')
  await post(request, '/api/v0/me/preferences', { onboarding: { doFeedOnboarding: false } })
  await post(request, `/api/v0/beads/${bead}/follow`)
  await expect.poll(async () => (await itemsOf(request)).some(({ post: one }) => one?.title === 'The film')).toBe(true)
  await page.goto('/activity')
  // In a feed card, the picture itself is the button.
  const card = articleOf(page, 'The film')
  await buttonOf(card).scrollIntoViewIfNeeded()
  await buttonOf(card).click()
  const show = async () => scroll(page, await buttonOf(card).evaluate((picture) => picture.getBoundingClientRect().top + scrollY - 150))
  await show()
  await over(page, buttonOf(card))
  expect((await pictureOf(page)).covered).toEqual([])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(buttonOf(card)).toBeFocused()
  await docked(page, 390)
  await page.keyboard.press('Tab')
  await show()
  await over(page, buttonOf(card))

  await card.getByRole('button', { name: 'More for The film' }).click()
  await page.getByRole('menuitem', { name: 'Add to queue' }).click()
  await expect(page.getByText('Added to the queue: The film')).toBeVisible()
  await expect.poll(async () => (await pictureOf(page)).covered).toEqual([])
})
