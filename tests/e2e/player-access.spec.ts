/** Accessibility of the player: axe, keyboard, announcements and touch targets. */
import { expectAccessible } from './axe.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { play, youtube, type Story } from './player.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001'), copies: [], description: 'About it.', tags: ['slow'] }
const fallen: Story = { title: 'Fallen back', href: youtube('error-00150'), copies: ['https://soundcloud.com/stub/plays-1'] }
const ruin: Story = { title: 'A ruin', href: youtube('error-00150') }

/** Checks the player only: the docked player covers a part of the page. */
const player = { within: '[data-player]' }
/** Menus are outside of landmarks; provider frames have foreign content; the page with its main landmark and heading is inert. */
const all = { without: ['[role=menu]', 'iframe'], besides: ['landmark-one-main', 'page-has-heading-one'] }

const isPlaying = (player: Locator) => expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
] as const)
  test(`BY17 axe finds no violation in any state of the player, light and dark, ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const { player: bar } = await play(page, `Axe ${width}`, [film, fallen, ruin])
    await isPlaying(bar)
    await expectAccessible(page, 'docked, just begun', player)
    if (width >= 768) {
      await bar.getByRole('button', { name: 'Repeat' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expectAccessible(page, 'risen', player)
    }
    await bar.getByRole('button', { name: 'Maximise' }).click()
    await expect(bar.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
    await bar.getByRole('textbox', { name: 'Your comment' }).fill('Half')
    await expectAccessible(page, 'maximised, commenting', all)
    await bar.getByRole('textbox', { name: 'Your comment' }).fill('')
    await bar.getByRole('button', { name: 'Add', exact: true }).click()
    await expectAccessible(page, 'an empty comment refused', all)
    await bar.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(bar.getByRole('article')).toContainText('From SoundCloud')
    await expectAccessible(page, 'fallen back', all)
    await bar.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Go to the post' })).toBeVisible()
    await expectAccessible(page, 'the menu', all)
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Minimise' }).click()
    await bar.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(bar.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 10_000 })
    await expectAccessible(page, 'dead', player)
    await bar.getByRole('button', { name: 'Previous' }).click()
    await isPlaying(bar)
    await bar.getByRole('button', { name: 'Full screen' }).click()
    await expectAccessible(page, 'full screen', all)
  })

test('BY17 L1 L2 the player works by keyboard alone, and the focus is never lost', async ({ page }) => {
  const { player } = await play(page, 'Keys', [film, { ...film, title: 'Another' }])
  await isPlaying(player)
  await expect(player.getByRole('slider', { name: 'Seek' })).toBeEnabled()
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.slice(0, 40) ?? ''
    })
  const within = () => page.evaluate(() => document.activeElement?.closest('[data-player]') !== null)

  await test.step('Tab follows the order of the bar, then the raised player', async () => {
    await player.getByRole('link', { name: 'A film' }).first().focus()
    const seen = [await focused()]
    for (let n = 0; n < 18; n += 1) {
      await page.keyboard.press('Tab')
      if (!(await within())) break
      seen.push(await focused())
    }
    expect(seen.filter((name) => name !== '')).toEqual([
      'A film',
      'Keys',
      'Collect post',
      'Shuffle',
      'Pause',
      'Next',
      'Repeat',
      'Seek',
      'Mute',
      'Volume',
      'Queue',
      'Devices',
      'More',
      'Maximise',
      'Full screen',
      'Close',
      'Keys',
      expect.stringContaining('Open at YouTube'),
    ])
  })

  await test.step('maximising retains the focus on its button, Escape restores the mode', async () => {
    await player.getByRole('button', { name: 'Maximise' }).focus()
    await page.keyboard.press('Enter')
    await expect(player.getByRole('button', { name: 'Minimise' })).toBeFocused()
    await expect(player.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
    await player.getByRole('textbox', { name: 'Your comment' }).focus()
    await page.keyboard.press('Escape')
    await expect(player.getByRole('button', { name: 'Maximise' })).toBeVisible()
    // The focused element no longer exists.
    await expect(player).toBeFocused()
  })

  await test.step('closing the menu restores the focus', async () => {
    await player.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(player.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  })

  await test.step('full screen and back', async () => {
    await player.getByRole('button', { name: 'Full screen' }).focus()
    await page.keyboard.press('Enter')
    await expect(player.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Enter')
    await expect(player.getByRole('button', { name: 'Full screen' })).toBeFocused()
  })

  await test.step('closing the player moves the focus to the page', async () => {
    await player.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(player).toBeHidden()
    await expect(page.locator('#main')).toBeFocused()
  })
})

test('BY17 L2 the playing item is announced politely, and the sliders have value texts', async ({ page }) => {
  const { player } = await play(page, 'Heard', [film, fallen])
  const status = player.getByRole('status')
  await expect(status.filter({ hasText: 'Playing A film, from Heard' })).toHaveCount(1)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(status.filter({ hasText: 'Playing Fallen back, from Heard. From SoundCloud: the YouTube copy is unavailable' })).toHaveCount(
    1,
  )
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^0:\d\d of 1:40$/)
  const volume = player.getByRole('slider', { name: 'Volume' })
  await expect(volume).toHaveAttribute('aria-valuetext', '100%')
  await volume.press('Home')
  await expect(volume).toHaveAttribute('aria-valuetext', 'Muted')
})

test('L4 where the volume is read-only, as on iOS → no slider, but a mute button', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => undefined })
  })
  const { player } = await play(page, 'Loud', [film, fallen])
  await expect(player.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
  await expect(player.getByRole('slider', { name: 'Volume' })).toHaveCount(0)
  await player.getByRole('button', { name: 'Mute', exact: true }).click()
  await player.getByRole('button', { name: 'Unmute', exact: true }).click()
})

test('BY17 on a touch screen every target of the player is at least 44 px, except links in lines of text', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const { player } = await play(page, 'Fingers', [film, fallen])
  await isPlaying(player)
  await player.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(player.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
  const small = () =>
    player.evaluate((region) =>
      [...region.querySelectorAll('button')].flatMap((button) => {
        const { width, height } = button.getBoundingClientRect()
        return getComputedStyle(button).visibility === 'visible' && width > 0 && (width < 44 || height < 44)
          ? [`${button.ariaLabel ?? button.textContent}: ${width} × ${height}`]
          : []
      }),
    )
  expect(await small(), 'docked').toEqual([])
  await player.getByRole('button', { name: 'Maximise' }).tap()
  await expect(player.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
  await player.getByRole('textbox', { name: 'Your comment' }).fill('Half')
  expect(await small(), 'maximised').toEqual([])
})
