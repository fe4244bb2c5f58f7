import { signalChildren } from './run.mjs'

/**
 * `wavering` names the tests that passed only when retried. `why` is the reason for skipping a whole step.
 * @typedef {{ passed: number, failed: number, skipped: number, wavering?: string[], why?: string }} Counts
 */
/** @typedef {{ title: string, run: () => Promise<Counts> }} Step */

/** A step that passes or fails as a whole, without tests of its own. @param {() => Promise<{ code: number }>} command */
export const holds = (command) => async () => ({ passed: 0, failed: (await command()).code === 0 ? 0 : 1, skipped: 0 })

/** @param {number} seconds */
const time = (seconds) => (seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`)

/** @param {Step} step */
async function take({ title, run }) {
  const started = performance.now()
  /** @type {Counts} */
  const counts = await run().catch((error) => {
    // The same stream as all other output, so that the order is kept.
    console.log(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  const tests = counts.passed > 0 ? `, ${counts.passed} tests passed` : ''
  const took = time((performance.now() - started) / 1000)
  // The first line is the message; the output of a package manager follows.
  const line =
    counts.why === undefined
      ? `${counts.failed > 0 ? 'FAIL' : 'ok  '}  ${title}: ${took}${tests}`
      : `skip  ${title}: ${counts.why.split('\n', 1)[0]}`
  if (counts.why?.includes('\n')) console.log(counts.why)
  console.log(line)
  return { counts, line }
}

/**
 * Runs steps in order up to the first that fails, those of a list in parallel, and prints a summary
 * whose last line is the sum of all tests. Ends the process with 0 if all passed, otherwise with 1.
 * @param {(Step | Step[])[]} steps @param {() => Promise<unknown>} [cleanUp] runs at the end, also after a failure
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
  /** @type {string[]} */
  const wavering = []
  for (const entry of steps) {
    const group = [entry].flat()
    if (total.failed > 0) {
      lines.push(...group.map(({ title }) => `-     ${title} (not run)`))
      continue
    }
    const titles = group.map(({ title }) => title).join(' | ')
    console.log(`\n── ${titles} ${'─'.repeat(Math.max(0, 70 - titles.length))}`)
    for (const { counts, line } of await Promise.all(group.map(take))) {
      lines.push(line)
      wavering.push(...(counts.wavering ?? []))
      for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts[key]
    }
  }
  await cleanUp()
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  if (wavering.length > 0)
    console.log(`Passed at their second try only, to be looked into:\n${wavering.map((title) => `  ${title}`).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  process.exit(total.failed > 0 ? 1 : 0)
}
