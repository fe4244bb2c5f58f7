/** All outputs together: which one plays which stream, and queues of several outputs with the real engine. */
import type { Track } from '#player/index.ts'
import type { Stream } from '#contract/index.ts'
import { expect, test, type Outputs } from '../support/outputs.ts'

const takers = ({ page }: Outputs, stream: Stream) => page.evaluate((stream) => window.outputsPage.canPlay(stream), stream)

test('L3 the registry names the playable streams, and accepts no URL as an id', async ({ outputs }) => {
  await outputs.open()
  for (const [type, uri, format, expected] of [
    ['file', 'https://example.org/a.mp4', undefined, ['hosted']],
    ['file', 'https://example.org/a.mp3?x=1', undefined, ['hosted']],
    ['file', 'https://example.org/a', 'audio/mp3', ['hosted']],
    ['file', 'https://example.org/a.ogg', undefined, ['hosted']],
    ['file', 'https://example.org/a.m3u8', undefined, ['hosted']],
    ['file', 'https://example.org/stream', undefined, ['hosted']],
    ['file', 'https://example.org/a.flv', undefined, []],
    ['file', 'https://example.org/a.mp4', 'video/x-flv', []],
    ['file', 'https://example.org/a.mpd', undefined, ['hosted']],
    ['image', 'https://example.org/a.png', undefined, ['image']],
    ['link', 'https://example.org/', undefined, []],
    ['youtube', 'dQw4w9WgXcQ', undefined, ['youtube']],
    ['youtube', 'not an id', undefined, []],
    ['youtube', 'dQw4w9WgXcQ?autoplay=1', undefined, []],
    ['vimeo', '76979871', undefined, ['vimeo']],
    ['vimeo', '76979871/8272103f6e', undefined, ['vimeo']],
    ['vimeo', '76979871?h=8272103f6e', undefined, []],
    ['vimeo', '../76979871', undefined, []],
    ['soundcloud', 'https://soundcloud.com/forss/flickermood', undefined, ['soundcloud']],
    ['soundcloud', 'https://soundcloud.com/forss/sets/soulhack', undefined, ['soundcloud']],
    ['soundcloud', 'https://soundcloud.com/forss/flickermood/s-Ab12', undefined, ['soundcloud']],
    ['soundcloud', 'https://soundcloud.com/forss/flickermood?auto_play=true', undefined, []],
    ['soundcloud', 'https://soundcloud.com.example.org/forss/flickermood', undefined, []],
    ['dailymotion', 'x84sh87', undefined, ['dailymotion']],
    ['dailymotion', 'x84sh87"><script>', undefined, []],
  ] as const)
    expect(await takers(outputs, outputs.stream(type, uri, format)), `${type} ${uri} ${format ?? ''}`).toEqual(expected)
  await outputs.open('?bare')
  expect(await takers(outputs, outputs.stream('dailymotion', 'x84sh87'))).toEqual([])
})

const track = (postId: string, streams: Stream[], times: Pick<Track, 'startTime' | 'endTime'> = {}): Track => ({
  postId,
  title: postId,
  href: postId,
  creator: 'Ada',
  bead: { id: 'b1', title: 'All sorts' },
  type: 'video',
  streams,
  ...times,
})

/** Plays the queue to its end without input. */
async function playThrough({ page }: Outputs, tracks: Track[], timeoutMs: number) {
  await page.evaluate((tracks) => window.outputsPage.play(tracks), tracks)
  await expect.poll(() => page.evaluate(() => window.outputsPage.states.at(-1)), { timeout: timeoutMs }).toMatchObject({ ended: true })
  const { reported, states } = await page.evaluate(() => window.outputsPage)
  expect(await page.locator('[data-output]:visible').count()).toBe(0)
  const dead = states.filter(({ phase, deadItemId }) => phase === 'stopped' && deadItemId !== null)
  return {
    reported,
    playing: states.filter(({ phase }) => phase === 'playing').length,
    dead: new Set(dead.map(({ deadItemId }) => deadItemId)).size,
  }
}

test('L3 L5 L9 BY2 a queue of several providers plays to its end without input', async ({ outputs: o }) => {
  await o.open('?bare')
  const through = await playThrough(
    o,
    [
      track('youtube', [o.stream('youtube', 'short-00001')]),
      track('soundcloud', [o.stream('soundcloud', 'https://soundcloud.com/stub/short-1')]),
      track('vimeo', [o.stream('vimeo', '200000001')]),
      track('mp4', [o.stream('file', '/clips/mandelbrot-dive.mp4')], { startTime: 6.5 }),
      track('image', [o.stream('image', '/clips/paper-hills.jpg')], { endTime: 1 }),
      track('dailymotion without its id', [o.stream('dailymotion', 'xshort1')]),
      track('dead', [o.stream('youtube', 'error-00100')]),
      track('hls', [o.stream('file', '/clips/tides.m3u8')], { startTime: 7.5 }),
    ],
    40_000,
  )
  expect(through).toEqual({ reported: ['youtube', 'soundcloud', 'vimeo', 'mp4', 'image', 'hls'], playing: 6, dead: 2 })
})

test('L5 L6 L9 a mixed queue with dead items and fallbacks plays to its end without input', async ({ outputs: o }) => {
  await o.open()
  const through = await playThrough(
    o,
    [
      track('youtube', [o.stream('youtube', 'short-00001')]),
      track('mp4', [o.stream('file', '/clips/mandelbrot-dive.mp4')], { startTime: 6.5 }),
      track('mp3', [o.stream('file', '/clips/night-bus-home.mp3')], { endTime: 1.5 }),
      track('image', [o.stream('image', '/clips/paper-hills.jpg')], { endTime: 1 }),
      track('dead', [o.stream('youtube', 'error-00150'), o.stream('file', '/broken/gone.mp4')]),
      track('fallback', [o.stream('youtube', 'error-00100'), o.stream('file', '/clips/tides.m3u8')], { startTime: 7.5 }),
      track('youtube again', [o.stream('youtube', 'plays-00002')], { startTime: 50, endTime: 51 }),
      track('dailymotion', [o.stream('vimeo', '450000001'), o.stream('dailymotion', 'xplays2')], { startTime: 98.5 }),
      track('vimeo', [o.stream('vimeo', '100000002')], { startTime: 30, endTime: 31 }),
      track('soundcloud', [o.stream('dailymotion', 'xerror007'), o.stream('soundcloud', 'https://soundcloud.com/stub/plays-2')], {
        startTime: 98.5,
      }),
    ],
    40_000,
  )
  expect(through).toEqual({
    reported: ['youtube', 'mp4', 'mp3', 'image', 'fallback', 'youtube again', 'dailymotion', 'vimeo', 'soundcloud'],
    playing: 9,
    dead: 1,
  })
})
