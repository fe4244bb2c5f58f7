/** Behaviour of the Vimeo output only, with the real SDK. Its frame is a stub that sends the same messages as Vimeo's. */
import { expect, test, type Outputs } from '../support/outputs.ts'

interface Stub {
  volume: number
  muted: boolean
  plays: number
  loaded: string[]
  startedAt: number
}
const frame = /player\.vimeo\.com/
const stub = (outputs: Outputs) => outputs.inFrame<Stub>(frame, 'vimeoStub')
/** Records the requests for frames from now on. */
const countFrames = ({ page }: Outputs): string[] => {
  const requests: string[] = []
  page.on('request', (request) => frame.test(request.url()) && requests.push(request.url()))
  return requests
}

for (const [kind, code] of [
  [1, 'gone'],
  [2, 'private'],
  [3, 'private'],
  [4, 'embedding-forbidden'],
  [5, 'region'],
  [6, 'unsupported'],
  [7, 'unknown'],
] as const) {
  test(`L5 Vimeo refusal ${kind} → ${code}, in a new frame and in a reused one`, async ({ outputs }) => {
    const refused = outputs.stream('vimeo', `4${kind}0000001`)
    await outputs.open()
    await outputs.load('vimeo', { stream: refused })
    expect(await outputs.waitFor('failed')).toMatchObject({ code, scope: 'stream' })
    await outputs.tell('vimeo', 'unload')
    await outputs.load('vimeo', { loadId: 2, stream: outputs.stream('vimeo', '100000001') })
    await outputs.waitFor('playing', 2)
    await outputs.tell('vimeo', 'unload')
    await outputs.load('vimeo', { loadId: 3, stream: refused })
    expect(await outputs.waitFor('failed', 3)).toMatchObject({ code, scope: 'stream' })
    expect(await outputs.eventsOf('playing', 3)).toEqual([])
  })
}

test('L5 a Vimeo video that breaks off → an error', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '800000001') })
  await outputs.waitFor('playing')
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'gone', scope: 'stream' })
})

test('L3 an unlisted Vimeo video plays with its hash and not without, and with do-not-track', async ({ outputs }) => {
  const requests = countFrames(outputs)
  await outputs.open()
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '700000001') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'gone' })
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 2, stream: outputs.stream('vimeo', '700000001/abcdef0123') })
  await outputs.waitFor('playing', 2)
  const { pathname, searchParams } = new URL(requests.at(-1)!)
  expect([pathname, searchParams.get('h'), searchParams.get('dnt')]).toEqual(['/video/700000001', 'abcdef0123', '1'])
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 3, stream: outputs.stream('vimeo', '100000001') })
  await outputs.waitFor('playing', 3)
  await outputs.load('vimeo', { loadId: 4, stream: outputs.stream('vimeo', '700000002/abcdef0123') })
  await outputs.waitFor('playing', 4)
  expect((await stub(outputs)).loaded).toEqual(['700000001/abcdef0123', '100000001', '700000002/abcdef0123'])
})

test('L3 consecutive Vimeo videos share a frame, replaced after a failure or a timeout', async ({ outputs }) => {
  const requests = countFrames(outputs)
  await outputs.open()
  for (let loadId = 1; loadId <= 4; loadId++) {
    await outputs.load('vimeo', { loadId, stream: outputs.stream('vimeo', `10000000${loadId}`) })
    await outputs.waitFor('playing', loadId)
    expect(await outputs.eventsOf('paused', loadId)).toEqual([])
    if (loadId % 2 === 0) await outputs.tell('vimeo', 'unload')
  }
  expect(requests).toHaveLength(1)
  await outputs.load('vimeo', { loadId: 5, stream: outputs.stream('vimeo', '410000001') })
  await outputs.waitFor('failed', 5)
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 6, stream: outputs.stream('vimeo', '300000001') })
  await outputs.page.waitForTimeout(300)
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 7, stream: outputs.stream('vimeo', '100000007') })
  await outputs.waitFor('playing', 7)
  expect(requests).toHaveLength(3)
})

test('L9 Vimeo starts at the start time; a start past the end is ignored', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '100000001'), startTime: 42.5 })
  await outputs.waitFor('playing')
  expect((await stub(outputs)).startedAt).toBeCloseTo(42.5, 1)
  expect(await outputs.eventsOf('ready')).toMatchObject([{ duration: 100, pip: true }])
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 2, stream: outputs.stream('vimeo', '100000002'), startTime: 900 })
  await outputs.waitFor('playing', 2)
  expect((await stub(outputs)).startedAt).toBeCloseTo(0, 1)
})

test('L3 Vimeo receives volume and mute', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '100000001'), volume: 0.35, muted: true })
  await outputs.waitFor('playing')
  expect(await stub(outputs)).toMatchObject({ volume: 0.35, muted: true })
  await outputs.tell('vimeo', 'setVolume', 0.7, false)
  await expect.poll(() => stub(outputs)).toMatchObject({ volume: 0.7, muted: false })
  await outputs.tell('vimeo', 'unload')
  await outputs.load('vimeo', { loadId: 2, stream: outputs.stream('vimeo', '100000002'), volume: 0.2 })
  await outputs.waitFor('playing', 2)
  expect(await stub(outputs)).toMatchObject({ volume: 0.2, muted: false })
})

test('BY19 Vimeo enters and leaves picture-in-picture', async ({ outputs }) => {
  await outputs.open()
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '100000001') })
  await outputs.waitFor('playing')
  await outputs.tell('vimeo', 'pictureInPicture', true)
  expect(await outputs.waitFor('pip')).toMatchObject({ on: true })
  await outputs.tell('vimeo', 'pictureInPicture', false)
  expect(await outputs.waitFor('pip', 1, 1)).toMatchObject({ on: false })
})

test('L5 Vimeo that neither starts nor answers → waits for a gesture', async ({ outputs }) => {
  await outputs.openUntouched('vimeo', { stream: outputs.stream('vimeo', '600000001') })
  expect(await outputs.eventsOf('failed')).toEqual([])
  await outputs.page.mouse.click(5, 500)
  await outputs.tell('vimeo', 'play')
  await outputs.waitFor('playing')
})

test('L5 BY2 an SDK that fails to load → no fault of the video, and is requested again', async ({ outputs }) => {
  let missing = true
  const requests: string[] = []
  await outputs.page.route(/\/app\/player[.-].*\.js$/, (route) => {
    requests.push(route.request().url())
    return missing ? route.abort() : route.fallback()
  })
  await outputs.open()
  await outputs.tell('vimeo', 'warm')
  await expect.poll(() => requests.length).toBe(1)
  await outputs.load('vimeo', { stream: outputs.stream('vimeo', '100000001') })
  expect(await outputs.waitFor('failed')).toMatchObject({ code: 'unavailable', scope: 'network' })
  await outputs.tell('vimeo', 'unload')
  missing = false
  await outputs.load('vimeo', { loadId: 2, stream: outputs.stream('vimeo', '100000001') })
  await outputs.waitFor('playing', 2)
})

test('L5 a frame that fails over an abandoned video → replaced for the next', async ({ outputs }) => {
  await outputs.open()
  await outputs.page.evaluate(
    async ([dead, good]) => {
      const output = await window.outputsPage.output('vimeo')
      const request = { autoplay: true, volume: 0.5, muted: false }
      // The second load starts while the frame of the first one is loading.
      output.load({ loadId: 1, stream: dead, ...request })
      await new Promise<void>((resolve) => {
        const watch = setInterval(() => {
          if (document.querySelector('iframe') === null) return
          clearInterval(watch)
          resolve()
        }, 1)
      })
      output.load({ loadId: 2, stream: good, ...request })
    },
    [outputs.stream('vimeo', '410000001'), outputs.stream('vimeo', '100000001')] as const,
  )
  await outputs.waitFor('playing', 2)
  expect(await outputs.eventsOf('failed', 1)).toEqual([])
  expect(await outputs.eventsOf('failed', 2)).toEqual([])
  expect(await outputs.page.locator('iframe').count()).toBe(1)
})
