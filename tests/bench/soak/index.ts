/**
 * Mixed reads and writes at half of the capacity of the site, with faults one after another (BY25, BY27). Required: outside of faults no
 * request fails, latency and memory do not grow, and every acknowledged write is there at the end.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChance } from '../chance.ts'
import { record } from '../figures.ts'
import { faultsOf, missingIn, type Fault } from './faults.ts'
import { startSite, type Site } from './site.ts'
import { growthOf, isExceeded, isFailure, measureGrowth, memoryOf, p99Of, problemsOf, type Sample } from './verdict.ts'
import { audit, createAcknowledged, createVisitors, prepareScene, type Result, type Visitors } from './visitor.ts'

/** Duration of the full benchmark. */
const fullMs = 30 * 60_000
const members = 20
const capacity = { connections: 16, ms: 15_000 }
/** After a fault, the site has this long (ms) to answer as before. */
const recoveryMs = 10_000
/** Memory of a server that was started less than this (ms) ago does not count: its caches are empty. */
const warmUpMs = 60_000
/** Longest wait (ms) for mails and other background work at the end. Failed mails are repeated after up to 10 minutes. */
const backgroundMs = 15 * 60_000

interface Interval extends Pick<Fault, 'what' | 'most'> {
  from: number
  to: number
}

/** Successful requests per second with all connections busy. */
async function measureCapacity(visitors: Visitors): Promise<number> {
  const until = performance.now() + capacity.ms
  let answered = 0
  await Promise.all(
    Array.from({ length: capacity.connections }, async () => {
      while (performance.now() < until) {
        if (!isFailure(await visitors.act())) answered += 1
      }
    }),
  )
  return answered / (capacity.ms / 1000)
}

/** Sends requests at a rate, whether or not earlier ones are answered. Resolves with all results. */
async function applyLoad(visitors: Visitors, perSecond: number, until: number): Promise<Result[]> {
  const results: Result[] = []
  const pending = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let sent = 0; performance.now() < until;) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; sent < due; sent += 1) {
      const acting = visitors.act().then((result) => {
        results.push(result)
        pending.delete(acting)
      })
      pending.add(acting)
    }
    await sleep(10)
  }
  await Promise.all(pending)
  return results
}

function residentMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

const workload = Buffer.alloc(1_000_000, 7)

/** CPU time (ms) of hashing a megabyte. */
function measureWork(): number {
  const before = process.cpuUsage()
  createHash('sha256').update(workload).digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function takeSamples({ servers }: Site, until: number): Promise<Sample[]> {
  const samples: Sample[] = []
  while (performance.now() < until) {
    const at = performance.now()
    const memory = servers.map(({ pid, startedAt }) => (at - startedAt() < warmUpMs ? NaN : residentMemory(pid())))
    samples.push({ at, memory, work: measureWork() })
    await sleep(1000)
  }
  return samples
}

/** A figure for each tenth of the time, to see when it has grown. */
function byTenth(from: number, to: number, figure: (isWithin: (at: number) => boolean) => number): string {
  const start = (tenth: number): number => from + ((to - from) * tenth) / 10
  return Array.from({ length: 10 }, (_, n) => figure((at) => at >= start(n) && at < start(n + 1)).toFixed(0)).join(', ')
}

/** Causes every fault once, evenly distributed over the second to the ninth tenth of the time. */
async function causeFaults(site: Site, from: number, to: number): Promise<Interval[]> {
  const faults = faultsOf(site)
  const length = to - from
  const intervals: Interval[] = []
  for (const [n, { what, most, cause }] of faults.entries()) {
    await sleep(Math.max(0, from + length * (0.1 + (0.8 * n) / faults.length) - performance.now()))
    const startedAt = performance.now()
    console.log(`  ${((startedAt - from) / 1000).toFixed(0).padStart(5)} s  ${what}`)
    await cause()
    intervals.push({ what, most, from: startedAt, to: performance.now() })
  }
  return intervals
}

const isDuring = (intervals: readonly Interval[], { sentAt, ms }: Result): Interval | undefined =>
  intervals.find(({ from, to }) => sentAt + ms >= from && sentAt <= to + recoveryMs)

/**
 * At half of its capacity, the site answers what has arrived while it was away in the same time again. Until then its latency says nothing.
 * Faults of which few requests may fail leave a server that answers.
 */
const isDelayed = (intervals: readonly Interval[], { sentAt }: Result): boolean =>
  intervals.some(({ from, to, most }) => most === null && sentAt >= from && sentAt <= to + (to - from) + recoveryMs)

/** Waits until the mails of all sign-ups have arrived, at most `backgroundMs`. */
async function mailsSent(site: Site, expected: ReadonlySet<string>): Promise<void> {
  const until = performance.now() + backgroundMs
  const isComplete = (): boolean => {
    const mailed = new Set(site.mail.mails.flatMap(({ to }) => to))
    return [...expected].every((email) => mailed.has(email))
  }
  while (!isComplete() && performance.now() < until) await sleep(1000)
}

/** @param factor of half an hour */
export async function benchmarkSoak(kind: 'sqlite' | 'postgres', factor = 1): Promise<void> {
  const title = kind === 'sqlite' ? 'Soak: one server on SQLite' : 'Soak: two servers on PostgreSQL'
  console.log(`\n${title}`)
  const site = await startSite(kind)
  const interrupt = () => void site.close().then(() => process.exit(130))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const missing = missingIn(site)
    for (const one of missing) console.log(`  ${one}`)
    const scene = await prepareScene(site.origin, members)
    const acknowledged = createAcknowledged()
    const visitors = createVisitors(site.origin, scene, acknowledged, createChance(23))
    const most = await measureCapacity(visitors)
    console.log(`  capacity: ${most.toFixed(0)} requests a second with ${capacity.connections} connections; the load is half of it`)
    const from = performance.now()
    const to = from + fullMs * factor
    const [results, samples, intervals] = await Promise.all([
      applyLoad(visitors, most / 2, to),
      takeSamples(site, to),
      causeFaults(site, from, to),
    ])
    await visitors.close()
    await mailsSent(site, acknowledged.signUps)

    const faulty = new Map(intervals.map((interval) => [interval, [] as Result[]]))
    const undisturbed: Result[] = []
    for (const result of results) {
      const interval = isDuring(intervals, result)
      if (interval) faulty.get(interval)!.push(result)
      else undisturbed.push(result)
    }
    console.log(`\n  ${'during'.padEnd(36)}${'requests'.padStart(10)}${'failed'.padStart(8)}${'p99 ms'.padStart(9)}`)
    const row = (what: string, of: readonly Result[]) =>
      console.log(
        `  ${what.padEnd(36)}${String(of.length).padStart(10)}${String(of.filter(isFailure).length).padStart(8)}${p99Of(of).toFixed(0).padStart(9)}`,
      )
    for (const [{ what }, of] of faulty) row(what, of)
    row('no fault', undisturbed)
    const steady = undisturbed.filter((result) => !isDelayed(intervals, result))
    row('no fault, without what waited', steady)
    const p99s = byTenth(from, to, (isWithin) => p99Of(steady.filter(({ sentAt }) => isWithin(sentAt))))
    console.log(`  p99 ms without a fault, by tenth of the time: ${p99s}`)
    for (const n of site.servers.keys()) {
      const memory = byTenth(from, to, (isWithin) => memoryOf(samples.filter(({ at }) => isWithin(at)).map((sample) => sample.memory[n]!)))
      console.log(`  memory MB of server ${n + 1}, by tenth of the time: ${memory}`)
    }

    const growth = measureGrowth(steady, samples, from, to)
    const wrong = await audit(site.origin, scene, acknowledged, site.mail.mails)
    const failed = undisturbed.filter(isFailure)
    const { posts, comments, signUps } = acknowledged
    for (const one of growth.ratios) {
      const { what, unit, before, after, floor, most: required } = one
      record({ title, what: `${what}, last third`, unit, value: after, floor: before * floor, higherIsBetter: false })
      const machine = floor === 1 ? '' : `, machine × ${floor.toFixed(2)}`
      console.log(
        `  ${what.padEnd(10)} ${before.toFixed(1)} ${unit} → ${after.toFixed(1)} ${unit}${machine}, ratio ${growthOf(one).toFixed(2)} (required: ${required})${isExceeded(one) ? '  missed' : ''}`,
      )
    }
    for (const { kind, before, after } of growth.kinds) console.log(`    p99 of ${kind}: ${before.toFixed(0)} → ${after.toFixed(0)} ms`)
    console.log(`  failed without a fault: ${failed.length} (required: 0)`)
    for (const { kind: what, status, sentAt } of failed.slice(0, 10))
      console.log(`    ${what}: ${status || 'no answer'} after ${((sentAt - from) / 1000).toFixed(0)} s`)
    console.log(
      `  acknowledged: ${posts.size} posts, ${comments.size} comments, ${signUps.size} sign-ups; missing or different at the end: ${wrong.length} (required: 0)`,
    )
    for (const one of wrong.slice(0, 10)) console.log(`    ${one}`)
    record({ title, what: 'lost writes', unit: '', value: wrong.length, floor: null, higherIsBetter: false })
    const problems = problemsOf({
      growth,
      failed,
      disturbed: [...faulty].map(([fault, of]) => ({ ...fault, results: of })),
      acknowledged,
      wrong,
      missing,
    })
    for (const problem of problems) console.log(`  missed: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    await site.close()
  }
}
