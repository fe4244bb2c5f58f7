/** Casting from Chrome to Strand's receiver, with doubles of Google's scripts (K1, K2, BY10, BZ3, BZ4). */
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addPost, asyncHeader, showcase, signUp, startPlaylist } from './api.ts'
import { castApp, createCastDevice, type CastDevice } from './cast-device.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { testWith } from './own-server.ts'

const test = testWith({ CAST_APP_ID: castApp }).extend<{ device: CastDevice }>({
  device: async ({}, use) => {
    const device = await createCastDevice()
    await use(device)
    device.close()
  },
})

const bar = (page: Page) => page.getByRole('region', { name: 'Player' })
const nowPlaying = (tv: Page) => tv.getByRole('region', { name: 'Now playing' })
const upNext = (tv: Page) => tv.getByRole('list', { name: 'Up next' })
const clip = fileURLToPath(new URL('../../server/demo/clips/mandelbrot-dive.mp4', import.meta.url))
const size = { width: 1920, height: 1080 }

async function openDevices(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Devices' }).click()
}
async function castTo(page: Page): Promise<void> {
  await openDevices(page)
  await page.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'Cast to a TV' }).click()
}
const isPlayingVideo = (page: Page) => page.evaluate(() => [...document.querySelectorAll('video')].some(({ paused }) => !paused))

test('K1 K2 BY10 BZ3 BZ4 a visitor casts a playlist, controls it from the page and from the television, and brings it back', async ({
  page,
  request,
  newVisitor,
  device,
}) => {
  test.setTimeout(120_000)
  const tv = await (await newVisitor({ viewport: size })).newPage()
  await device.showReceiver(tv)
  await expect(nowPlaying(tv).getByRole('heading', { name: 'Ready to cast' })).toBeVisible()
  await device.addSender(page)
  const bead = await showcase(request)
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

  await openDevices(page)
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'Cast to a TV' })).toHaveAccessibleDescription(
    /can’t play there|Chromecast/,
  )
  await page.keyboard.press('Escape')
  await castTo(page)
  await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
  const title = bar(page).locator('a[title]').first()
  const first = (await title.textContent())!
  await expect(nowPlaying(tv).getByRole('heading', { name: first })).toBeVisible()
  await expect.poll(() => isPlayingVideo(tv)).toBe(true)
  expect(await isPlayingVideo(page)).toBe(false)
  expect(device.model.state().volume).toEqual({ level: 1, muted: false })

  // From the page. The television loads slowly, so that it is paused while it loads.
  await tv.route(/\.(mp4|webm|mp3)$/, async (route) => {
    await setTimeout(1000)
    await route.continue()
  })
  const second = (await upNext(tv).getByRole('button').first().locator('span').nth(1).locator('span').first().textContent())!
  await bar(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(nowPlaying(tv).getByRole('heading', { name: second })).toBeVisible()
  await expect(title).toHaveText(second)

  // From the remote control of the television.
  await device.control('PAUSE')
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect.poll(() => tv.evaluate(() => [...document.querySelectorAll('video')].some(({ readyState }) => readyState > 2))).toBe(true)
  await setTimeout(300)
  expect(await isPlayingVideo(tv)).toBe(false)
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await device.control('PLAY')
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await device.control('QUEUE_UPDATE', { jump: -1 })
  await expect(title).toHaveText(first)

  // The page is reloaded while the television plays on.
  await page.reload()
  await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
  await expect(title).toHaveText(first)

  await openDevices(page)
  await page.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'This device' }).click()
  await expect(bar(page).getByText('Playing on Living room TV')).toHaveCount(0)
  await expect.poll(() => isPlayingVideo(page)).toBe(true)
  expect(device.model.state().app).toBeNull()
})

test('K2 a member casts their collection → the receiver extends it with a token that no other sender gets', async ({
  newVisitor,
  device,
}) => {
  test.setTimeout(180_000)
  const visitor = await newVisitor()
  const { request } = visitor
  await signUp(request, 'Casta Vera')
  const bead = await startPlaylist(request, 'Files to cast')
  const count = 24
  for (let n = 1; n <= count; n += 1) {
    const { id } = await addPost(request, bead.id, `https://files.example.org/clip-${n}.mp4`, `Clip ${n}`)
    expect((await request.post(`/api/v0/posts/${id}/collect`, { headers: asyncHeader })).ok()).toBe(true)
  }
  const page = await visitor.newPage()
  const tv = await (await newVisitor({ viewport: size })).newPage()
  for (const one of [page, tv])
    await one.route('https://files.example.org/**', (route) => route.fulfill({ path: clip, contentType: 'video/mp4' }))
  await device.showReceiver(tv)
  await device.addSender(page)
  const overheard: string[] = []
  device.model.attach('listener', ({ body }) => void overheard.push(JSON.stringify(body)))
  const calls: { path: string; authorization: string | undefined }[] = []
  tv.on('request', (call) => {
    const { pathname, search } = new URL(call.url())
    if (pathname === '/api/v0/posts') calls.push({ path: pathname + search, authorization: call.headers()['authorization'] })
  })

  await page.goto('/collection')
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play Clip ${count}`, exact: true })
    .first()
    .click()
  await castTo(page)
  await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
  await expect(nowPlaying(tv).getByRole('heading', { name: `Clip ${count}` })).toBeVisible()
  expect(calls).toEqual([])

  // The tenth item is among the last five of the window.
  await bar(page).getByRole('button', { name: 'Queue' }).click()
  await page
    .getByRole('dialog', { name: 'Queue' })
    .getByRole('button', { name: `Play Clip ${count - 11}`, exact: true })
    .click()
  await expect(nowPlaying(tv).getByRole('heading', { name: `Clip ${count - 11}` })).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  expect(calls[0]!.path).toContain('collectedby=castavera')
  expect(calls[0]!.path).toContain('filter=deadlinks')
  expect(calls[0]!.path).toContain('from=15')
  const [, token] = /^Bearer (\S{20,})$/.exec(calls[0]!.authorization ?? '')!
  expect(overheard.join('')).not.toContain(token!)
  await expect(page.getByRole('dialog', { name: 'Queue' }).getByRole('button', { name: 'Play Clip 1', exact: true })).toBeAttached()

  // Another list replaces the queue of the television, as a window too.
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Play Clip 20', exact: true }).first().click()
  await expect(nowPlaying(tv).getByRole('heading', { name: 'Clip 20' })).toBeVisible()
})

base(
  'K1 K2 without a receiver of our own, a playlist plays on the default receiver: the list of devices says what is left out',
  async ({ page, request }) => {
    const device = await createCastDevice()
    try {
      await device.addSender(page)
      const bead = await showcase(request)
      await page.goto(bead.href)
      await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
      await openDevices(page)
      const row = page.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'Cast to a TV' })
      await expect(row).toHaveAccessibleDescription(/^\d of 10 items can’t play there$/)
      await row.click()
      await expect(page.getByText(/items? can’t play on this TV/)).toBeVisible()
      await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
      const { playback } = device.model.state()
      expect(playback!.items.map(({ media }) => media.contentId.replace(/^.*\./, ''))).not.toContain('jpg')
      expect(playback).toMatchObject({ index: 0, state: 'PLAYING' })
      await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
      await bar(page).getByRole('button', { name: 'Next', exact: true }).click()
      await expect.poll(() => device.model.state().playback?.items[device.model.state().playback!.index]!.customData?.['feedIndex']).toBe(1)

      // After a reload, the page finds the item that plays.
      const title = await bar(page).locator('a[title]').first().textContent()
      await page.reload()
      await expect(bar(page).getByText('Playing on Living room TV').first()).toBeVisible()
      await expect(bar(page).locator('a[title]').first()).toHaveText(title!)
      await bar(page).getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => device.model.state().playback).toBeNull()
    } finally {
      device.close()
    }
  },
)

base('K1 the person closes the dialog of the browser → playback goes on here', async ({ page, request }) => {
  const device = await createCastDevice()
  try {
    device.chooses = false
    await device.addSender(page)
    const bead = await showcase(request)
    await page.goto(bead.href)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await castTo(page)
    await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await expect.poll(() => isPlayingVideo(page)).toBe(true)
    await expect(bar(page).getByText('Playing on')).toHaveCount(0)
  } finally {
    device.close()
  }
})

base('K1 without Google’s script, visitors have no list of devices', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Devices' })).toHaveCount(0)
})
