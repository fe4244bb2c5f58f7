import { signalChildren } from './run.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ title: string, run: () => Promise<Counts> }} Step */

/** A step that either holds or does not, and counts no tests of its own. @param {() => Promise<{ code: number }>} command */
export const holds = (command) => async () => ({ passed: 0, failed: (await command()).code === 0 ? 0 : 1, skipped: 0 })

/** @param {number} seconds */
const time = (seconds) => (seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)

/**
 * Runs steps in order up to the first that fails, and prints a summary whose last line is the sum of
 * all tests. Ends the process: 0 where everything passed, 1 where not.
 * @param {Step[]} steps @param {() => Promise<unknown>} [cleanUp] runs at the end, whatever the end is
 */
export async function runSteps(steps, cleanUp = async () => {}) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, async () => {
      signalChildren(signal)
      await cleanUp()
      process.exit(130)
    })
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @type {string[]} */
  const lines = []
  for (const { title, run } of steps) {
    if (total.failed > 0) {
      lines.push(`  -     ${title} (not run)`)
      continue
    }
    console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
    const started = performance.now()
    const counts = await run().catch((error) => {
      console.error(error instanceof Error ? error.message : error)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts[key]
    const tests = counts.passed + counts.failed > 0 && counts.passed > 0 ? `, ${counts.passed} tests passed` : ''
    lines.push(`  ${counts.failed > 0 ? 'FAIL' : 'ok  '}  ${title}: ${time((performance.now() - started) / 1000)}${tests}`)
    console.log(lines.at(-1)?.trim())
  }
  await cleanUp()
  console.log(`\n${lines.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  process.exit(total.failed > 0 ? 1 : 0)
}
