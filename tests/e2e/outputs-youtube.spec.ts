/** Behaviour of the YouTube output only. */
import { expect, test, type Outputs } from '../support/outputs.ts'

interface Stub {
  made: number
  destroyed: number
  playing: number
  volume: number
  muted: boolean
}
const counts = (outputs: Outputs) => outputs.inPage<Stub>('youtubeStub')

for (const [code, scope, named] of [
  [2, 'stream', 'invalid'],
  [100, 'stream', 'gone'],
  [101, 'stream', 'embedding-forbidden'],
  [150, 'stream', 'embedding-forbidden'],
  [5, 'stream', 'undecodable'],
  [153, 'config', 'no-referrer'],
  [999, 'stream', 'unknown'],
] as const) {
  test(`L5 YouTube error ${code} → ${named}`, async ({ outputs }) => {
    await outputs.open()
    await outputs.load('youtube', { stream: outputs.stream('youtube', `error-${String(code).padStart(5, '0')}`) })
    expect(await outputs.waitFor('failed')).toMatchObject({ code: named, scope })
    expect(outputs.loud.filter((text) => text.includes('153'))).toHaveLength(code === 153 ? 1 : 0)
  })
}

test('L5 YouTube error 5 → one retry', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('youtube', { stream: outputs.stream('youtube', 'shaky-00001') })
  await outputs.waitFor('playing')
  expect(await outputs.eventsOf('failed')).toEqual([])
})

test('L5 YouTube error 5 in the middle → one retry from that position', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('youtube', { stream: outputs.stream('youtube', 'breaks-0001'), startTime: 40 })
  await outputs.waitFor('playing', 1, 1)
  const { position } = await outputs.waitFor('time', 1, (await outputs.eventsOf('time')).length)
  expect(position).toBeGreaterThan(40.5)
  expect(await outputs.eventsOf('failed')).toEqual([])
})

test('L3 consecutive YouTube videos share a frame, and late events of the previous one are ignored', async ({ outputs }) => {
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
  expect(await outputs.eventsOf('paused', 7)).toEqual([])
  await outputs.tell('youtube', 'unload')
  await outputs.page.waitForTimeout(5200)
  expect(await counts(outputs)).toMatchObject({ made: 1, destroyed: 1, playing: 0 })
})

test('BY1 YouTube receives a Referer, volume and mute', async ({ outputs }) => {
  await outputs.open()
  const frame = outputs.page.waitForRequest(/youtube-nocookie\.com\/embed/)
  await outputs.load('youtube', { stream: outputs.stream('youtube', 'plays-00001'), volume: 0.35, muted: true })
  expect((await frame).headers()['referer']).toBe(`${outputs.origin}/`)
  await outputs.waitFor('playing')
  expect(await counts(outputs)).toMatchObject({ volume: 35, muted: true })
  await outputs.tell('youtube', 'setVolume', 0.7, false)
  expect(await counts(outputs)).toMatchObject({ volume: 70, muted: false })
})

test('L5 a YouTube frame that never answers → replaced', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('youtube', { stream: outputs.stream('youtube', 'silent-0001') })
  await outputs.page.waitForTimeout(500)
  await outputs.tell('youtube', 'unload')
  await outputs.load('youtube', { loadId: 2, stream: outputs.stream('youtube', 'plays-00001') })
  await outputs.waitFor('playing', 2)
  expect(await counts(outputs)).toMatchObject({ made: 2, destroyed: 1 })
})

for (const script of ['refuses-001', 'sulks-00001']) {
  test(`L5 YouTube that ${script.split('-')[0]} → waits for a gesture`, async ({ outputs }) => {
    await outputs.openUntouched('youtube', { stream: outputs.stream('youtube', script) })
    expect(await outputs.eventsOf('failed')).toEqual([])
    await outputs.page.mouse.click(5, 500)
    await outputs.tell('youtube', 'play')
    await outputs.waitFor('playing')
  })
}
