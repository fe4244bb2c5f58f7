/** Links of the application, and its single instance. */
import { postsOf, showcase } from '../e2e/api.ts'
import { expect, missing, test } from './application.ts'

test.skip(missing !== '', missing)

test('BY18 a link starts the application → its page', async ({ launch, strand }) => {
  const { page } = await launch({ args: ['strand://open/about'] })
  await expect(page).toHaveURL(`${strand.origin}/about`)
})

test('BY18 a link while the application runs → the same window shows its page, and the second process ends', async ({
  launch,
  launchAgain,
  strand,
}) => {
  const desktop = await launch()
  await expect(desktop.page).toHaveURL(new RegExp(`^${strand.origin}/`))
  await launchAgain(desktop, 'strand://open/about')
  await expect(desktop.page).toHaveURL(`${strand.origin}/about`)
  expect(await desktop.countWindows()).toBe(1)
})

test('BY18 a link with a code of a television → the page that connects it', async ({ launch }) => {
  const { page } = await launch({ args: ['strand://pair/BCDF2345'] })
  await expect(page).toHaveURL(/\/tvos\/connect|\/login/)
})

test('BY18 a link to join starts the application → the playlist, and the dialog to sign up for a visitor', async ({
  launch,
  request,
  strand,
}) => {
  const bead = await showcase(request)
  const { page } = await launch({ args: [`strand://join/${bead.id}`] })
  await expect(page).toHaveURL(`${strand.origin}/${bead.id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('BY18 a link to a queue starts the application → the playlist plays, and its page is not opened', async ({ launch, request }) => {
  const bead = await showcase(request)
  const { isEnabled, page } = await launch({ args: [`strand://queue/${bead.id}`] })
  await expect.poll(() => isEnabled('Pause')).toBe(true)
  expect(await isEnabled('Next')).toBe(true)
  expect(page.url()).not.toContain(bead.id)
})

test('BY18 a link to a queue while a post is paused → its items are added, and the post stays', async ({
  launch,
  launchAgain,
  request,
}) => {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const desktop = await launch({ args: [`strand://play/${post!.id}`] })
  await expect.poll(() => desktop.isEnabled('Pause')).toBe(true)
  // It lasts a few seconds.
  await desktop.choose('Pause')
  await expect.poll(() => desktop.isEnabled('Play')).toBe(true)
  expect(await desktop.isEnabled('Next')).toBe(false)
  const title = () => desktop.page.evaluate(() => navigator.mediaSession.metadata?.title)
  const first = await title()
  await launchAgain(desktop, `strand://queue/${bead.id}`)
  await expect.poll(() => desktop.isEnabled('Next')).toBe(true)
  expect(await title()).toBe(first)
  expect(await desktop.isEnabled('Play')).toBe(true)
})

test('BY18 a hostile link → the page of the start', async ({ launch, strand }) => {
  const { page } = await launch({ args: ['strand://open//other.example'] })
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
})
