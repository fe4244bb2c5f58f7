/** Behaviour of the hosted output with files only. */
import { expect, test } from '../support/outputs.ts'

test('L3 HLS with noise and with missing segments → two errors', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/broken/noise.m3u8') })
  expect(await outputs.waitFor('failed')).toMatchObject({ scope: 'stream' })
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/broken/hollow.m3u8') })
  expect(await outputs.waitFor('failed', 2)).toMatchObject({ scope: 'stream' })
})

test('L3 an HLS stream without the suffix .m3u8 → plays, by its given format', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route('**/playlist?id=1', (route) =>
    route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      body: ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:3,', '/clips/tides-0.mpegts', '#EXT-X-ENDLIST', ''].join('\n'),
    }),
  )
  await outputs.load('hosted', { stream: outputs.stream('file', '/playlist?id=1', 'application/x-mpegURL') })
  await outputs.waitFor('playing')
})

test('L3 volume and mute reach the media element and persist for the next film or sound', async ({ outputs }) => {
  await outputs.open()
  const sound = (element = 'video') => outputs.page.locator(element).evaluate(({ volume, muted }: HTMLMediaElement) => ({ volume, muted }))
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/two-stones.webm'), volume: 0.3 })
  await outputs.waitFor('playing')
  expect(await sound()).toEqual({ volume: 0.3, muted: false })
  await outputs.tell('hosted', 'setVolume', 0.8, true)
  await outputs.page.waitForTimeout(100)
  expect(await sound()).toEqual({ volume: 0.8, muted: true })
  await outputs.page.locator('video').evaluate((element) => {
    element.dataset['kept'] = '1'
  })
  await outputs.tell('hosted', 'unload')
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/clips/night-bus-home.mp3'), volume: 0.6 })
  await outputs.waitFor('playing', 2)
  expect(await sound('audio')).toEqual({ volume: 0.6, muted: false })
  await outputs.tell('hosted', 'setVolume', 0.5, true)
  await expect.poll(() => sound('audio')).toEqual({ volume: 0.5, muted: true })
  await outputs.tell('hosted', 'unload')
  await outputs.load('hosted', { loadId: 3, stream: outputs.stream('file', '/clips/mandelbrot-dive.mp4'), volume: 0.5 })
  await outputs.waitFor('playing', 3)
  expect(await sound()).toEqual({ volume: 0.5, muted: false })
  // The element is reused for the next item, and retains its permission to play.
  expect(await outputs.page.locator('video').getAttribute('data-kept')).toBe('1')
})
