/** Providers in the built app: its content security policy allows them, and a provider without a player is skipped. */
import { stubProviders } from '../support/providers/index.ts'
import { addPost, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { playerOf, upIn } from './members.ts'

test('L3 L5 BY1 a playlist plays from provider to provider, and skips one without a configured player', async ({ page }) => {
  test.setTimeout(120_000)
  await stubProviders(page)
  await signUp(page.context().request, 'Provider Ada')
  const bead = await startPlaylist(page.context().request, 'From everywhere')
  const links = [
    ['YouTube', 'https://www.youtube.com/watch?v=short-00001', /youtube-nocookie\.com\/embed\/short-00001/],
    ['SoundCloud', 'https://soundcloud.com/stub/short-1', /w\.soundcloud\.com\/player/],
    ['Vimeo', 'https://vimeo.com/200000001', /player\.vimeo\.com\/video\/200000001/],
    ['Dailymotion', 'https://www.dailymotion.com/video/xshort1', null],
    ['YouTube again', 'https://www.youtube.com/watch?v=plays-00002', /youtube-nocookie\.com/],
  ] as const
  for (const [title, href] of links) await addPost(page.context().request, bead.id, href, title)

  const referers = new Map<string, string | undefined>()
  page.on('request', (request) => {
    if (request.resourceType() === 'document') referers.set(new URL(request.url()).host, request.headers()['referer'])
  })
  await page.goto(`/${bead.id}?sort=earliest`)
  const origin = new URL(page.url()).origin
  await page.getByRole('main').getByRole('button', { name: 'Play YouTube', exact: true }).click()
  const player = playerOf(page)
  for (const [title, , frame] of links) {
    await expect(upIn(player, title), title).toBeVisible({ timeout: 20_000 })
    if (frame === null) await expect(player).toContainText("This one can't be played, skipping")
    else await expect.poll(() => page.frames().some((one) => frame.test(one.url())), { message: title }).toBe(true)
  }
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  for (const host of ['www.youtube-nocookie.com', 'w.soundcloud.com', 'player.vimeo.com'])
    expect(referers.get(host), host).toBe(`${origin}/`)
})
