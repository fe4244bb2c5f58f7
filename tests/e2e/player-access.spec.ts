/** The player for those who use keys, who listen, who want no motion, and who see it in the dark. */
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { play, youtube, type Story } from './player.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001'), copies: [], description: 'About it.', tags: ['slow'] }
const fallen: Story = { title: 'Fallen back', href: youtube('error-00150'), copies: ['https://soundcloud.com/stub/plays-1'] }
const ruin: Story = { title: 'A ruin', href: youtube('error-00150') }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of the player alone where the page lies half behind it, as it does while it is docked. */
async function expectAccessible(page: Page, what: string, of: 'player' | 'all' = 'all'): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(wcag)
  // A menu is a layer of its own and belongs to no landmark; what stands in a provider's frame is theirs.
  if (of === 'player') axe.include('[data-player]')
  else axe.exclude('[role=menu]').exclude('iframe')
  // Over a page that it puts out of reach, with its main part and its heading.
  if (of === 'all') axe.disableRules(['landmark-one-main', 'page-has-heading-one'])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`), what).toEqual([])
}

const isPlaying = (player: Locator) => expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [[1280, 800], [390, 844], [844, 390]] as const)
    test(`BY17 axe finds nothing in any state of the player, ${theme}, ${width} × ${height}`, async ({ page }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
      const { player } = await play(page, `Axe ${theme} ${width}`, [film, fallen, ruin])
      await isPlaying(player)
      await expectAccessible(page, 'docked, just begun', 'player')
      if (width >= 768) {
        await player.getByRole('button', { name: 'Repeat' }).focus()
        await page.keyboard.press('Shift+Tab')
        await expectAccessible(page, 'risen', 'player')
      }
      await player.getByRole('button', { name: 'Maximise' }).click()
      await expect(player.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
      await player.getByRole('textbox', { name: 'Your comment' }).fill('Half')
      await expectAccessible(page, 'maximised, commenting')
      await player.getByRole('textbox', { name: 'Your comment' }).fill('')
      await player.getByRole('button', { name: 'Add', exact: true }).click()
      await expectAccessible(page, 'an empty comment refused')
      await player.getByRole('button', { name: 'Next', exact: true }).click()
      await expect(player.getByRole('article')).toContainText('From SoundCloud')
      await expectAccessible(page, 'fallen back')
      await player.getByRole('button', { name: 'More', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Go to the post' })).toBeVisible()
      await expectAccessible(page, 'the menu')
      await page.keyboard.press('Escape')
      await player.getByRole('button', { name: 'Minimise' }).click()
      await player.getByRole('button', { name: 'Next', exact: true }).click()
      await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 10_000 })
      await expectAccessible(page, 'dead', 'player')
      await player.getByRole('button', { name: 'Previous' }).click()
      await isPlaying(player)
      await player.getByRole('button', { name: 'Full screen' }).click()
      await expectAccessible(page, 'full screen')
    })

test('BY17 L1 L2 everything is done with keys alone, and the focus is never lost', async ({ page }) => {
  const { player } = await play(page, 'Keys', [film, { ...film, title: 'Another' }])
  await isPlaying(player)
  const focused = () => page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.slice(0, 40) ?? ''
  })
  const within = () => page.evaluate(() => document.activeElement?.closest('[data-player]') !== null)

  await test.step('tab goes through the bar in its order, then through what rose', async () => {
    await player.getByRole('link', { name: 'A film' }).first().focus()
    const seen = [await focused()]
    for (let n = 0; n < 18; n += 1) {
      await page.keyboard.press('Tab')
      if (!(await within())) break
      seen.push(await focused())
    }
    expect(seen.filter((name) => name !== '')).toEqual([
      'A film', 'Keys', 'Collect post', 'Shuffle', 'Pause', 'Next', 'Repeat', 'Seek', 'Mute', 'Volume', 'Queue', 'More', 'Maximise', 'Full screen',
      'Close', 'Keys', expect.stringContaining('Open at YouTube'),
    ])
  })

  await test.step('maximising keeps the focus on its button, Escape leads back', async () => {
    await player.getByRole('button', { name: 'Maximise' }).focus()
    await page.keyboard.press('Enter')
    await expect(player.getByRole('button', { name: 'Minimise' })).toBeFocused()
    await expect(player.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
    await player.getByRole('textbox', { name: 'Your comment' }).focus()
    await page.keyboard.press('Escape')
    await expect(player.getByRole('button', { name: 'Maximise' })).toBeVisible()
    // What had it is gone.
    await expect(player).toBeFocused()
  })

  await test.step('the menu gives it back', async () => {
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

  await test.step('closing gives it to the page', async () => {
    await player.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(player).toBeHidden()
    await expect(page.locator('#main')).toBeFocused()
  })
})

test('BY17 L2 what plays is read out politely, and the sliders say their values in words', async ({ page }) => {
  const { player } = await play(page, 'Heard', [film, fallen])
  const status = player.getByRole('status')
  await expect(status.filter({ hasText: 'Playing A film, from Heard' })).toHaveCount(1)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(status.filter({ hasText: 'Playing Fallen back, from Heard. From SoundCloud: the YouTube copy is unavailable' })).toHaveCount(1)
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^0:\d\d of 1:40$/)
  const volume = player.getByRole('slider', { name: 'Volume' })
  await expect(volume).toHaveAttribute('aria-valuetext', '100%')
  await volume.press('Home')
  await expect(volume).toHaveAttribute('aria-valuetext', 'Muted')
})

test('BY17 under a finger every target of the player is at least 44 px, apart from links within lines', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const { player } = await play(page, 'Fingers', [film, fallen])
  await isPlaying(player)
  const small = () => player.evaluate((region) => [...region.querySelectorAll('button')].flatMap((button) => {
    const { width, height } = button.getBoundingClientRect()
    return getComputedStyle(button).visibility === 'visible' && width > 0 && (width < 44 || height < 44) ? [`${button.ariaLabel ?? button.textContent}: ${width} × ${height}`] : []
  }))
  expect(await small(), 'docked').toEqual([])
  await player.getByRole('button', { name: 'Maximise' }).tap()
  await expect(player.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
  await player.getByRole('textbox', { name: 'Your comment' }).fill('Half')
  expect(await small(), 'maximised').toEqual([])
})
