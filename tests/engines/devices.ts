/** The journeys with several devices of a member: a page, a television, and a device without a page. */
import type { Page } from './page.ts'
import type { Member, World } from './world.ts'

export async function playOnTelevision(page: Page, world: World): Promise<void> {
  const member = await world.signUp('Tele Tara')
  const bead = await member.startPlaylist('For the television')
  const post = await member.addPost(bead.id, { title: 'Two stones', media: { href: '/clips/two-stones.webm' } })
  await page.open('/tv')
  const code = await page.role('status', 'Pairing code').shows(/^[2-9B-Z]{8}$/)
  await member.post('/api/v1/auth/tvos/settokenuid', { token: code.trim() })
  await page.role('region', 'Now playing').shows(/Ready to play/)
  // A press on the remote control, so that the browser lets the page play.
  await page.press('ArrowUp')

  const phone = await member.connectDevice()
  const tv = (await phone.listed((devices) => devices.some(({ kind }) => kind === 'tv'))).find(({ kind }) => kind === 'tv')!
  const send = (message: object) =>
    phone.send({ type: 'send', to: tv.id, body: JSON.stringify({ version: 1, session: 'engines', ...message }) })
  const track = {
    postId: post.id,
    title: post.title,
    href: post.href,
    creator: 'Tele Tara',
    bead: { id: bead.id, title: bead.title },
    type: post.media!.type,
    streams: post.media!.media,
  }
  send({ type: 'sync', known: null, next: 1 })
  send({
    type: 'command',
    number: 1,
    command: { type: 'player/playQueue', payload: { tracks: [track, { ...track, title: 'Once more' }] } },
  })
  await page.role('region', 'Now playing').role('heading', 'Two stones').shows()
  await page
    .role('list', 'Up next')
    .role('button')
    .shows(/Once more/)
  await page.until(
    'it plays',
    () => page.run(() => document.querySelector('video')?.currentTime ?? 0),
    (position) => position > 0.5,
  )
  send({ type: 'command', number: 2, command: { type: 'player/pause' } })
  await page.role('button', 'Play').shows()
  await phone.listed((devices) => devices.some(({ kind, playing }) => kind === 'tv' && playing?.isPlaying === false))
}

/** @param visit opens a path, signed in as the member. */
export async function listDevices({
  page,
  world,
  member,
  visit,
}: {
  page: Page
  world: World
  member: Member
  visit: (path: string) => Promise<void>
}): Promise<void> {
  const bead = await member.startPlaylist('Two devices')
  await member.addPost(bead.id, { title: 'Two stones', media: { href: '/clips/two-stones.webm' } })
  const phone = await member.connectDevice()
  await visit(`/${bead.id}`)
  await page.role('main').role('button', 'Play').click()
  await phone.listed((devices) => devices.some(({ id, playing }) => id !== phone.id && playing?.title === 'Two stones'))
  await page.role('region', 'Player').role('button', 'Devices').click()
  await page.role('dialog', 'Devices').role('list', 'Devices').role('button', 'Firefox on Linux').shows()
  world.reachable(false)
  await phone.listed((devices) => devices.some(({ id, connected }) => id !== phone.id && !connected))
  world.reachable(true)
  await phone.listed((devices) => devices.some(({ id, connected }) => id !== phone.id && connected))
}
