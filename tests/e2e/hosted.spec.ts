/** Behaviour of the hosted and image outputs only: one element for all files, frames with messages, and failure codes of files. */
import type { Page } from '@playwright/test'
import type { Stream } from '#contract/index.ts'
import { expect, test, type Outputs } from '../support/outputs.ts'
import { addRemotePlayback, type RemotePrompt } from '../support/remotePlayback.ts'

const elsewhere = 'https://files.example'
const withCors = { 'Access-Control-Allow-Origin': '*' }

async function failureOf(outputs: Outputs, id: 'hosted' | 'image', stream: Stream) {
  await outputs.load(id, { stream })
  const { code, scope } = await outputs.waitFor('failed')
  await outputs.page.waitForTimeout(300)
  expect(await outputs.eventsOf('failed'), 'once').toHaveLength(1)
  return [code, scope]
}

for (const [path, code, scope] of [
  ['/broken/gone.mp4', 'gone', 'stream'],
  ['/broken/private.mp4', 'private', 'stream'],
  ['/broken/busy.mp4', 'network', 'network'],
  ['/broken/noise.mp4', 'undecodable', 'stream'],
  ['/broken/page.mp4', 'unsupported', 'stream'],
  ['/broken/gone.m3u8', 'gone', 'stream'],
  ['/broken/private.m3u8', 'private', 'stream'],
  ['/broken/busy.m3u8', 'network', 'network'],
  ['/broken/noise.m3u8', 'undecodable', 'stream'],
  ['/broken/hollow.m3u8', 'gone', 'stream'],
  ['/broken/gone.mpd', 'gone', 'stream'],
  ['/broken/private.mpd', 'private', 'stream'],
  ['/broken/noise.mpd', 'undecodable', 'stream'],
] as const) {
  test(`L5 media URL ${path} → ${code}`, async ({ outputs }) => {
    await outputs.open()
    expect(await failureOf(outputs, 'hosted', outputs.stream('file', path))).toEqual([code, scope])
  })
}

for (const [path, code] of [
  ['/broken/gone.png', 'gone'],
  ['/broken/private.png', 'private'],
  ['/broken/noise.png', 'undecodable'],
] as const) {
  test(`L5 image URL ${path} → ${code}`, async ({ outputs }) => {
    await outputs.open()
    expect(await failureOf(outputs, 'image', outputs.stream('image', path))).toEqual([code, 'stream'])
  })
}

for (const [name, path] of [
  ['a file', '/clips/tides.mp4'],
  ['HLS', '/clips/tides.m3u8'],
  ['DASH', '/clips/last-light.mpd'],
] as const) {
  test(`L5 ${name} while offline → not reported as a dead link`, async ({ outputs }) => {
    await outputs.open()
    // Loads the code of the output before going offline, like an earlier item of the queue.
    await outputs.load('hosted', { loadId: 9, stream: outputs.stream('file', path.replace('tides.mp4', 'two-stones.webm')) })
    await outputs.waitFor('ready', 9)
    await outputs.tell('hosted', 'unload')
    await outputs.page.context().setOffline(true)
    expect(await failureOf(outputs, 'hosted', outputs.stream('file', `${path}?again`))).toEqual(['network', 'network'])
  })
}

test('L5 an unreachable server → not reported as a dead link', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route(`${elsewhere}/**`, (route) => route.abort('connectionrefused'))
  expect(await failureOf(outputs, 'hosted', outputs.stream('file', `${elsewhere}/a.mp4`))).toEqual(['network', 'network'])
})

test('L5 a file of another site → the exact error where CORS allows a request', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route(`${elsewhere}/open.mp4`, (route) => route.fulfill({ status: 404, headers: withCors }))
  const others = { 'Access-Control-Allow-Origin': 'https://others.example' }
  await outputs.page.route(`${elsewhere}/closed.mp4`, (route) => route.fulfill({ status: 404, headers: others }))
  expect(await failureOf(outputs, 'hosted', outputs.stream('file', `${elsewhere}/open.mp4`))).toEqual(['gone', 'stream'])
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', `${elsewhere}/closed.mp4`) })
  expect(await outputs.waitFor('failed', 2)).toMatchObject({ code: 'unsupported', scope: 'stream' })
})

test('L5 a signed URL that refuses HEAD → not reported as forbidden', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route(`${elsewhere}/signed.mp4`, (route) =>
    route.fulfill({
      headers: { ...withCors, 'Content-Type': 'video/mp4' },
      ...(route.request().method() === 'HEAD' ? { status: 403 } : { body: 'no film' }),
    }),
  )
  expect(await failureOf(outputs, 'hosted', outputs.stream('file', `${elsewhere}/signed.mp4`))).toEqual(['undecodable', 'stream'])
})

test('L5 DASH with a gap → plays up to the gap, then reports the failure', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route(/last-light-\d-[34]\.m4s/, (route) => route.fulfill({ status: 404 }))
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/last-light.mpd') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'gone', scope: 'stream' })
  expect(await outputs.position()).toBeGreaterThan(3)
})

test('L5 a dead Wistia video and a domain-restricted one → different errors', async ({ outputs }) => {
  await outputs.open()
  expect(await failureOf(outputs, 'hosted', outputs.stream('wistia', 'gone000001'))).toEqual(['gone', 'stream'])
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('wistia', 'mine000001') })
  expect(await outputs.waitFor('failed', 2)).toMatchObject({ code: 'private', scope: 'stream' })
})

const mark = (page: Page, element = 'video') =>
  page.locator(element).evaluate((found: HTMLElement) => {
    found.dataset['kept'] = '1'
  })
const isMarked = (page: Page, element = 'video') =>
  page
    .locator(element)
    .getAttribute('data-kept')
    .then((isSame) => isSame === '1')

test('BY2 one media element plays films, HLS and DASH, another sound; both are paused while another output plays', async ({
  outputs: o,
}) => {
  await o.open()
  const streams = [
    o.stream('file', '/clips/two-stones.webm'),
    o.stream('file', '/clips/tides.m3u8'),
    o.stream('file', '/clips/last-light.mpd'),
    o.stream('twitch', 'videos/1000000001'),
    o.stream('file', '/clips/night-bus-home.mp3'),
    o.stream('wistia', 'plays00001'),
    o.stream('file', '/clips/marimba-for-monday.mp3'),
  ]
  for (const [n, stream] of streams.entries()) {
    await o.load('hosted', { loadId: n + 1, stream })
    await o.waitFor('playing', n + 1)
    await expect.poll(() => o.position(n + 1)).toBeGreaterThan(0)
    const isSound = stream.uri.endsWith('.mp3')
    if (n === 0) await mark(o.page)
    if (n === 4) await mark(o.page, 'audio')
    if (n > 4) expect(await isMarked(o.page, 'audio'), `the same element of sound at ${stream.uri}`).toBe(true)
    expect(
      await o.page.evaluate(() =>
        [...document.querySelectorAll<HTMLMediaElement>('audio, video')].filter(({ paused }) => !paused).map(({ localName }) => localName),
      ),
    ).toEqual(stream.type === 'twitch' ? [] : [isSound ? 'audio' : 'video'])
    expect(await isMarked(o.page), `the same element at ${stream.uri}`).toBe(true)
    expect(await o.page.locator('iframe').count()).toBe(stream.type === 'twitch' ? 1 : 0)
    expect(await o.page.locator('video').isVisible()).toBe(stream.type !== 'twitch' && !isSound)
    await o.tell('hosted', 'unload')
  }
  for (let loadId = 1; loadId <= streams.length; loadId++) expect(await o.eventsOf('failed', loadId)).toEqual([])
})

test('BY2 the film and sound elements created in a gesture persist and retain no source', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.mouse.click(5, 500)
  await outputs.tell('hosted', 'warm')
  await outputs.tell('hosted', 'warm')
  expect([await outputs.page.locator('video').count(), await outputs.page.locator('audio').count()]).toEqual([1, 1])
  expect(await outputs.events()).toEqual([])
  await mark(outputs.page)
  await mark(outputs.page, 'audio')
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/two-stones.webm') })
  await outputs.waitFor('playing')
  await outputs.tell('hosted', 'unload')
  await outputs.page.waitForTimeout(5300)
  for (const element of ['video', 'audio']) {
    expect(await isMarked(outputs.page, element)).toBe(true)
    expect(
      await outputs.page
        .locator(element)
        .evaluate((medium: HTMLMediaElement) => [medium.currentSrc !== '' && medium.readyState, medium.hasAttribute('src')]),
    ).toEqual([0, false])
  }
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/clips/tides.m3u8') })
  await outputs.waitFor('playing', 2)
})

test('L3 the same stream after a failure → fetched again by the same element', async ({ outputs }) => {
  await outputs.open()
  let there = false
  await outputs.page.route('**/clips/late.m3u8', (route) =>
    there ? route.continue({ url: `${outputs.origin}/clips/tides.m3u8` }) : route.fulfill({ status: 404 }),
  )
  const stream = outputs.stream('file', '/clips/late.m3u8')
  expect(await failureOf(outputs, 'hosted', stream)).toEqual(['gone', 'stream'])
  await mark(outputs.page)
  await outputs.tell('hosted', 'unload')
  there = true
  await outputs.load('hosted', { loadId: 2, stream })
  await outputs.waitFor('playing', 2)
  expect(await isMarked(outputs.page)).toBe(true)
})

test('L5 a broken file that is loaded again while its error is being examined → fails again', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route('**/broken/gone.mp4', async (route) => {
    if (route.request().method() === 'HEAD') await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  const stream = outputs.stream('file', '/broken/gone.mp4')
  await outputs.load('hosted', { stream })
  await expect.poll(() => outputs.page.locator('video').evaluate((video: HTMLVideoElement) => video.error !== null)).toBe(true)
  await outputs.tell('hosted', 'unload')
  await outputs.load('hosted', { loadId: 2, stream })
  expect(await outputs.waitFor('failed', 2)).toMatchObject({ code: 'gone', scope: 'stream' })
  expect(await outputs.eventsOf('failed')).toEqual([])
})

test('L5 a pause event of a failed element → ignored; of a playing element → reported', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/two-stones.webm') })
  await outputs.waitFor('playing')
  const video = outputs.page.locator('video')
  const paused = () =>
    video.evaluate(
      (element: HTMLVideoElement) =>
        new Promise((resolve) => {
          element.addEventListener('pause', resolve, { once: true })
          element.pause()
        }),
    )
  // The state of an element in Chromium between its `error` and its `pause` event.
  await video.evaluate((element: HTMLVideoElement) =>
    Object.defineProperty(element, 'error', { configurable: true, value: { code: 2, message: '' } }),
  )
  await paused()
  await outputs.page.waitForTimeout(300)
  expect(await outputs.eventsOf('paused')).toEqual([])
  await video.evaluate(async (element: HTMLVideoElement) => {
    Reflect.deleteProperty(element, 'error')
    await element.play()
  })
  await paused()
  await outputs.waitFor('paused')
})

test('BY19 a film enters and leaves picture-in-picture; a sound does not', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/mandelbrot-dive.mp4') })
  expect(await outputs.waitFor('ready')).toMatchObject({ pip: true })
  await outputs.waitFor('playing')
  await outputs.page.mouse.click(5, 500)
  await outputs.tell('hosted', 'pictureInPicture', true)
  expect(await outputs.waitFor('pip')).toMatchObject({ on: true })

  // The next film stays in picture-in-picture.
  await outputs.tell('hosted', 'unload')
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/clips/tides.m3u8') })
  await outputs.waitFor('playing', 2)
  expect(await outputs.waitFor('pip', 2)).toMatchObject({ on: true })
  await outputs.tell('hosted', 'pictureInPicture', false)
  await expect.poll(async () => (await outputs.eventsOf('pip', 2)).at(-1)?.on).toBe(false)

  await outputs.load('hosted', { loadId: 3, stream: outputs.stream('file', '/clips/night-bus-home.mp3') })
  expect(await outputs.waitFor('ready', 3)).toMatchObject({ pip: false })
  await outputs.load('hosted', { loadId: 4, stream: outputs.stream('twitch', 'videos/1000000001') })
  expect(await outputs.waitFor('ready', 4)).toMatchObject({ pip: false })
})

test('BY19 picture-in-picture closes when no next film follows', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/mandelbrot-dive.mp4') })
  await outputs.waitFor('playing')
  await outputs.page.mouse.click(5, 500)
  await outputs.tell('hosted', 'pictureInPicture', true)
  await outputs.waitFor('pip')
  await outputs.tell('hosted', 'unload')
  await expect.poll(() => outputs.page.evaluate(() => document.pictureInPictureElement === null)).toBe(true)
})

test('BY28 a file offers remote playback, and so does the next file; HLS of hls.js, DASH and a frame do not', async ({ outputs }) => {
  await outputs.page.addInitScript(addRemotePlayback)
  await outputs.open()
  const load = (loadId: number, type: 'file' | 'twitch', path: string) =>
    outputs.load('hosted', { loadId, stream: outputs.stream(type, path) })
  const prompts = () => outputs.inPage<RemotePrompt[]>('remotePrompts')

  await load(1, 'file', '/clips/mandelbrot-dive.mp4')
  expect(await outputs.waitFor('remotePlayback')).toMatchObject({ status: { kind: 'standard', connection: 'disconnected' } })
  await outputs.tell('hosted', 'promptRemotePlayback')
  await expect.poll(prompts).toMatchObject([{ tag: 'VIDEO', isDisabled: false }])
  await expect
    .poll(async () => (await outputs.eventsOf('remotePlayback')).at(-1)?.status)
    .toEqual({ kind: 'standard', connection: 'connected' })

  // The next file in the same element: the connection is kept, and reported for its load.
  await outputs.tell('hosted', 'unload')
  await load(2, 'file', '/clips/two-stones.webm')
  expect(await outputs.waitFor('remotePlayback', 2)).toMatchObject({ status: { connection: 'connected' } })

  for (const [loadId, type, path] of [
    [3, 'file', '/clips/tides.m3u8'],
    [4, 'file', '/clips/last-light.mpd'],
    [5, 'twitch', 'videos/1000000001'],
  ] as const) {
    await load(loadId, type, path)
    await outputs.waitFor('ready', loadId)
    expect(await outputs.eventsOf('remotePlayback', loadId), path).toEqual([])
    await outputs.tell('hosted', 'promptRemotePlayback')
    expect(await prompts(), path).toHaveLength(1)
  }

  // hls.js and dash.js have disabled remote playback of the `<video>`.
  await load(6, 'file', '/clips/mandelbrot-dive.mp4')
  await outputs.waitFor('remotePlayback', 6)
  await outputs.tell('hosted', 'promptRemotePlayback')
  await expect.poll(prompts).toMatchObject([{ isDisabled: false }, { isDisabled: false }])
  // A sound plays in the other element.
  await load(7, 'file', '/clips/night-bus-home.mp3')
  await outputs.waitFor('remotePlayback', 7)
  await outputs.tell('hosted', 'promptRemotePlayback')
  await expect.poll(async () => (await prompts()).at(-1)).toMatchObject({ tag: 'AUDIO' })
})

test('BY28 a report about the previous file while the code for HLS is loading → none for the HLS', async ({ outputs }) => {
  await outputs.page.addInitScript(addRemotePlayback)
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/mandelbrot-dive.mp4') })
  await outputs.waitFor('remotePlayback')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const requested = new Promise<void>((resolve) => {
    void outputs.page.route('**/*.js', async (route) => {
      resolve()
      await held
      await route.continue()
    })
  })
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/clips/tides.m3u8') })
  await requested
  await outputs.page.evaluate(() => (window as unknown as { setRemoteAvailable(is: boolean): void }).setRemoteAvailable(true))
  release()
  await outputs.waitFor('ready', 2)
  expect(await outputs.eventsOf('remotePlayback', 2)).toEqual([])
})

interface FrameStub {
  volume: number
  muted: boolean
  plays: number
  startedAt: number | null
}

test('L3 Twitch receives volume, start time and the parent page', async ({ outputs }) => {
  await outputs.open()
  const stub = () => outputs.inFrame<FrameStub>(/player\.twitch\.tv/, 'twitchStub')
  await outputs.load('hosted', { stream: outputs.stream('twitch', 'videos/1000000001'), volume: 0.3, startTime: 40 })
  await outputs.waitFor('playing')
  expect(await stub()).toMatchObject({ volume: 0.3, muted: false })
  expect((await stub()).startedAt).toBeGreaterThanOrEqual(40)
  await outputs.tell('hosted', 'setVolume', 0.8, true)
  await expect.poll(stub).toMatchObject({ volume: 0.8, muted: true })
})

for (const [type, uri] of [
  ['twitch', 'videos/2000000001'],
  ['tiktok', '2000000001'],
] as const) {
  test(`L6 ${type} fires pause when it ends → not reported as a pause`, async ({ outputs }) => {
    await outputs.open()
    await outputs.load('hosted', { stream: outputs.stream(type, uri) })
    await outputs.waitFor('ended')
    await outputs.page.waitForTimeout(1200)
    expect(await outputs.eventsOf('paused')).toEqual([])
    expect(await outputs.eventsOf('ended')).toHaveLength(1)
  })
}

test('L5 a Twitch channel that sends nothing → failed; one that stops sending → ended', async ({ outputs }) => {
  await outputs.open()
  expect(await failureOf(outputs, 'hosted', outputs.stream('twitch', 'offline_ada'))).toEqual(['unknown', 'stream'])
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('twitch', 'ends_ada') })
  await outputs.waitFor('playing', 2)
  await outputs.waitFor('ended', 2)
  expect(await outputs.eventsOf('failed', 2)).toEqual([])
})

test('L5 Twitch without an answer after a refused autoplay → waits for a gesture', async ({ outputs }) => {
  await outputs.openUntouched('hosted', { stream: outputs.stream('twitch', 'videos/6000000001') })
  await outputs.page.mouse.click(5, 500)
  await outputs.tell('hosted', 'play')
  await outputs.waitFor('playing')
})

test('L3 TikTok messages count from its inner frame only', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.evaluate(() => {
    const send = (type: string, value?: unknown) => postMessage({ 'x-tiktok-player': true, type, value }, '*')
    setInterval(() => {
      send('onPlayerError')
      send('onStateChange', 0)
    }, 50)
  })
  await outputs.load('hosted', { stream: outputs.stream('tiktok', '7000000001'), muted: true })
  await outputs.waitFor('playing')
  expect(await outputs.inFrame<FrameStub>(/tiktok/, 'tiktokStub')).toMatchObject({ muted: true })
  await expect.poll(() => outputs.position()).toBeGreaterThan(0.5)
  expect([...(await outputs.eventsOf('failed')), ...(await outputs.eventsOf('ended'))]).toEqual([])
})

test('L3 consecutive frames of one provider → each starts fresh, late messages of the previous frame are ignored', async ({ outputs }) => {
  await outputs.open()
  for (let loadId = 1; loadId <= 3; loadId++) {
    await outputs.load('hosted', { loadId, stream: outputs.stream('tiktok', `100000000${loadId}`) })
    await outputs.waitFor('playing', loadId)
    expect(await outputs.eventsOf('paused', loadId)).toEqual([])
  }
  expect(await outputs.page.locator('iframe').count()).toBe(1)
  expect(await outputs.page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
})

test('L9 an image lasts 8 s, or until its end time, and can be sought', async ({ outputs }) => {
  await outputs.open()
  const stream = outputs.stream('image', '/clips/paper-hills.jpg')
  await outputs.load('image', { stream, autoplay: false })
  expect(await outputs.waitFor('ready')).toMatchObject({ duration: 8, pip: false })
  await outputs.load('image', { loadId: 2, stream, startTime: 3, autoplay: false })
  expect(await outputs.waitFor('ready', 2)).toMatchObject({ duration: 11 })
  await outputs.load('image', { loadId: 3, stream, startTime: 2, endTime: 3 })
  const { at: startedAt } = await outputs.waitFor('playing', 3)
  const { at: ended } = await outputs.waitFor('ended', 3)
  expect(Math.abs(ended - startedAt - 1000)).toBeLessThan(150)
  await outputs.load('image', { loadId: 4, stream })
  await outputs.waitFor('playing', 4)
  await outputs.tell('image', 'seek', 7.5)
  await outputs.waitFor('ended', 4)
  expect(await outputs.position(4)).toBe(8)
  // Playing an ended image restarts it.
  await outputs.tell('image', 'seek', 0)
  await outputs.tell('image', 'play')
  await outputs.waitFor('playing', 4, 1)
  await expect.poll(() => outputs.position(4)).toBeLessThan(2)
})
