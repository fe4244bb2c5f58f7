import { benchmarkAdmin } from './admin.ts'
import { benchmarkApi } from './api.ts'
import { benchmarkConnect } from './connect.ts'
import { benchmarkEngine } from './engine.ts'
import { recordedMeasurements } from './figures.ts'
import { benchmarkHealth } from './health.ts'
import { benchmarkPage } from './page.ts'
import { benchmarkPlayer } from './player.ts'
import { benchmarkQueue } from './queue.ts'
import { benchmarkScale } from './scale.ts'
import { benchmarkScaleOnPostgres } from './scale-postgres.ts'
import { benchmarkSearch } from './search.ts'
import { currentCommit, findResults, lastTwo, printComparison, saveResults } from './results.ts'
import { benchmarkSoak } from './soak/index.ts'
import { benchmarkUse } from './use.ts'
import { benchmarkWeb } from './web.ts'
import { createWorlds } from './world.ts'

const folder = 'bench-results'

/** @param part null runs all parts that take only minutes; the large ones, from `scale` on, run only by name. */
async function measure(part: string | null, factor: number): Promise<void> {
  if (part === 'scale') return benchmarkScale(factor)
  if (part === 'scale-postgres') return benchmarkScaleOnPostgres(factor)
  if (part === 'soak') return benchmarkSoak('sqlite', factor)
  if (part === 'soak-postgres') return benchmarkSoak('postgres', factor)
  if (part === 'admin') return benchmarkAdmin(factor)
  if (part === 'health') return benchmarkHealth(factor)
  if (part === 'search') return benchmarkSearch(factor)
  const isSelected = (name: string) => part === null || part === name
  if (isSelected('api') || isSelected('page') || isSelected('player')) {
    const { worlds, remove } = await createWorlds()
    try {
      const [demo] = worlds
      if (isSelected('api')) await benchmarkApi(worlds)
      if (demo && isSelected('page')) await benchmarkPage(demo)
      if (demo && isSelected('player')) await benchmarkPlayer(demo)
    } finally {
      await remove()
    }
  }
  if (isSelected('queue')) await benchmarkQueue()
  if (isSelected('web')) await benchmarkWeb()
  if (isSelected('web') || part === 'use') await benchmarkUse(factor)
  if (isSelected('engine')) await benchmarkEngine()
  if (isSelected('connect')) await benchmarkConnect()
}

const minutes = ['api', 'page', 'player', 'queue', 'engine', 'web', 'use', 'connect']
const parts = [...minutes, 'scale', 'scale-postgres', 'admin', 'search', 'health', 'soak', 'soak-postgres']
const [, , command, ...args] = process.argv

/** Prints the error of an invalid argument, and exits with 1. */
function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}

/** @param names without names, compares the last two results; with one, compares it with the current commit. */
function compare([base, other]: readonly string[]): void {
  try {
    printComparison(
      ...(base === undefined ? lastTwo(folder) : ([findResults(folder, base), findResults(folder, other ?? currentCommit())] as const)),
    )
  } catch (error) {
    exitWithError((error as Error).message)
  }
}

if (command === 'compare') {
  compare(args)
} else if (command === undefined || parts.includes(command)) {
  // `scale 0.01` measures a hundredth of the full size.
  await measure(command ?? null, args[0] === undefined ? 1 : Number(args[0]))
  console.log(`\nResults: ${saveResults(folder, currentCommit(), recordedMeasurements())}`)
} else {
  exitWithError(`Unknown benchmark: ${command}. The benchmarks are ${parts.join(', ')}; "compare" compares results.`)
}
