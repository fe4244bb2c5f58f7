/** Unused players are destroyed. `npm run bench -- player` measures the heap itself. */
import { expect, test } from '../support/outputs.ts'
import { mixedQueue, roundLength, watchIntervals, measureLeftovers } from '../support/turns.ts'

test('L3 hundreds of track changes through every output leak nothing', async ({ outputs }) => {
  test.setTimeout(240_000)
  const { page } = outputs
  await watchIntervals(page)
  await outputs.open()
  const cdp = await page.context().newCDPSession(page)
  await page.evaluate((tracks) => window.outputsPage.play(tracks), mixedQueue(outputs, 22))
  const turn = (times: number) => page.evaluate((times) => window.outputsPage.turn(times), times)

  await turn(2 * roundLength - 1)
  const before = await measureLeftovers(page, cdp)
  await turn(18 * roundLength)
  const after = await measureLeftovers(page, cdp)

  expect(after).toMatchObject({ frames: before.frames, media: before.media, intervals: before.intervals, documents: before.documents })
  // At most one reused frame per provider.
  expect(before.frames).toBeLessThanOrEqual(4)
  // One element for films, one for audio files.
  expect(before.media).toBe(2)
  expect(after.listeners - before.listeners).toBeLessThan(20)
  expect(after.nodes - before.nodes).toBeLessThan(50)
  await page.evaluate(() => window.outputsPage.close())
  expect(await measureLeftovers(page, cdp), 'once the queue is gone').toMatchObject({ frames: 0, media: 2 })
  const youtube = await outputs.inPage<{ made: number; destroyed: number; playing: number }>('youtubeStub')
  expect(youtube).toMatchObject({ playing: 0, destroyed: youtube.made })
})
