/**
 * The queue continues in a really hidden tab: another tab is in front of it, and the browser throttles its timers.
 * Playwright's own pages are never hidden; see support/bare-page.ts.
 */
import { expect } from '@playwright/test'
import type { PlayerState, Track } from '#player/index.ts'
import type { Stream } from '#contract/index.ts'
import { BarePage, launchBare } from '../support/bare-page.ts'
import { served as test } from '../support/outputs.ts'
import { stubProviders } from '../support/providers/index.ts'

async function openBare(origin: string, throttleAfter?: number) {
  const browser = await launchBare(throttleAfter)
  const page = await BarePage.open(browser)
  await stubProviders(page.routes)
  await page.goto(origin)
  await expect.poll(() => page.evaluate('"outputsPage" in window')).toBe(true)
  await page.evaluate(`
    window.seen = [document.visibilityState]
    document.addEventListener('visibilitychange', () => seen.push(document.visibilityState))
    undefined`)
  // The only user gesture: it allows autoplay.
  await page.click(5, 500)
  return { page, close: () => browser.close() }
}

const item =
  (origin: string) =>
  (postId: string, type: Stream['type'], path: string, times: Pick<Track, 'startTime' | 'endTime'> = {}): Track => {
    const uri = path.startsWith('/') ? origin + path : path
    return {
      postId,
      title: postId,
      href: postId,
      creator: 'Ada',
      bead: { id: 'b1', title: 'All sorts' },
      type: type === 'image' ? 'image' : 'video',
      streams: [{ type, uri, href: uri }],
      ...times,
    }
  }

type States = Pick<PlayerState, 'phase' | 'deadItemId' | 'ended'>[]
const states = (page: BarePage) => page.evaluate<States>('window.outputsPage.states')
const reported = (page: BarePage) => page.evaluate<string[]>('window.outputsPage.reported')

test('BY2 a queue that changes outputs plays to its end in a background tab', async ({ origin }) => {
  const { page, close } = await openBare(origin)
  const track = item(origin)
  const tracks = [
    track('file', 'file', '/clips/mandelbrot-dive.mp4', { startTime: 4 }),
    track('image', 'image', '/clips/paper-hills.jpg', { endTime: 2 }),
    track('HLS', 'file', '/clips/tides.m3u8', { startTime: 6.5 }),
    track('YouTube', 'youtube', 'short-00001'),
    track('SoundCloud', 'soundcloud', 'https://soundcloud.com/stub/short-1'),
    track('Vimeo', 'vimeo', '200000001'),
    track('Dailymotion', 'dailymotion', 'xshort1'),
    track('dead', 'file', '/broken/gone.mp4'),
    track('DASH', 'file', '/clips/last-light.mpd', { startTime: 5 }),
    track('Twitch', 'twitch', 'videos/2000000001'),
    track('sound', 'file', '/clips/night-bus-home.mp3', { endTime: 2 }),
  ]
  await page.evaluate(`window.outputsPage.play(${JSON.stringify(tracks)}), undefined`)
  await expect.poll(async () => (await states(page)).at(-1)?.phase).toBe('playing')
  await page.cover()
  await expect.poll(() => page.visibility()).toBe('hidden')
  // Timers are throttled: a delay of 10 ms takes a second.
  const waited = await page.evaluate<number>(`(async () => {
    const since = performance.now()
    for (let n = 0; n < 3; n++) await new Promise((resolve) => setTimeout(resolve, 10))
    return performance.now() - since
  })()`)
  expect(waited).toBeGreaterThan(1500)

  await expect.poll(async () => (await states(page)).at(-1)?.ended, { timeout: 55_000 }).toBe(true)
  expect(await reported(page)).toEqual(tracks.map(({ postId }) => postId).filter((id) => id !== 'dead'))
  expect(await page.evaluate('window.seen'), 'hidden all the time').toEqual(['visible', 'hidden'])
  await page.uncover()
  await expect.poll(() => page.visibility()).toBe('visible')
  await close()
})

test('BY2 a file plays in a tab that was hidden before any playback', async ({ origin }) => {
  const { page, close } = await openBare(origin)
  const track = item(origin)
  const tracks = [
    track('image', 'image', '/clips/paper-hills.jpg', { endTime: 3 }),
    track('sound', 'file', '/clips/night-bus-home.mp3', { endTime: 2 }),
  ]
  await page.evaluate(`window.outputsPage.play(${JSON.stringify(tracks)}), undefined`)
  await expect.poll(() => page.evaluate('document.querySelectorAll("video").length')).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await page.cover()
  await expect.poll(async () => (await states(page)).at(-1)?.ended, { timeout: 20_000 }).toBe(true)
  expect(await reported(page)).toEqual(['image', 'sound'])
  expect(await page.visibility()).toBe('hidden')
  await close()
})

test('BY2 images end on time in a tab that was silent and hidden for long', async ({ origin }) => {
  const { page, close } = await openBare(origin, 1)
  const track = item(origin)
  await page.cover()
  await expect.poll(() => page.visibility()).toBe('hidden')
  await page.evaluate(`
    window.beats = []
    setInterval(() => beats.push(performance.now()), 250)
    undefined`)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const tracks = [1, 2, 3].map((n) => track(`image ${n}`, 'image', '/clips/paper-hills.jpg', { endTime: 3 }))
  const startedAt = Date.now()
  await page.evaluate(`window.outputsPage.play(${JSON.stringify(tracks)}), undefined`)
  await expect.poll(async () => (await states(page)).at(-1)?.ended, { timeout: 40_000 }).toBe(true)
  expect(Date.now() - startedAt).toBeLessThan(3 * 4500)
  expect(await reported(page)).toHaveLength(3)
  expect(
    (await page.evaluate<number[]>('window.beats')).length,
    'intervals are slowed to one a minute, or nothing was proven',
  ).toBeLessThan(10)
  await close()
})
