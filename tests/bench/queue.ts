/** BY16: compares the scrolling of the panel of a long queue with that of an empty box of the same height. */
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '../../build/lib/chromium.mjs'
import { root } from '../support/built-server.ts'
import { median, print, quantile } from './figures.ts'
import { buildPage } from './pageBuild.ts'

const origin = 'http://queue.test'
const runs = 5
/** Duration (s) and speed (px/s): about fifty rows per second, like a fast swipe. */
const lasts = 4
const speed = 3000

/** Builds the panel like the pages. Returns the files by name. */
async function buildFiles(): Promise<Map<string, Buffer>> {
  const outputs = await buildPage(`${root}tests/bench/queue-page.tsx`)
  const files = new Map(outputs.map((file) => [`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source)]))
  const entry = outputs.find((file) => file.type === 'chunk' && file.isEntry)
  const styles = outputs
    .filter(({ fileName }) => fileName.endsWith('.css'))
    .map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`)
  files.set(
    '/',
    Buffer.from(`<!doctype html>${styles.join('')}<div id="root"></div><script type="module" src="/${entry?.fileName}"></script>`),
  )
  return files
}

const types: Record<string, string> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

async function serve(page: Page, files: Map<string, Buffer>): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = pathname.startsWith('/pictures/') ? await readFile(`${root}server/demo${pathname}`) : files.get(pathname)
    const headers = { 'Cache-Control': 'max-age=3600', 'Content-Type': types[extname(pathname)] ?? 'application/octet-stream' }
    await (body ? route.fulfill({ headers, body }) : route.fulfill({ status: 404, body: '' }))
  })
}

interface Scrolled {
  /** Times between frames (ms). */
  frames: number[]
  /** Time of the main thread per frame (ms). */
  busy: number
}

async function scroll(page: Page, query: string): Promise<Scrolled> {
  await page.goto(`${origin}/?${query}`)
  await page.waitForFunction(() => document.querySelector('[data-scroller], [role="dialog"]') !== null)
  await page.waitForTimeout(800)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const before = await spent()
  const frames = await page.evaluate(
    (isReversed) =>
      (window as unknown as { scrollToAndFro(seconds: number, speed: number): Promise<number[]> }).scrollToAndFro(
        isReversed.lasts,
        isReversed.speed,
      ),
    { lasts, speed },
  )
  const busy = ((await spent()) - before) / frames.length
  await session.detach()
  return { frames, busy }
}

export async function benchmarkQueue(): Promise<void> {
  const files = await buildFiles()
  const pictures = (await readdir(`${root}server/demo/pictures`, { recursive: true }))
    .filter((name) => /\.(jpg|png|webp)$/.test(name))
    .slice(0, 40)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await serve(page, files)
    const kinds = { plain1000: 'items=1000&plain', panel1000: 'items=1000', plain10000: 'items=10000&plain', panel10000: 'items=10000' }
    const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as Scrolled[]]))
    for (let run = 0; run < runs; run += 1)
      for (const [kind, query] of Object.entries(kinds)) found[kind]!.push(await scroll(page, `${query}&pictures=${pictures.join(',')}`))

    for (const items of [1000, 10_000]) {
      const [panel, plain] = [found[`panel${items}`]!, found[`plain${items}`]!]
      const [frames, floor] = [panel.flatMap((one) => one.frames), plain.flatMap((one) => one.frames)]
      const due = median(floor)
      const dropped = (times: number[]) => times.reduce((sum, time) => sum + Math.max(0, Math.round(time / due) - 1), 0)
      print(
        `Scrolling a queue of ${items.toLocaleString('en-US')} items, from frame to frame`,
        [
          { what: 'median', unit: 'ms', measured: median(frames), floor: due },
          { what: 'p95', unit: 'ms', measured: quantile(frames, 0.95), floor: quantile(floor, 0.95) },
          { what: 'p99', unit: 'ms', measured: quantile(frames, 0.99), floor: quantile(floor, 0.99) },
          {
            what: 'main thread a frame',
            unit: 'ms',
            measured: median(panel.map(({ busy }) => busy)),
            floor: median(plain.map(({ busy }) => busy)),
          },
        ],
        `${runs} interleaved runs of ${lasts} s at ${speed} px a second; floor: an empty box of the same height. Dropped ${dropped(frames)} of ${frames.length} frames, the empty box ${dropped(floor)} of ${floor.length}`,
      )
    }
  } finally {
    await browser.close()
  }
}
