/** What a visitor waits for: the first screen's JavaScript, and the time from a click on play to sound and picture. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { ensureChromium } from '../../build/lib/chromium.mjs'
import { chromiumArguments } from '../../build/playwright.config.ts'
import { playlistTitle } from '../e2e/demo.ts'
import { root, startBuiltServer } from '../support/built-server.ts'
import { median, print, quantile } from './figures.ts'
import type { World } from './world.ts'

const budget = 160

const kilobytes = (bytes: Buffer): number => gzipSync(bytes).length / 1024

/** React and its DOM alone, built as the pages are: what no smaller page of this kind can do without. */
async function reactAlone(): Promise<number> {
  const folder = await mkdtemp(join(root, 'dist/floor-'))
  try {
    const entry = join(folder, 'floor.js')
    await writeFile(entry, "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\ncreateRoot(document.body).render(createElement('p'))\n")
    const built = await build({
      configFile: `${root}build/vite.config.ts`,
      mode: 'production',
      logLevel: 'silent',
      build: { write: false, manifest: false, rolldownOptions: { input: entry } },
    })
    const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
    return outputs.reduce((sum, file) => sum + (file.type === 'chunk' ? kilobytes(Buffer.from(file.code)) : 0), 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function firstScreen(browser: Browser, address: string): Promise<{ total: number; scripts: string[] }> {
  const page = await browser.newPage()
  const scripts: Promise<{ name: string; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.body().then((body) => ({ name: new URL(response.url()).pathname, size: kilobytes(body) })))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  // Whatever the page fetches by itself in its first idle moments counts as well.
  await page.waitForTimeout(2000)
  const loaded = await Promise.all(scripts)
  await page.close()
  return {
    total: loaded.reduce((sum, { size }) => sum + size, 0),
    scripts: loaded.sort((a, b) => b.size - a.size).map(({ name, size }) => `${name} ${size.toFixed(1)}`),
  }
}

/** Notes when a click began and when a medium first played, on the page's own clock. */
const stopwatch = () => {
  const times: { click?: number; playing?: number; source?: string } = {}
  addEventListener('click', (event) => (times.click ??= event.timeStamp), true)
  addEventListener(
    'playing',
    (event) => {
      times.playing ??= event.timeStamp
      if (event.target instanceof HTMLMediaElement) times.source = event.target.currentSrc
    },
    true,
  )
  Object.assign(window, { times })
}

async function clickToPlaying(page: Page): Promise<{ time: number; source: string }> {
  const handle = await page.waitForFunction(() => {
    const { times } = window as unknown as { times: { click?: number; playing?: number; source?: string } }
    return times.click !== undefined && times.playing !== undefined ? { time: times.playing - times.click, source: times.source ?? '' } : null
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
  // Interception is for the document alone: it slows every later request of a page.
  await page.unrouteAll()
  await page.getByRole('button').click()
  const { time } = await clickToPlaying(page)
  await page.close()
  return time
}

const runs = 15

export async function benchmarkPage(world: World): Promise<void> {
  const strand = await startBuiltServer({ STRAND_DATA_DIR: world.folder, STRAND_DEMO: '0', STRAND_RATE_LIMITS: '0', NODE_ENV: 'production' })
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    // Nothing outside answers here, and nobody should wait for it while a clock runs.
    args: [...chromiumArguments, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  try {
    const beads = (await (await fetch(`${strand.origin}/api/v0/beads?limit=100`)).json()) as { results: { title: string; href: string }[] }
    const showcase = beads.results.find(({ title }) => title === playlistTitle)
    if (!showcase) throw new Error(`The demo world has no playlist "${playlistTitle}"`)
    const address = new URL(showcase.href, `${strand.origin}/`).href

    const { total, scripts } = await firstScreen(browser, address)
    print('First screen of a playlist page before play, JavaScript gzipped', [
      { what: 'against react + react-dom', unit: 'KB', measured: total, floor: await reactAlone() },
      { what: `against the budget of ${budget} KB`, unit: 'KB', measured: total, floor: budget },
    ], scripts.join(', '))

    const app: number[] = []
    const bare: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const { time, source } = await timePlay(browser, address)
      app.push(time)
      bare.push(await timeBare(browser, strand.origin, source))
    }
    print('From the click on play to the playing event', [
      { what: 'median', unit: 'ms', measured: median(app), floor: median(bare) },
      { what: 'p90', unit: 'ms', measured: quantile(app, 0.9), floor: quantile(bare, 0.9) },
    ], `${runs} interleaved runs, fresh pages, the same file in a bare <video>`)
  } finally {
    await browser.close()
    await strand.stop()
  }
}
