/** Messages of the player: failure reasons, other copies, resuming, and the end of the queue. */
import { stubProviders } from '../support/providers/index.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { playerOf } from './members.ts'
import { pictureOf, play, playFrom, writePlaylist, youtube, type Story } from './player.ts'
import { serveSounds, soundOf } from './sounds.ts'

const film: Story = { title: 'A film', href: youtube('plays-00001') }
const word = "This one can't be played"

/** The link beside the alert of a dead post. */
const linkBeside = (player: Locator, site: string): Locator =>
  player
    .getByRole('alert')
    .locator('xpath=..')
    .getByRole('link', { name: `Open at ${site}` })

/** The message for each error of a provider, and whether a link to the provider is offered. */
const deaths = [
  [youtube('error-00150'), 'YouTube', 'Its owner only allows playback at YouTube.', true],
  [youtube('error-00100'), 'YouTube', 'It is no longer at YouTube.', false],
  [youtube('error-00002'), 'YouTube', "The link doesn't lead anywhere at YouTube.", false],
  [youtube('error-00153'), 'YouTube', 'YouTube rejects requests from Strand. This is a problem on our side, not with the link.', true],
  ['https://soundcloud.com/stub/region-1', 'SoundCloud', "SoundCloud doesn't play it in your country.", false],
  ['https://soundcloud.com/stub/private-1', 'SoundCloud', 'It is private at SoundCloud.', true],
  ['https://www.dailymotion.com/video/xplays1', 'Dailymotion', "Strand can't play Dailymotion here.", true],
] as const

for (const [href, site, reason, elsewhere] of deaths)
  test(`L5 BY1 a dead post shows its reason: ${reason}`, async ({ page }) => {
    // The last item of the queue is not skipped, and can be retried.
    const { player } = await play(page, `Dead ${reason.slice(0, 20)}`, [{ title: 'A ruin', href }])
    await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 })
    await expect(player.getByRole('alert')).toContainText(word)
    await expect(player.getByRole('alert')).toContainText(reason)
    const link = linkBeside(player, site)
    await expect(link).toHaveCount(elsewhere ? 1 : 0)
    if (elsewhere) await expect(link).toHaveAttribute('href', href)
  })

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

test('BZ1 another copy is played with the reason, and preferred the next time', async ({ page }) => {
  const { player, bead } = await play(page, 'Copies', [
    { title: 'Twice', href: youtube('error-00150'), copies: ['https://soundcloud.com/stub/plays-1'] },
    { title: 'Same', href: youtube('error-00100'), copies: [youtube('plays-00003')] },
  ])
  const note = 'From SoundCloud: the YouTube copy is unavailable'
  await expect(player).toContainText(note)
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(player.getByRole('article')).toContainText(`${note}. Its owner only allows playback at YouTube.`)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('article')).toContainText(
    'From another YouTube copy: the first is unavailable. It is no longer at YouTube.',
  )
  await playFrom(page, bead, 'Twice')
  await expect(player).toContainText('From SoundCloud: the YouTube copy was unavailable last time')
})

test('L6 the title is marked for the first 5 s of a post', async ({ page }) => {
  const { player } = await play(page, 'Begun', [film])
  const title = player.getByRole('link', { name: 'A film' }).first()
  const colour = () => title.evaluate((element) => getComputedStyle(element).color)
  const accent = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent-text)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  await expect.poll(colour).toBe(accent)
  const marked = Date.now()
  await expect.poll(colour, { timeout: 8000, intervals: [100] }).not.toBe(accent)
  expect(Date.now() - marked).toBeGreaterThan(3000)
})

test('L6 the end of the queue is shown and announced, and Replay post starts again', async ({ page }) => {
  const { player } = await play(page, 'The end', [{ title: 'Short', href: youtube('short-00001') }])
  const over = 'End of The end.'
  await expect(player.getByText(over).first()).toBeVisible({ timeout: 15_000 })
  await expect(player.getByRole('status').filter({ hasText: over })).toHaveCount(1)
  await player.getByRole('button', { name: 'Replay post' }).click()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(player.getByRole('status').filter({ hasText: 'Playing Short, from The end' })).toHaveCount(1)
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
