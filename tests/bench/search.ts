/** Measures searches over a million documents: the queries of the dropdown while a person types, compared with a floor. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../support/built-server.ts'
import { median, quantile, record } from './figures.ts'
import { createQueries } from './search-queries.ts'
import type { Timed } from './search-process.ts'

const full = 1_000_000
const queriesPerKind = 5 * 150

/** Requirements: p95 (ms) and memory of the process (MB). */
const requirements = { p95: 10, memory: 300 }

const library = join(tmpdir(), 'strand-bench-search')

interface Built {
  seconds: number
  laid: number
  bytes: number
  memory: number
  writes: number[]
  /** Times from the start of a write until a search finds it (ms). Meilisearch only. */
  found: number[]
}

interface QueryReport {
  taken: Record<string, Record<string, Timed>>
  memory: number
  slowest: [kind: string, ms: number, text: string][]
  floors: { row: number[]; match: number[] } | null
}

/** Bundles the measured process like the server. */
async function bundle(): Promise<string> {
  const outfile = join(root, 'dist/bench/search-process.js')
  await build({
    entryPoints: [join(root, 'tests/bench/search-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  })
  return outfile
}

function run<T>(script: string, ...values: string[]): T {
  const { status, stdout } = spawnSync(process.execPath, [script, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${values.join(' ')} ended with ${status}`)
  return JSON.parse(stdout) as T
}

/** A hash of everything that determines the content of the index. */
function keyOf(size: number): string {
  const hash = createHash('sha256').update(String(size))
  const sources = ['search/embedded', 'search/text'].flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
  const decisive = [
    ...sources.filter((file) => /\/(?:build|store|tokens|near|rowids|fold|words)\.ts$/.test(file)),
    'tests/bench/search-documents.ts',
    'tests/bench/chance.ts',
  ]
  for (const file of decisive.sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

const thousands = (n: number): string => n.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** Builds the index if it does not exist. It is reused until the code that determines its content changes. */
function indexOf(script: string, size: number): { folder: string; built: Built } {
  mkdirSync(library, { recursive: true })
  const folder = join(library, `${size}-${keyOf(size)}`)
  const record = join(folder, 'built.json')
  if (!existsSync(record)) {
    for (const old of readdirSync(library)) if (old.startsWith(`${size}-`)) rmSync(join(library, old), { recursive: true })
    mkdirSync(folder)
    const built = run<Built>(script, folder, 'build', String(size))
    writeFileSync(record, JSON.stringify(built))
  }
  return { folder, built: JSON.parse(readFileSync(record, 'utf8')) as Built }
}

const ms = (value: number): string => value.toFixed(2).padStart(7)

function print({ taken, floors }: QueryReport, other: QueryReport | null): boolean {
  let missed = false
  const [row, match] = [quantile(floors!.row, 0.95), quantile(floors!.match, 0.95)]
  const floor = row + match
  console.log(`\n  floor, p95 of the same file: a row by its number ${ms(row)} ms, a list of one rare word ${ms(match)} ms`)
  console.log(
    `\n  ${''.padEnd(42)}  ${'p50     p95     max p95 cpu'.padStart(31)}  ratio to the floor${other ? '  Meilisearch: p50, p95, its own p50, its own p95' : ''}`,
  )
  for (const [kind, byTypes] of Object.entries(taken))
    for (const [name, { wall, cpu }] of Object.entries(byTypes)) {
      const p95 = quantile(wall, 0.95)
      record({ title: 'Search', what: `${kind}, ${name}, p95`, unit: 'ms', value: p95, floor, higherIsBetter: false })
      const late = p95 >= requirements.p95
      missed ||= late
      const there = other?.taken[kind]?.[name]
      const against = there
        ? `   ${ms(quantile(there.wall, 0.5))} ${ms(quantile(there.wall, 0.95))} ${ms(quantile(there.server, 0.5))} ${ms(quantile(there.server, 0.95))}`
        : ''
      console.log(
        `  ${(name === 'all' ? kind : `  of ${name}s alone`).padEnd(42)}  ${ms(quantile(wall, 0.5))} ${ms(p95)} ${ms(Math.max(...wall))} ${ms(quantile(cpu, 0.95))}  ${(p95 / floor).toFixed(1).padStart(8)}${against}${late ? '  missed' : ''}`,
      )
    }
  return missed
}

/** @param factor of the full size: a smaller one while developing. */
export async function benchmarkSearch(factor = 1): Promise<void> {
  const script = await bundle()
  const size = Math.round(full * factor)
  console.log(`\nSearch in ${thousands(size)} documents: the dropdown's query, in this process, ms`)
  const { folder, built } = indexOf(script, size)
  const queryFile = join(folder, 'asks.txt')
  writeFileSync(queryFile, JSON.stringify(createQueries(size, queriesPerKind)))
  const report = run<QueryReport>(script, folder, 'ask', queryFile)
  let other: QueryReport | null = null
  if (process.env.MEILI_URL) {
    const there = run<Built>(script, 'meilisearch', 'build', String(size))
    console.log(`  Meilisearch was built in ${there.seconds.toFixed(0)} s`)
    const spread = (values: readonly number[]): string => `p50 ${ms(median(values)).trim()} ms, p95 ${ms(quantile(values, 0.95)).trim()} ms`
    console.log(`  its writes    ${spread(there.writes)}; found after ${spread(there.found)}`)
    other = run<QueryReport>(script, 'meilisearch', 'ask', queryFile)
  }
  const missed = print(report, other)
  console.log(
    `\n  build         ${built.seconds.toFixed(0)} s, ${thousands(Math.round(size / built.seconds))} documents a second, ${built.memory.toFixed(0)} MB at most`,
  )
  console.log(
    `  a write       p50 ${ms(median(built.writes)).trim()} ms, p95 ${ms(quantile(built.writes, 0.95)).trim()} ms, longest ${ms(Math.max(...built.writes)).trim()} ms`,
  )
  console.log(`  on disk       ${megabytes(built.bytes)}, ${megabytes((built.bytes / size) * 100_000)} for each 100,000 documents`)
  console.log(
    `  memory        ${report.memory.toFixed(0)} MB at most (required: ${requirements.memory})${report.memory > requirements.memory ? '  missed' : ''}`,
  )
  console.log(
    `  slowest       ${report.slowest
      .slice(0, 5)
      .map(([kind, took, text]) => `${took.toFixed(1)} ms "${text}" (${kind})`)
      .join('\n                ')}`,
  )
  console.log(`\n  Required: p95 below ${requirements.p95} ms${missed ? ': missed' : ''}`)
}
