/** Behaviour of the SoundCloud output only. */
import { expect, test, type Outputs } from '../support/outputs.ts'

interface Stub {
  volume: number
  audible: number[]
  plays: number
  query: Record<string, string>
}
const stub = (outputs: Outputs) => outputs.inFrame<Stub>(/w\.soundcloud\.com/, 'soundcloudStub')
const sound = (outputs: Outputs, name: string) => outputs.stream('soundcloud', `https://soundcloud.com/stub/${name}`)

test('L5 an error before the listener is attached → queried afterwards', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'early-1') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'region', scope: 'stream' })
})

for (const [word, code] of [
  ['gone', 'gone'],
  ['region', 'region'],
  ['forbidden', 'embedding-forbidden'],
  ['private', 'private'],
  ['broken', 'unknown'],
] as const) {
  test(`L5 a SoundCloud error over a sound that is ${word} → ${code}, in a new frame and in a reused one`, async ({ outputs }) => {
    await outputs.open()
    await outputs.load('soundcloud', { stream: sound(outputs, `${word}-1`) })
    expect(await outputs.waitFor('failed')).toMatchObject({ code, scope: 'stream' })
    await outputs.tell('soundcloud', 'unload')
    await outputs.load('soundcloud', { loadId: 2, stream: sound(outputs, 'plays-1') })
    await outputs.waitFor('playing', 2)
    await outputs.tell('soundcloud', 'unload')
    await outputs.load('soundcloud', { loadId: 3, stream: sound(outputs, `${word}-2`) })
    expect(await outputs.waitFor('failed', 3)).toMatchObject({ code, scope: 'stream' })
  })
}

test('L9 SoundCloud seeks to the start time before it is audible', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'plays-1'), startTime: 40, volume: 0.35 })
  await outputs.waitFor('playing')
  await expect.poll(() => outputs.position()).toBeGreaterThan(40.3)
  const { audible, volume } = await stub(outputs)
  expect(volume).toBe(35)
  expect(Math.min(...audible)).toBeGreaterThan(39.5)
  expect(await outputs.eventsOf('ready')).toMatchObject([{ duration: 100 }])

  await outputs.load('soundcloud', { loadId: 2, stream: sound(outputs, 'plays-2'), autoplay: false })
  await outputs.waitFor('ready', 2)
  await outputs.tell('soundcloud', 'seek', 70)
  await outputs.tell('soundcloud', 'play')
  await outputs.waitFor('playing', 2)
  expect(await outputs.position(2)).toBeGreaterThan(69)
  expect(Math.min(...(await stub(outputs)).audible)).toBeGreaterThan(69)
})

test('L9 SoundCloud with a start time past the end → starts at 0', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'plays-1'), startTime: 500, volume: 0.35 })
  await outputs.waitFor('playing')
  await expect.poll(() => outputs.position()).toBeGreaterThan(0.3)
  expect(await stub(outputs)).toMatchObject({ volume: 35 })
})

test('L3 SoundCloud sets its volume, and volume 0 for mute', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'plays-1'), volume: 0.35, muted: true })
  await outputs.waitFor('playing')
  expect(await stub(outputs)).toMatchObject({ volume: 0, query: { single_active: 'false', auto_play: 'false' } })
  await outputs.tell('soundcloud', 'setVolume', 0.7, false)
  await expect.poll(async () => (await stub(outputs)).volume).toBe(70)
  await outputs.tell('soundcloud', 'unload')
  await outputs.load('soundcloud', { loadId: 2, stream: sound(outputs, 'plays-2'), volume: 0.2 })
  await outputs.waitFor('playing', 2)
  expect(await stub(outputs)).toMatchObject({ volume: 20, query: { single_active: 'false', auto_play: 'false' } })
})

test('L3 consecutive SoundCloud sounds share a frame and add no history entry', async ({ outputs }) => {
  await outputs.open()
  const history = () => outputs.page.evaluate(() => window.history.length)
  const before = await history()
  for (let loadId = 1; loadId <= 5; loadId++) {
    await outputs.load('soundcloud', { loadId, stream: sound(outputs, `plays-${loadId}`) })
    await outputs.waitFor('playing', loadId)
    expect(await outputs.eventsOf('paused', loadId)).toEqual([])
    if (loadId % 2 === 0) await outputs.tell('soundcloud', 'unload')
  }
  expect(await history()).toBe(before)
  expect(await outputs.inPage<{ widgets: unknown[] }>('soundcloudStub').then(({ widgets }) => widgets.length)).toBe(1)
})

test('L3 a SoundCloud set continues by itself and ends with its last sound', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'sets/short-1') })
  const ended = await outputs.waitFor('ended')
  const firstPlaying = (await outputs.eventsOf('playing'))[0]!
  expect(ended.at - firstPlaying.at).toBeGreaterThan(3500)
  expect(await outputs.eventsOf('ended')).toHaveLength(1)
  expect(await outputs.eventsOf('paused')).toEqual([])
})

test('L5 a SoundCloud frame that never answers → replaced', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('soundcloud', { stream: sound(outputs, 'silent-1') })
  await outputs.page.waitForTimeout(500)
  expect((await outputs.events()).map(({ type }) => type)).toEqual([])
  await outputs.tell('soundcloud', 'unload')
  await outputs.load('soundcloud', { loadId: 2, stream: sound(outputs, 'plays-1') })
  await outputs.waitFor('playing', 2)
})
