/** Messages of the player: failure reasons, other copies, the mark of a new title, a post that fails to load, and the end of the queue. */
import { expect, test } from 'vitest'
import { expectCount } from './mount.tsx'
import { currentTitle, expectPlaying, mountPlaylist, play, player, playFrom, youtube } from './player-kit.tsx'
import { provided, sampleMe } from './samples.ts'
import { Refusal } from './server.ts'

const soundcloud = (name: string) =>
  provided('soundcloud', 'SoundCloud', `https://soundcloud.com/stub/${name}`, `https://soundcloud.com/stub/${name}`)

/** The message for each error of a provider, and whether a link to the provider is offered. */
const deaths = [
  [youtube('error-00150'), 'Its owner only allows playback at YouTube.', true],
  [youtube('error-00100'), 'It is no longer at YouTube.', false],
  [youtube('error-00002'), "The link doesn't lead anywhere at YouTube.", false],
  [youtube('error-00153'), 'YouTube rejects requests from Strand. This is a problem on our side, not with the link.', true],
  [soundcloud('region-1'), "SoundCloud doesn't play it in your country.", false],
  [soundcloud('private-1'), 'It is private at SoundCloud.', true],
  [
    provided('dailymotion', 'Dailymotion', 'xplays1', 'https://www.dailymotion.com/video/xplays1'),
    "Strand can't play Dailymotion here.",
    true,
  ],
] as const

for (const [media, reason, elsewhere] of deaths)
  test(`L5 BY1 a dead post shows its reason: ${reason}`, async () => {
    // The last item of the queue is not skipped, and can be retried.
    await play(`Dead ${reason.slice(0, 20)}`, [{ title: 'A ruin', media }])
    await expect.element(player.getByRole('button', { name: 'Try again' }), { timeout: 15_000 }).toBeVisible()
    const alert = player.getByRole('alert')
    await expect.element(alert).toHaveTextContent("This one can't be played")
    await expect.element(alert).toHaveTextContent(reason)
    const links = [...alert.element().parentElement!.querySelectorAll('a')].filter(
      ({ textContent }) => textContent === `Open at ${media.source}`,
    )
    expect(links.map(({ href }) => href)).toEqual(elsewhere ? [media.href] : [])
  })

test('BZ1 another copy is played with the reason, and preferred the next time', async () => {
  const twice = youtube('error-00150')
  const same = youtube('error-00100')
  await play('Copies', [
    { title: 'Twice', media: { ...twice, media: [...twice.media, ...soundcloud('plays-1').media] } },
    { title: 'Same', media: { ...same, media: [...same.media, ...youtube('plays-00003').media] } },
  ])
  const note = 'From SoundCloud: the YouTube copy is unavailable'
  await expect.element(player).toHaveTextContent(note)
  await player.getByRole('button', { name: 'Maximise' }).click()
  const article = player.getByRole('article')
  await expect.element(article).toHaveTextContent(`${note}. Its owner only allows playback at YouTube.`)
  // A copy is remembered when it plays; the note appears before that.
  await expect.element(player).toHaveTextContent(/0:0[1-9]1:40/)
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.element(article).toHaveTextContent('From another YouTube copy: the first is unavailable. It is no longer at YouTube.')
  await player.getByRole('button', { name: 'Minimise' }).click()
  await playFrom('Twice')
  await expect.element(player).toHaveTextContent('From SoundCloud: the YouTube copy was unavailable last time')
})

test('L6 the end of the queue is shown and announced, and Replay post starts again', async () => {
  await play('The end', [{ title: 'Short', media: youtube('short-00001') }])
  const over = 'End of The end.'
  await expect.element(player.getByText(over).first(), { timeout: 15_000 }).toBeVisible()
  await expectCount(player.getByRole('status').filter({ hasText: over }), 1)
  await player.getByRole('button', { name: 'Replay post' }).click()
  await expectPlaying()
  await expectCount(player.getByRole('status').filter({ hasText: 'Playing Short, from The end' }), 1)
})

test('L6 the title is marked for the first 5 s of a post', async () => {
  await play('Begun', [{ title: 'A film', media: youtube('plays-00001') }])
  const title = currentTitle('A film')
  const colour = () => getComputedStyle(title.element()).color
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--accent-text)'
  const accent = getComputedStyle(probe).color
  probe.remove()
  await expect.poll(colour).toBe(accent)
  const marked = performance.now()
  await expect.poll(colour, { timeout: 8000, interval: 100 }).not.toBe(accent)
  expect(performance.now() - marked).toBeGreaterThan(3000)
})

test('L2 the post fails to load → the maximised player shows an error with a retry', async () => {
  const film = { title: 'A film', media: youtube('plays-00001'), description: 'Words about it.' }
  const { server, posts } = await mountPlaylist('Missing', [film], sampleMe())
  // A member's player requests the post as soon as it plays.
  server.answers['GET /api/v0/posts/:id'] = new Refusal({ code: 'internal', message: 'Uh oh, something went wrong. Please try again.' })
  await playFrom('A film')
  await expect.poll(() => server.inputsOf('GET /api/v0/posts/:id').length).toBeGreaterThan(0)
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect.element(player.getByRole('alert').filter({ hasText: 'Something is wrong' })).toBeVisible()
  server.answers['GET /api/v0/posts/:id'] = posts[0]!
  await player.getByRole('button', { name: 'Try again' }).click()
  await expect.element(player.getByText('Words about it.')).toBeVisible()
})
