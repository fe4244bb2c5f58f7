/** Messages of the player: blocked scripts, resuming, offline. Its other messages are tested in tests/component/player-words.test.tsx. */
import { stubProviders } from '../support/providers/index.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { playerOf } from './members.ts'
import { pictureOf, play, playFrom, writePlaylist, youtube, type Story } from './player.ts'
import { serveSounds, soundOf } from './sounds.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001') }

/** The link beside the alert of a dead post. */
const linkBeside = (player: Locator, site: string): Locator =>
  player
    .getByRole('alert')
    .locator('xpath=..')
    .getByRole('link', { name: `Open at ${site}` })

test('L5 a player whose script was blocked → not reported as a dead link', async ({ page }) => {
  await stubProviders(page)
  await page.route('https://www.youtube.com/iframe_api', (route) => route.abort())
  const { bead } = await writePlaylist(page, 'Blocked', [film])
  const player = await playFrom(page, bead, 'A film')
  await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 25_000 })
  await expect(player.getByRole('alert')).toContainText('The YouTube player was blocked, perhaps by a browser extension.')
  await page.unroute('https://www.youtube.com/iframe_api')
  await stubProviders(page)
  await player.getByRole('button', { name: 'Try again' }).click()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(player.getByRole('alert')).toHaveCount(0)
})

test('L5 opening a dead post at its source and coming back → it is the current item', async ({ page, context }) => {
  await context.route('https://www.youtube.com/watch*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }),
  )
  const { player } = await play(page, 'Elsewhere', [{ title: 'A ruin', href: youtube('error-00150') }, film])
  const opened = page.waitForEvent('popup')
  await linkBeside(player, 'YouTube').click()
  await (await opened).close()
  await page.waitForTimeout(3000)
  await expect(player.getByRole('link', { name: 'A ruin' }).first()).toBeVisible()
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('link', { name: 'A film' }).first()).toBeVisible()
})

test('L2 BY18 a resumed post says so, and Start over restarts it', async ({ page, context }) => {
  test.setTimeout(90_000)
  await serveSounds(context)
  const { player, bead } = await play(page, 'Long', [{ title: 'A long sound', href: soundOf(1800) }, film])
  const seek = player.getByRole('slider', { name: 'Seek' })
  await expect(seek).toHaveAttribute('aria-valuetext', /of 30:00/, { timeout: 15_000 })
  await seek.fill('751')
  await expect(seek).toHaveAttribute('aria-valuetext', /^12:3\d/)
  await page.waitForTimeout(1500)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('link', { name: 'A film' }).first()).toBeVisible()
  await playFrom(page, bead, 'A long sound')
  await expect(player).toContainText(/Resumed at 12:3\d/)
  await player.getByRole('button', { name: 'Start over' }).click()
  await expect(player).not.toContainText('Resumed at')
  await expect(player).toBeFocused()
  await expect(seek).toHaveAttribute('aria-valuetext', /^0:0\d/)
})

test('L5 offline, the player says that it waits, and resumes when online', async ({ page, context, baseURL }) => {
  const { player } = await play(page, 'Offline', [film, { title: 'A clip', href: `${baseURL}/clips/mandelbrot-dive.mp4` }])
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await context.setOffline(true)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  const words = "You're offline. Playback resumes when the connection is back."
  await expect(player.getByText(words).first()).toBeVisible({ timeout: 20_000 })
  await expect(player.getByRole('status').filter({ hasText: words })).toHaveCount(1)
  await context.setOffline(false)
  await expect(player.getByText(words).first()).toBeHidden({ timeout: 20_000 })
  await expect(player.getByRole('status').filter({ hasText: 'Playing A clip' })).toHaveCount(1, { timeout: 15_000 })
})

test("L6 where autoplay needs a gesture, the provider's frame can be tapped, the bar says so, and nothing is skipped", async ({ page }) => {
  await page.addInitScript(() => {
    // A page without a user gesture: a key or a click in a test would be one.
    Object.defineProperty(Navigator.prototype, 'userActivation', {
      get: () =>
        (window as { touched?: boolean }).touched ? { hasBeenActive: true, isActive: true } : { hasBeenActive: false, isActive: false },
    })
  })
  const { player } = await play(page, 'Gesture', [{ title: 'Refused', href: youtube('refuses-001') }, film])
  const button = player.getByRole('button', { name: 'Press play to start' })
  await expect(button).toBeVisible({ timeout: 15_000 })
  await page.waitForTimeout(2500)
  await expect(player.getByRole('link', { name: 'Refused' }).first()).toBeVisible()
  // Safari accepts only a tap inside the frame: it is neither hidden, nor inert, nor covered.
  const stage = page.locator('[data-player-stage]')
  await expect(stage).toHaveCSS('opacity', '1')
  await expect(stage).toHaveJSProperty('inert', false)
  expect((await pictureOf(page)).covered).toEqual([])
  await page.evaluate(() => ((window as { touched?: boolean }).touched = true))
  await button.click()
  await expect(button).toBeHidden()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(playerOf(page)).toBeFocused()
})
