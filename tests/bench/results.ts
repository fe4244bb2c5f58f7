/** Stores the results of benchmarks in one file per commit, and compares two such files. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Measurement {
  /** The benchmark and its circumstances. With `what`, it identifies the measurement. */
  title: string
  what: string
  /** The unit of `value` and `floor`. */
  unit: string
  value: number
  /** The same measurement of a minimal implementation in the same run; null if there is none. */
  floor: number | null
  higherIsBetter: boolean
}

export interface Results {
  commit: string
  node: string
  measurements: Measurement[]
}

const extension = '.json'

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The abbreviated commit, with `-changed` if the working tree differs from it. */
export function currentCommit(): string {
  const commit = git('rev-parse', '--short=10', 'HEAD')
  return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}-changed`
}

const key = ({ title, what }: Measurement): string => `${title}\n${what}`

/** Adds measurements to the file of their commit: later ones replace earlier ones of the same name. @returns the path of the file */
export function saveResults(folder: string, commit: string, measurements: readonly Measurement[]): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, commit + extension)
  const earlier = existsSync(path) ? readResults(path).measurements : []
  const byKey = new Map([...earlier, ...measurements].map((measurement) => [key(measurement), measurement]))
  const results: Results = { commit, node: process.version, measurements: [...byKey.values()] }
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  return path
}

const readResults = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results

/**
 * The results of a commit.
 * @param name a prefix of the commit hash
 * Throws with a message if no file or more than one matches.
 */
export function findResults(folder: string, name: string): Results {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith(extension)) : []
  const exact = files.find((file) => file === name + extension)
  if (exact === undefined && files.length !== 1) {
    const found = files.length === 0 ? 'No results' : `${files.length} results`
    throw new Error(`${found} of ${name} in ${folder}. Measure a commit with: npm run bench`)
  }
  return readResults(join(folder, exact ?? files[0]!))
}

/** The two newest files, the older one first. Throws with a message if there are fewer. */
export function lastTwo(folder: string): [Results, Results] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(extension)) : []
  const [after, before] = files
    .map((file) => join(folder, file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .map(readResults)
  if (!before || !after) throw new Error(`There are fewer than two results in ${folder}. Measure a commit with: npm run bench`)
  return [before, after]
}

export interface Change {
  title: string
  what: string
  before: string
  after: string
  /** How many times worse the later result is: 1 is equal, 2 is twice as bad. Compares ratios to the floor if both have a floor. */
  factor: number
}

/** The ratio of a measurement to its floor, if it has one: it is comparable across machines and times. */
const scaled = ({ value, floor }: Measurement): number => (floor === null ? value : value / floor)

const spell = ({ value, unit, floor }: Measurement): string =>
  `${value.toPrecision(4)} ${unit}${floor === null ? '' : ` (${(value / floor).toFixed(2)} × floor)`}`

/** The measurements that both results have, worst change first. */
export function compareResults(before: Results, after: Results): Change[] {
  const earlier = new Map(before.measurements.map((measurement) => [key(measurement), measurement]))
  return after.measurements
    .flatMap((measurement) => {
      const old = earlier.get(key(measurement))
      if (!old || (old.floor === null) !== (measurement.floor === null)) return []
      const growth = scaled(measurement) / scaled(old)
      const factor = measurement.higherIsBetter ? 1 / growth : growth
      return [{ title: measurement.title, what: measurement.what, before: spell(old), after: spell(measurement), factor }]
    })
    .sort((a, b) => b.factor - a.factor)
}

export function printComparison(before: Results, after: Results): void {
  const changes = compareResults(before, after)
  console.log(`\n${before.commit} → ${after.commit}: ${changes.length} measurements, worst change first`)
  if (before.node !== after.node) console.log(`  The versions of Node differ: ${before.node}, ${after.node}`)
  for (const { title, what, before: old, after: now, factor } of changes)
    console.log(`  × ${factor.toFixed(2)}  ${title}: ${what}\n          ${old} → ${now}`)
}
