/**
 * One contract for every output, in a real browser: real files, and YouTube's API played by a stub that
 * behaves like it. Then what only one of them does.
 */
import { readFile } from 'node:fs/promises'
import { expect, test as base, type Page } from '@playwright/test'
import type { Track } from '../../renderer/player/index.ts'
import type { LoadRequest, OutputEvent, OutputId } from '../../renderer/player/ports.ts'
import type { Stream } from '../../server/contract/index.ts'
import { serveOutputs } from '../support/outputs-server.ts'

const stub = await readFile(new URL('../support/youtube-stub.js', import.meta.url), 'utf8')

const test = base.extend<{ outputs: Outputs }, { origin: string }>({
  origin: [
    async ({}, use) => {
      const server = await serveOutputs()
      await use(server.origin)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  outputs: async ({ page, origin }, use) => {
    const faults: Error[] = []
    page.on('pageerror', (error) => faults.push(error))
    await page.route('https://www.youtube.com/iframe_api', (route) => route.fulfill({ contentType: 'text/javascript', body: stub }))
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await use(new Outputs(page, origin))
    expect(faults, 'no uncaught error and no promise that nobody heard').toEqual([])
  },
})

type Request = Partial<Omit<LoadRequest, 'stream'>> & { stream: Stream }
type Kind = OutputEvent['type']

// A trace evaluates in the page, which is a gesture to Chromium: no autoplay would be refused.
test.use({ trace: 'off' })

class Outputs {
  readonly page: Page
  readonly origin: string
  constructor(page: Page, origin: string) {
    this.page = page
    this.origin = origin
  }
  stream(type: Stream['type'], path: string, format?: string): Stream {
    const uri = path.startsWith('/') ? this.origin + path : path
    return { type, uri, href: uri, ...(format && { format }) }
  }
  async open() {
    await this.page.goto(this.origin)
    await this.page.waitForFunction(() => 'outputsPage' in window)
  }
  /** The page loads it by itself, and is only listened to: to Chromium, what a test evaluates is a gesture. */
  async openUntouched(id: OutputId, request: Request) {
    const refused = this.page.waitForEvent('console', (message) => message.text() === 'said autoplayBlocked')
    await this.page.goto(`${this.origin}/#${encodeURIComponent(JSON.stringify({ id, request: { loadId: 1, ...request } }))}`)
    await refused
  }
  load(id: OutputId, { loadId = 1, ...request }: Request) {
    return this.page.evaluate(([id, request]) => window.outputsPage.load(id, request), [id, { loadId, ...request }] as const)
  }
  tell(id: OutputId, command: 'play' | 'pause' | 'unload' | 'seek' | 'setVolume', ...args: unknown[]) {
    return this.page.evaluate(async ([id, command, args]) => {
      const output = await window.outputsPage.output(id)
      ;(output[command] as (...args: unknown[]) => void)(...args)
    }, [id, command, args] as const)
  }
  events(): Promise<(OutputEvent & { at: number })[]> {
    return this.page.evaluate(() => window.outputsPage.events)
  }
  async heard(kind: Kind, loadId = 1) {
    return (await this.events()).filter((event) => event.type === kind && event.loadId === loadId)
  }
  async waitFor(kind: Kind, loadId = 1, more = 0) {
    await expect.poll(async () => (await this.heard(kind, loadId)).length, { message: `${kind} of load ${loadId}`, timeout: 12_000 })
      .toBeGreaterThan(more)
    return (await this.heard(kind, loadId)).at(-1)!
  }
  async position(loadId = 1): Promise<number> {
    const last = (await this.heard('time', loadId)).at(-1)
    return last?.type === 'time' ? last.position : -1
  }
}

interface Subject {
  name: string
  id: OutputId
  stream: (outputs: Outputs) => Stream
  dead: (outputs: Outputs) => Stream
  /** Seconds, near its end. */
  end: number
  /** Whether a page may be refused to play it by itself. */
  needsGesture: boolean
}

const subjects: Subject[] = [
  { name: 'MP4', id: 'hosted', stream: (o) => o.stream('file', '/clips/mandelbrot-dive.mp4'), dead: (o) => o.stream('file', '/broken/gone.mp4'), end: 7.6, needsGesture: true },
  { name: 'WebM', id: 'hosted', stream: (o) => o.stream('file', '/clips/two-stones.webm'), dead: (o) => o.stream('file', '/broken/noise.mp4'), end: 6.1, needsGesture: true },
  { name: 'MP3', id: 'hosted', stream: (o) => o.stream('file', '/clips/night-bus-home.mp3', 'audio/mp3'), dead: (o) => o.stream('file', '/broken/gone.mp4', 'audio/mp3'), end: 8.1, needsGesture: true },
  { name: 'HLS', id: 'hosted', stream: (o) => o.stream('file', '/clips/tides.m3u8'), dead: (o) => o.stream('file', '/broken/gone.m3u8'), end: 8.5, needsGesture: true },
  { name: 'image', id: 'image', stream: (o) => o.stream('image', '/clips/paper-hills.jpg'), dead: (o) => o.stream('image', '/broken/noise.png'), end: 7.6, needsGesture: false },
  { name: 'YouTube', id: 'youtube', stream: (o) => o.stream('youtube', 'plays-00001'), dead: (o) => o.stream('youtube', 'error-00100'), end: 99.6, needsGesture: false },
]

for (const { name, id, stream, dead, end, needsGesture } of subjects) {
  test.describe(name, () => {
    test(`L3 ${name} says ready, playing and the time, holds, goes on, seeks and ends`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await expect.poll(() => outputs.position()).toBeGreaterThan(0.4)
      expect(await outputs.heard('ready')).not.toHaveLength(0)

      await outputs.tell(id, 'pause')
      await outputs.waitFor('paused')
      const held = await outputs.position()
      await outputs.page.waitForTimeout(600)
      expect(await outputs.position()).toBeLessThan(held + 0.3)

      await outputs.tell(id, 'play')
      await outputs.waitFor('playing', 1, 1)
      await outputs.tell(id, 'seek', end)
      const time = await outputs.waitFor('ended').then(() => outputs.position())
      expect(time).toBeGreaterThan(end - 0.5)
      expect(await outputs.heard('ended')).toHaveLength(1)
      expect(await outputs.heard('failed')).toEqual([])

      const ticks = (await outputs.heard('time')).map((event) => event.at)
      const gaps = ticks.slice(1).map((at, n) => at - ticks[n]!)
      expect(Math.min(...gaps), 'at most about four ticks a second').toBeGreaterThan(200)
    })

    test(`L9 ${name} begins at the start time`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs), startTime: 4 })
      await outputs.waitFor('playing')
      await expect.poll(() => outputs.position()).toBeGreaterThan(4)
      expect(await outputs.position()).toBeLessThan(6)
    })

    test(`L4 ${name} stays silent when it is paused before it begins`, async ({ outputs }) => {
      await outputs.open()
      await outputs.page.evaluate(async ([id, request]) => {
        const output = await window.outputsPage.output(id)
        output.load(request)
        output.pause()
      }, [id, { loadId: 1, stream: stream(outputs), autoplay: true, volume: 0.5, muted: false }] as const)
      await outputs.page.waitForTimeout(1200)
      expect(await outputs.heard('playing')).toEqual([])
      await outputs.tell(id, 'play')
      await outputs.waitFor('playing')
    })

    test(`L4 ${name} loads without playing where it is not asked to`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs), autoplay: false })
      await outputs.waitFor('ready')
      await outputs.page.waitForTimeout(500)
      expect(await outputs.heard('playing')).toEqual([])
      await outputs.tell(id, 'play')
      await outputs.waitFor('playing')
    })

    test(`L5 ${name} tells of a dead stream, once, and plays the next one`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: dead(outputs) })
      const failure = await outputs.waitFor('failed')
      expect(failure).toMatchObject({ scope: 'stream' })
      await outputs.tell(id, 'unload')
      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
      expect(await outputs.heard('failed')).toHaveLength(1)
      expect(await outputs.heard('failed', 2)).toEqual([])
    })

    test(`L3 ${name} is silent after unload, which may come twice, and plays the same again`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await outputs.tell(id, 'unload')
      await outputs.tell(id, 'unload')
      const before = (await outputs.events()).length
      await outputs.page.waitForTimeout(800)
      expect(await outputs.events()).toHaveLength(before)

      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
      await expect.poll(() => outputs.position(2)).toBeGreaterThan(0)
      expect(await outputs.position(2)).toBeLessThan(2)
      expect(await outputs.heard('paused', 2)).toEqual([])
    })

    test(`L3 ${name} leaves nothing behind once it has been idle`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await outputs.tell(id, 'unload')
      await outputs.page.waitForTimeout(5300)
      expect(await outputs.page.locator('[data-output] > *').count()).toBe(0)
      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
    })

    if (needsGesture) {
      test(`L5 ${name} tells of a refused autoplay and plays after the gesture`, async ({ outputs }) => {
        await outputs.openUntouched(id, { stream: stream(outputs) })
        expect(await outputs.heard('failed')).toEqual([])
        await outputs.page.mouse.click(5, 500)
        await outputs.tell(id, 'play')
        await outputs.waitFor('playing')
      })
    }
  })
}

test('L3 HLS tells of noise and of missing segments', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('hosted', { stream: outputs.stream('file', '/broken/noise.m3u8') })
  expect(await outputs.waitFor('failed')).toMatchObject({ scope: 'stream' })
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/broken/hollow.m3u8') })
  expect(await outputs.waitFor('failed', 2)).toMatchObject({ scope: 'stream' })
})

test('L3 an HLS stream that its format names needs no telling ending', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.route('**/playlist?id=1', (route) => route.fulfill({
    contentType: 'application/vnd.apple.mpegurl',
    body: ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:3,', '/clips/tides-0.ts', '#EXT-X-ENDLIST', ''].join('\n'),
  }))
  await outputs.load('hosted', { stream: outputs.stream('file', '/playlist?id=1', 'application/x-mpegURL') })
  await outputs.waitFor('playing')
})

test('L3 files: volume and mute reach the element and survive the next item', async ({ outputs }) => {
  await outputs.open()
  const sound = () => outputs.page.locator('video').evaluate(({ volume, muted }: HTMLVideoElement) => ({ volume, muted }))
  await outputs.load('hosted', { stream: outputs.stream('file', '/clips/two-stones.webm'), volume: 0.3 })
  await outputs.waitFor('playing')
  expect(await sound()).toEqual({ volume: 0.3, muted: false })
  await outputs.tell('hosted', 'setVolume', 0.8, true)
  await outputs.page.waitForTimeout(100)
  expect(await sound()).toEqual({ volume: 0.8, muted: true })
  await outputs.page.locator('video').evaluate((element) => { element.dataset['kept'] = '1' })
  await outputs.tell('hosted', 'unload')
  await outputs.load('hosted', { loadId: 2, stream: outputs.stream('file', '/clips/night-bus-home.mp3'), volume: 0.6 })
  await outputs.waitFor('playing', 2)
  expect(await sound()).toEqual({ volume: 0.6, muted: false })
  // The element goes on from item to item, and with it the leave to play.
  expect(await outputs.page.locator('video').getAttribute('data-kept')).toBe('1')
})

test('L3 the registry knows which streams it can play', async ({ outputs }) => {
  await outputs.open()
  const takers = (type: Stream['type'], uri: string, format?: string) =>
    outputs.page.evaluate((stream) => window.outputsPage.canPlay(stream), outputs.stream(type, uri, format))
  for (const [type, uri, format, expected] of [
    ['file', 'https://example.org/a.mp4', undefined, ['hosted']],
    ['file', 'https://example.org/a.mp3?x=1', undefined, ['hosted']],
    ['file', 'https://example.org/a', 'audio/mp3', ['hosted']],
    ['file', 'https://example.org/a.ogg', undefined, ['hosted']],
    ['file', 'https://example.org/a.m3u8', undefined, ['hosted']],
    ['file', 'https://example.org/stream', undefined, ['hosted']],
    ['file', 'https://example.org/a.flv', undefined, []],
    ['file', 'https://example.org/a.mp4', 'video/x-flv', []],
    ['file', 'https://example.org/a.mpd', undefined, []],
    ['youtube', 'dQw4w9WgXcQ', undefined, ['youtube']],
    ['youtube', 'not an id', undefined, []],
    ['image', 'https://example.org/a.png', undefined, ['image']],
    ['vimeo', '76979871', undefined, []],
    ['link', 'https://example.org/', undefined, []],
  ] as const) expect(await takers(type, uri, format), `${type} ${uri} ${format ?? ''}`).toEqual(expected)
})

test('L5 L6 L9 a mixed queue plays through to its end untouched, over dead items and from fallback to fallback', async ({ outputs: o }) => {
  await o.open()
  const film = (postId: string, streams: Stream[], times: Pick<Track, 'startTime' | 'endTime'> = {}): Track => ({
    postId, title: postId, href: postId, creator: 'Ada', bead: { id: 'b1', title: 'All sorts' }, type: 'video', streams, ...times,
  })
  const tracks = [
    film('youtube', [o.stream('youtube', 'short-00001')]),
    film('mp4', [o.stream('file', '/clips/mandelbrot-dive.mp4')], { startTime: 6.5 }),
    film('mp3', [o.stream('file', '/clips/night-bus-home.mp3')], { endTime: 1.5 }),
    film('image', [o.stream('image', '/clips/paper-hills.jpg')], { endTime: 1 }),
    film('dead', [o.stream('youtube', 'error-00150'), o.stream('file', '/broken/gone.mp4')]),
    film('fallback', [o.stream('youtube', 'error-00100'), o.stream('file', '/clips/tides.m3u8')], { startTime: 7.5 }),
    film('youtube again', [o.stream('youtube', 'plays-00002')], { startTime: 50, endTime: 51 }),
  ]
  await o.page.evaluate((tracks) => window.outputsPage.play(tracks), tracks)
  await expect.poll(() => o.page.evaluate(() => window.outputsPage.states.at(-1)), { timeout: 25_000 }).toMatchObject({ ended: true })
  const { reported, states } = await o.page.evaluate(() => window.outputsPage)
  expect(reported).toEqual(['youtube', 'mp4', 'mp3', 'image', 'fallback', 'youtube again'])
  expect(states.filter(({ phase }) => phase === 'playing')).toHaveLength(6)
  expect(states.filter(({ phase, deadItemId }) => phase === 'stopped' && deadItemId !== null)).toHaveLength(1)
  expect(await o.page.locator('[data-output]:visible').count()).toBe(0)
})

test.describe('YouTube', () => {
  const counts = (outputs: Outputs) =>
    outputs.page.evaluate(() => (window as unknown as { youtubeStub: { made: number; destroyed: number; playing: number; volume: number; muted: boolean; commands: string[] } }).youtubeStub)

  for (const [code, scope, named] of [
    [2, 'stream', 'invalid'], [100, 'stream', 'gone'], [101, 'stream', 'embedding-forbidden'], [150, 'stream', 'embedding-forbidden'],
    [5, 'stream', 'undecodable'], [153, 'config', 'no-referrer'], [999, 'stream', 'youtube-999'],
  ] as const) {
    test(`L5 YouTube error ${code} is ${named}`, async ({ outputs }) => {
      const loud: string[] = []
      outputs.page.on('console', (message) => message.type() === 'error' && loud.push(message.text()))
      await outputs.open()
      await outputs.load('youtube', { stream: outputs.stream('youtube', `error-${String(code).padStart(5, '0')}`) })
      expect(await outputs.waitFor('failed')).toMatchObject({ code: named, scope })
      expect(loud.filter((text) => text.includes('153'))).toHaveLength(code === 153 ? 1 : 0)
    })
  }

  test('L5 YouTube error 5 is tried once more', async ({ outputs }) => {
    await outputs.open()
    await outputs.load('youtube', { stream: outputs.stream('youtube', 'shaky-00001') })
    await outputs.waitFor('playing')
    expect(await outputs.heard('failed')).toEqual([])
  })

  test('L3 YouTube keeps its frame from video to video and drops what is late of the one before', async ({ outputs }) => {
    await outputs.open()
    for (let loadId = 1; loadId <= 5; loadId++) {
      await outputs.load('youtube', { loadId, stream: outputs.stream('youtube', `plays-0000${loadId}`) })
      await outputs.waitFor('playing', loadId)
      await outputs.tell('youtube', 'unload')
    }
    const { made, playing } = await counts(outputs)
    expect({ made, playing }).toEqual({ made: 1, playing: 0 })
    await outputs.load('youtube', { loadId: 6, stream: outputs.stream('youtube', 'plays-00006') })
    await outputs.waitFor('playing', 6)
    await outputs.load('youtube', { loadId: 7, stream: outputs.stream('youtube', 'plays-00007') })
    await outputs.waitFor('playing', 7)
    expect(await outputs.heard('paused', 7)).toEqual([])
    await outputs.tell('youtube', 'unload')
    await outputs.page.waitForTimeout(5200)
    expect(await counts(outputs)).toMatchObject({ made: 1, destroyed: 1, playing: 0 })
  })

  test('BY1 YouTube gets a Referer, and volume and mute', async ({ outputs }) => {
    await outputs.open()
    const frame = outputs.page.waitForRequest(/youtube-nocookie\.com\/embed/)
    await outputs.load('youtube', { stream: outputs.stream('youtube', 'plays-00001'), volume: 0.35, muted: true })
    expect((await frame).headers()['referer']).toBe(`${outputs.origin}/`)
    await outputs.waitFor('playing')
    expect(await counts(outputs)).toMatchObject({ volume: 35, muted: true })
    await outputs.tell('youtube', 'setVolume', 0.7, false)
    expect(await counts(outputs)).toMatchObject({ volume: 70, muted: false })
  })

  test('L5 a frame that never answers is replaced', async ({ outputs }) => {
    await outputs.open()
    await outputs.load('youtube', { stream: outputs.stream('youtube', 'silent-0001') })
    await outputs.page.waitForTimeout(500)
    await outputs.tell('youtube', 'unload')
    await outputs.load('youtube', { loadId: 2, stream: outputs.stream('youtube', 'plays-00001') })
    await outputs.waitFor('playing', 2)
    expect(await counts(outputs)).toMatchObject({ made: 2, destroyed: 1 })
  })

  test('L5 a blocked script is a network failure, and is asked for again', async ({ outputs }) => {
    let blocked = true
    await outputs.page.route('https://www.youtube.com/iframe_api', (route) => (blocked ? route.abort() : route.fallback()))
    await outputs.open()
    await outputs.load('youtube', { stream: outputs.stream('youtube', 'plays-00001') })
    expect(await outputs.waitFor('failed')).toMatchObject({ code: 'blocked', scope: 'network' })
    await outputs.tell('youtube', 'unload')
    blocked = false
    await outputs.load('youtube', { loadId: 2, stream: outputs.stream('youtube', 'plays-00001') })
    await outputs.waitFor('playing', 2)
  })

  for (const script of ['refuses-001', 'sulks-00001']) {
    test(`L5 YouTube that ${script.split('-')[0]} waits for a gesture`, async ({ outputs }) => {
      await outputs.openUntouched('youtube', { stream: outputs.stream('youtube', script) })
      expect(await outputs.heard('failed')).toEqual([])
      await outputs.page.mouse.click(5, 500)
      await outputs.tell('youtube', 'play')
      await outputs.waitFor('playing')
    })
  }
})
