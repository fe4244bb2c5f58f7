/** Measures the first visit of the discover page on a phone with Lighthouse, and compares the results with the required values. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { startBuiltServer } from '../support/built-server.ts'
import { median, record } from './figures.ts'
import { launchBrowser } from './showcase.ts'

const runs = 5

/**
 * "Fast 4G" of Chrome's DevTools: 90 % of 9 and 1.5 Mbit/s, and a round-trip time of 60 ms, multiplied by 2.75 for the latency of whole
 * requests.
 */
const fast4G = { downloadThroughputKbps: 9000 * 0.9, uploadThroughputKbps: 1500 * 0.9, requestLatencyMs: 60 * 2.75 }
const throttling = { ...fast4G, rttMs: 60, throughputKbps: 9000, cpuSlowdownMultiplier: 4 }

interface Requirement {
  audit: string
  what: string
  max: number
  /** Whether `max` itself is sufficient. */
  inclusive: boolean
  show: (value: number) => string
}

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`
const requirements: readonly Requirement[] = [
  { audit: 'largest-contentful-paint', what: 'largest contentful paint', max: 1800, inclusive: false, show: milliseconds },
  { audit: 'cumulative-layout-shift', what: 'layout shift', max: 0.02, inclusive: true, show: (value) => value.toFixed(3) },
  { audit: 'total-blocking-time', what: 'total blocking time', max: 150, inclusive: false, show: milliseconds },
]

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The measurements of one visit with an empty cache. */
async function visit(address: string): Promise<{ figures: number[]; largest: string }> {
  const port = await freePort()
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  try {
    const answer = await lighthouse(address, {
      port,
      logLevel: 'error',
      onlyAudits: [...requirements.map(({ audit }) => audit), 'largest-contentful-paint-element'],
      throttlingMethod: 'devtools',
      throttling,
    })
    if (answer === undefined || answer.lhr.runtimeError)
      throw new Error(`Lighthouse measured nothing: ${answer?.lhr.runtimeError?.message ?? 'no answer'}`)
    const { audits } = answer.lhr
    const figures = requirements.map(({ audit }) => audits[audit]?.numericValue ?? NaN)
    const [, selector = '?'] =
      /"selector":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(audits['largest-contentful-paint-element']?.details ?? {})) ?? []
    return { figures, largest: selector }
  } finally {
    await browser.close()
  }
}

export async function benchmarkWeb(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'strand-bench-web-'))
  const strand = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_DEMO: '1', STRAND_RATE_LIMITS: '0', NODE_ENV: 'production' })
  try {
    // The first request fills the caches of the server, which is not measured.
    await fetch(strand.origin)
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let n = 0; n < runs; n += 1) visits.push(await visit(strand.origin))
    const title = `First visit of discover, a telephone with a CPU slowed down 4 times on Fast 4G, median of ${runs}`
    console.log(`\n${title}`)
    for (const [n, { what, max, inclusive, show }] of requirements.entries()) {
      const each = visits.map(({ figures }) => figures[n]!)
      const measured = median(each)
      record({ title, what, unit: what === 'layout shift' ? 'shift' : 'ms', value: measured, floor: null, higherIsBetter: false })
      const good = inclusive ? measured <= max : measured < max
      if (!good) process.exitCode = 1
      const limit = `${inclusive ? 'at most' : 'under'} ${show(max)}`
      console.log(
        `  ${what.padEnd(25)} ${show(measured).padStart(8)}  required ${limit.padEnd(14)} ${good ? 'met   ' : 'MISSED'}  (${each.map(show).join(', ')})`,
      )
    }
    console.log(`  largest: ${visits[0]!.largest}`)
  } finally {
    await strand.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
