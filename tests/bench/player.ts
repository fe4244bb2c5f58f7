/** Measures the player in a browser: memory after a thousand track changes, and the delay from a click to sound. */
import type { Browser, Page } from '@playwright/test'
import { Outputs } from '../support/outputs.ts'
import { serveOutputs } from '../support/outputs-server.ts'
import { stubProviders } from '../support/providers/index.ts'
import { mixedQueue, roundLength, watchIntervals, measureLeftovers } from '../support/turns.ts'
import { median, print, quantile } from './figures.ts'
import { launchBrowser, openShowcase } from './showcase.ts'
import type { World } from './world.ts'

/** The numbers of track changes at which memory is measured: both at the end of a round, when all outputs are released. */
const few = Math.ceil(50 / roundLength)
const many = Math.ceil(1000 / roundLength)

/**
 * Disables the compilers of V8, and the flushing of bytecode, so that only the page's own memory grows. Otherwise V8 compiles frequently
 * used code for minutes and counts it as heap: 2 MB by the thousandth change.
 */
export const interpreted = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-lazy-feedback-allocation --no-flush-bytecode'

async function benchmarkHeap(): Promise<void> {
  const server = await serveOutputs()
  const browser = await launchBrowser(interpreted)
  try {
    const page = await browser.newPage()
    await stubProviders(page)
    await watchIntervals(page)
    const outputs = new Outputs(page, server.origin)
    await outputs.open()
    const cdp = await page.context().newCDPSession(page)
    await page.evaluate((tracks) => window.outputsPage.play(tracks), mixedQueue(outputs, many + 1))
    const turn = (times: number) => page.evaluate((times) => window.outputsPage.turn(times), times)
    await turn(few * roundLength - 1)
    const before = await measureLeftovers(page, cdp)
    await turn((many - few) * roundLength)
    const after = await measureLeftovers(page, cdp)
    const changes = `${many * roundLength} track changes through ${roundLength - 1} outputs and formats`
    print(
      `Heap of the page after ${changes}, against after ${few * roundLength}`,
      [{ what: 'JavaScript heap, collected', unit: 'KB', measured: after.heap / 1024, floor: before.heap / 1024 }],
      (['listeners', 'nodes', 'frames', 'media', 'intervals'] as const)
        .map((what) => `${what} ${before[what]} then ${after[what]}`)
        .join(', '),
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Records the times of the click and of the first playback, on the page's clock. */
const stopwatch = () => {
  const times: { click?: number; playing?: number; source?: string } = {}
  addEventListener('click', (event) => (times.click ??= event.timeStamp), true)
  addEventListener(
    'playing',
    (event) => {
      // The player first plays a short silence, to unlock autoplay.
      if (!(event.target instanceof HTMLMediaElement) || event.target.duration < 1) return
      times.playing ??= event.timeStamp
      times.source ??= event.target.currentSrc
    },
    true,
  )
  Object.assign(window, { times })
}

async function clickToPlaying(page: Page): Promise<{ time: number; source: string }> {
  const handle = await page.waitForFunction(() => {
    const { times } = window as unknown as { times: { click?: number; playing?: number; source?: string } }
    return times.click !== undefined && times.playing !== undefined
      ? { time: times.playing - times.click, source: times.source ?? '' }
      : null
  })
  const answer = await handle.jsonValue()
  if (!answer) throw new Error('Nothing played')
  return answer
}

async function timePlay(browser: Browser, address: string): Promise<{ time: number; source: string }> {
  const page = await browser.newPage()
  await page.addInitScript(stopwatch)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  const answer = await clickToPlaying(page)
  await page.close()
  return answer
}

async function timeBare(browser: Browser, origin: string, source: string): Promise<number> {
  const page = await browser.newPage()
  await page.addInitScript(stopwatch)
  const address = `${origin}/bare-video-page`
  const html = `<!doctype html><title>Bare</title><video preload="none" src="${source}"></video><button onclick="document.querySelector('video').play()">Play</button>`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(address, { waitUntil: 'networkidle' })
  // Only the document is intercepted: interception would slow every later request of the page.
  await page.unrouteAll()
  await page.getByRole('button').click()
  const { time } = await clickToPlaying(page)
  await page.close()
  return time
}

const runs = 15

async function benchmarkClick(world: World): Promise<void> {
  const { browser, origin, address, close } = await openShowcase(world)
  try {
    const app: number[] = []
    const bare: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const { time, source } = await timePlay(browser, address)
      app.push(time)
      bare.push(await timeBare(browser, origin, source))
    }
    print(
      'From the click on play to the playing event',
      [
        { what: 'median', unit: 'ms', measured: median(app), floor: median(bare) },
        { what: 'p90', unit: 'ms', measured: quantile(app, 0.9), floor: quantile(bare, 0.9) },
      ],
      `${runs} interleaved runs, fresh pages, the same file in a bare <video>`,
    )
  } finally {
    await close()
  }
}

export async function benchmarkPlayer(world: World): Promise<void> {
  await benchmarkHeap()
  await benchmarkClick(world)
}
