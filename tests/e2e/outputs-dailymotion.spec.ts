/** Behaviour of the Dailymotion output only. */
import { expect, test, type Outputs } from '../support/outputs.ts'

interface Stub {
  made: number
  destroyed: number
  plays: number
  audible: [video: string, position: number][]
  videos: string[]
  volume: number
  muted: boolean
}
const stub = (outputs: Outputs) => outputs.inPage<Stub>('dailymotionStub')

for (const [digits, code] of [
  ['001', 'invalid'],
  ['002', 'gone'],
  ['003', 'unsupported'],
  ['005', 'gone'],
  ['007', 'region'],
  ['009', 'embedding-forbidden'],
  ['010', 'private'],
  ['012', 'undecodable'],
  ['016', 'embedding-forbidden'],
  ['099', 'unknown'],
] as const) {
  test(`L5 Dailymotion error DM${digits} → ${code}, in a new frame and in a reused one`, async ({ outputs }) => {
    await outputs.open()
    await outputs.load('dailymotion', { stream: outputs.stream('dailymotion', `xerror${digits}`) })
    expect(await outputs.waitFor('failed')).toMatchObject({ code, scope: 'stream' })
    await outputs.tell('dailymotion', 'unload')
    await outputs.load('dailymotion', { loadId: 2, stream: outputs.stream('dailymotion', 'xplays1') })
    await outputs.waitFor('playing', 2)
    await outputs.tell('dailymotion', 'unload')
    await outputs.load('dailymotion', { loadId: 3, stream: outputs.stream('dailymotion', `xerror${digits}`) })
    expect(await outputs.waitFor('failed', 3)).toMatchObject({ code, scope: 'stream' })
  })
}

test('L5 a Dailymotion player that cannot be created → reported as our own defect', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('dailymotion', { stream: outputs.stream('dailymotion', 'xfails1') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'misconfigured', scope: 'config' })
  expect(outputs.loud.filter((text) => text.includes('DAILYMOTION_PLAYER_ID'))).toHaveLength(1)
})

test('L3 a Dailymotion player released before its creation → no error', async ({ outputs }) => {
  await outputs.open()
  await outputs.tell('dailymotion', 'warm')
  await expect.poll(() => outputs.page.evaluate(() => 'dailymotion' in window && window.dailymotion?.createPlayer !== undefined)).toBe(true)
  await outputs.page.evaluate(
    async (stream) => {
      const output = await window.outputsPage.output('dailymotion')
      output.load({ loadId: 1, stream, autoplay: true, volume: 0.5, muted: false })
      await new Promise((resolve) => setTimeout(resolve, 5))
      output.unload()
    },
    outputs.stream('dailymotion', 'xfails1'),
  )
  await outputs.page.waitForTimeout(300)
  expect(await outputs.events()).toEqual([])
  expect(outputs.loud).toEqual([])
})

test('L3 consecutive Dailymotion videos share a player, each with its start time and volume', async ({ outputs }) => {
  await outputs.open()
  for (let loadId = 1; loadId <= 3; loadId++) {
    await outputs.load('dailymotion', {
      loadId,
      stream: outputs.stream('dailymotion', `xplays${loadId}`),
      startTime: loadId * 10,
      volume: loadId / 10,
      muted: loadId === 2,
    })
    await outputs.waitFor('playing', loadId)
    await expect.poll(() => outputs.position(loadId)).toBeGreaterThan(loadId * 10)
    expect(await outputs.position(loadId)).toBeLessThan(loadId * 10 + 3)
    expect(await stub(outputs)).toMatchObject({ volume: loadId / 10, muted: loadId === 2 })
    expect(await outputs.eventsOf('paused', loadId)).toEqual([])
    if (loadId !== 2) await outputs.tell('dailymotion', 'unload')
  }
  expect(await stub(outputs)).toMatchObject({ made: 1, destroyed: 0, videos: ['xplays1', 'xplays2', 'xplays3'] })
  await outputs.page.waitForTimeout(5200)
  expect(await stub(outputs)).toMatchObject({ made: 1, destroyed: 1 })
})

test('L4 a Dailymotion player that starts by itself → ignored and silent', async ({ outputs }) => {
  await outputs.open()
  for (const [loadId, video] of [
    [1, 'xplays1'],
    [2, 'xplays2'],
  ] as const) {
    await outputs.load('dailymotion', { loadId, stream: outputs.stream('dailymotion', video), autoplay: false, startTime: 5 })
    await outputs.waitFor('ready', loadId)
    await outputs.page.waitForTimeout(600)
    expect(await outputs.eventsOf('playing', loadId)).toEqual([])
    expect(await outputs.eventsOf('time', loadId)).toEqual([])
  }
  expect((await stub(outputs)).audible).toEqual([])
  await outputs.tell('dailymotion', 'play')
  await outputs.waitFor('playing', 2)
  await expect.poll(async () => (await stub(outputs)).audible.length).toBeGreaterThan(1)
})

test('L6 a Dailymotion player that continues with another video by itself → stopped', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('dailymotion', { stream: outputs.stream('dailymotion', 'xnext1') })
  await outputs.waitFor('ended')
  await outputs.page.waitForTimeout(1200)
  expect((await stub(outputs)).audible.filter(([video]) => video === 'xplays9')).toEqual([])
  expect(await outputs.eventsOf('playing')).toHaveLength(1)
  expect((await stub(outputs)).videos).toContain('xplays9')
})

test('L5 an ad before a Dailymotion video counts as playing: no timeout', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('dailymotion', { stream: outputs.stream('dailymotion', 'xad1') })
  const firstPlaying = await outputs.waitFor('playing')
  await expect.poll(() => outputs.position()).toBeGreaterThan(0)
  expect((await outputs.eventsOf('time'))[0]!.at - firstPlaying.at).toBeGreaterThan(700)
})

for (const word of ['xrefuses1', 'xsulks1', 'xmuted1']) {
  test(`L5 Dailymotion that ${word.slice(1, -1)} → waits for a gesture, and plays after it`, async ({ outputs }) => {
    await outputs.openUntouched('dailymotion', { stream: outputs.stream('dailymotion', word) })
    await outputs.page.mouse.click(5, 500)
    expect(await outputs.eventsOf('failed')).toEqual([])
    await outputs.tell('dailymotion', 'play')
    await expect.poll(async () => (await stub(outputs)).audible.length).toBeGreaterThan(1)
    expect(await stub(outputs)).toMatchObject({ muted: false, volume: 0.5 })
  })
}

test('BY2 Dailymotion does not start in a hidden tab → it starts when the tab is visible', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('dailymotion', { stream: outputs.stream('dailymotion', 'xtab1') })
  await outputs.waitFor('ready')
  await outputs.page.waitForTimeout(300)
  expect((await outputs.events()).map(({ type }) => type)).toEqual(['ready'])
  await outputs.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await outputs.waitFor('playing')
})
