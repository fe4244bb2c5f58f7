/**
 * First visits of the screens that the server renders, on Lighthouse's default phone (slow 4G, CPU slowed down 4 times), next to a bare
 * page with the same image; the CPU time that rendering takes on the server; and the delay of a member's main actions.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import lighthouse from 'lighthouse'
import type { RenderRequest, RenderScreen } from '#contract/pages/render.ts'
import { playlistTitle } from '../e2e/demo.ts'
import { root, startBuiltServer } from '../support/built-server.ts'
import { median, quantile, record } from './figures.ts'
import { benchmarkInteractions } from './interactions.ts'
import { launchBrowser } from './showcase.ts'

const runs = 3
/** Between renderings, as between requests: then the collection of garbage does not count for the next one. */
const pauseMs = 3
/** Renderings of each screen, after as many that are not measured. */
const renderings = 200

interface Requirement {
  what: string
  unit: 'ms' | 'shift' | 'points'
  of: (visit: Visit) => number
  /** The limit, which is itself sufficient. */
  limit: number
  higherIsBetter?: boolean
}

interface Visit {
  firstPaint: number
  largestPaint: number
  shift: number
  blocked: number
  performance: number
}

const requirements: readonly Requirement[] = [
  { what: 'first contentful paint', unit: 'ms', of: ({ firstPaint }) => firstPaint, limit: 1300 },
  { what: 'largest contentful paint', unit: 'ms', of: ({ largestPaint }) => largestPaint, limit: 1800 },
  { what: 'layout shift', unit: 'shift', of: ({ shift }) => shift, limit: 0.02 },
  { what: 'performance', unit: 'points', of: ({ performance }) => performance, limit: 97, higherIsBetter: true },
]

/** Maximum CPU time (ms) of rendering a document, at p95. */
const maxRenderingMs = 8

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** One visit with an empty cache. */
async function visit(address: string): Promise<Visit> {
  const port = await freePort()
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  try {
    const answer = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance'] })
    if (answer === undefined || answer.lhr.runtimeError)
      throw new Error(`Lighthouse measured nothing: ${answer?.lhr.runtimeError?.message ?? 'no answer'}`)
    const { audits, categories } = answer.lhr
    const value = (audit: string) => audits[audit]?.numericValue ?? NaN
    return {
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      shift: value('cumulative-layout-shift'),
      blocked: value('total-blocking-time'),
      performance: 100 * (categories['performance']?.score ?? NaN),
    }
  } finally {
    await browser.close()
  }
}

const show = (value: number, unit: Requirement['unit']): string =>
  unit === 'shift' ? value.toFixed(3) : unit === 'ms' ? `${value.toFixed(0)} ms` : value.toFixed(0)

/** The floor: a heading and an image of the site. */
async function startBarePage(image: string): Promise<{ address: string; close(): void }> {
  const picture = Buffer.from(await (await fetch(image)).arrayBuffer())
  const server = createServer((request, response) => {
    if (request.url === '/picture') return void response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(picture)
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title><h1>Bare</h1><img src="/picture" alt="" width="360">',
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

interface Showcase {
  tags: string[]
  href: string
  image: string
  creator: { uid: string }
}

/** The addresses of the screens that the server renders. */
async function screensOf(origin: string): Promise<{ screens: Record<string, string>; image: string }> {
  const read = async <T>(path: string): Promise<T> => (await fetch(`${origin}${path}`)).json() as Promise<T>
  const beads = await read<{ results: (Showcase & { id: string; title: string })[] }>('/api/v0/beads?limit=100')
  const bead = beads.results.find(({ title }) => title === playlistTitle)
  if (!bead) throw new Error(`The demo world has no playlist "${playlistTitle}"`)
  const posts = await read<{ results: { href: string }[] }>(`/api/v0/posts?bead=${bead.id}&limit=1`)
  const screens = {
    discover: '/discover',
    category: '/music',
    playlist: bead.href,
    post: `/${posts.results[0]!.href}`,
    member: `/p/${bead.creator.uid}`,
    search: '/search/all?q=music',
    tag: `/tag/${encodeURIComponent(bead.tags[0]!)}`,
    activity: '/activity',
    trending: '/trending',
    about: '/about',
    legal: '/tos',
  }
  return { screens, image: new URL(bead.image, origin).href }
}

/** Prints the median of the visits, and whether it meets the requirements. */
function report(title: string, visits: readonly Visit[], isFloor: boolean): void {
  const cells = requirements.map(({ what, unit, of, limit, higherIsBetter = false }) => {
    const measured = median(visits.map(of))
    record({ title, what, unit, value: measured, floor: null, higherIsBetter })
    const isMet = higherIsBetter ? measured >= limit : measured <= limit
    if (!isMet && !isFloor) process.exitCode = 1
    return `${what} ${show(measured, unit)}${isMet ? '' : ' MISSED'}`
  })
  console.log(`  ${title.padEnd(10)} ${cells.join(', ')}, blocked ${show(median(visits.map(({ blocked }) => blocked)), 'ms')}`)
}

/** Measures the renderer in this process with the answers of a real document. */
async function measureRendering(origin: string, screens: Record<string, string>): Promise<void> {
  const { render } = (await import(pathToFileURL(join(root, 'dist/render/render.js')).href)) as { render: RenderScreen }
  const title = `CPU time of rendering a document, p95 of ${renderings} (at most ${maxRenderingMs} ms)`
  console.log(`\n${title}`)
  for (const [name, path] of Object.entries(screens)) {
    const html = await (await fetch(`${origin}${path}`, { headers: { Accept: 'text/html' } })).text()
    const [, answers = '[]'] = /<script type="application\/json" id="strand-data">(.*?)<\/script>/s.exec(html) ?? []
    const { pathname, search } = new URL(path, origin)
    const times: number[] = []
    for (let n = 0; n < 2 * renderings; n += 1) {
      const request: RenderRequest = {
        path: pathname,
        search,
        answers: JSON.parse(answers) as RenderRequest['answers'],
        cookies: '',
        conditions: { now: Date.now(), timeZone: 'UTC', width: 390 },
      }
      const before = process.cpuUsage()
      render(request)
      const { user, system } = process.cpuUsage(before)
      if (n >= renderings) times.push((user + system) / 1000)
      await setTimeout(pauseMs)
    }
    const p95 = quantile(times, 0.95)
    if (p95 > maxRenderingMs) process.exitCode = 1
    record({ title, what: name, unit: 'ms', value: p95, floor: null, higherIsBetter: false })
    console.log(
      `  ${name.padEnd(10)} p50 ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${p95 > maxRenderingMs ? ' MISSED' : ''}, document ${(html.length / 1024).toFixed(0)} KB`,
    )
  }
}

export async function benchmarkWeb(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'strand-bench-web-'))
  const strand = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1', STRAND_RATE_LIMITS: '0', NODE_ENV: 'production' })
  try {
    const { screens, image } = await screensOf(strand.origin)
    const bare = await startBarePage(image)
    const addresses = Object.entries(screens).map(([name, path]) => [name, `${strand.origin}${path}`] as const)
    const visits = new Map<string, Visit[]>()
    // Interleaved, so that a busy moment of the machine does not count for one screen only. The first round fills caches of the server.
    for (let n = 0; n <= runs; n += 1)
      for (const [name, address] of [['bare page', bare.address] as const, ...addresses]) {
        if (n === 0) await fetch(address, { headers: { Accept: 'text/html' } })
        else visits.set(name, [...(visits.get(name) ?? []), await visit(address)])
      }
    bare.close()
    console.log(`\nFirst visits on Lighthouse's default phone, median of ${runs}`)
    for (const [name, each] of visits) report(name, each, name === 'bare page')
    await measureRendering(strand.origin, screens)
    const browser = await launchBrowser()
    await benchmarkInteractions(browser, strand.origin, `${strand.origin}${screens.playlist}`).finally(() => browser.close())
  } finally {
    await strand.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
