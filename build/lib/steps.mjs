import { signalChildren } from './run.mjs'

/**
 * `wavering` names the tests that passed only when retried. `why` is the reason for skipping a whole step.
 * @typedef {{ passed: number, failed: number, skipped: number, wavering?: string[], why?: string }} Counts
 */
/** @typedef {{ title: string, run: () => Promise<Counts> }} Step */

/** A step without tests, which passes if the command exits with 0. @param {() => Promise<{ code: number }>} command */
export const passesIfSuccessful = (command) => async () => ({ passed: 0, failed: (await command()).code === 0 ? 0 : 1, skipped: 0 })

/** @param {number} seconds */
const formatSeconds = (seconds) =>
  seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** @param {Step} step */
async function runStep({ title, run }) {
  const started = performance.now()
  /** @type {Counts} */
  const counts = await run().catch((error) => {
    // Written to stdout like all other output, to preserve the order.
    console.log(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  const tests = counts.passed > 0 ? `, ${counts.passed} tests passed` : ''
  const duration = formatSeconds((performance.now() - started) / 1000)
  // The first line is the message; the output of a package manager follows.
  const line =
    counts.why === undefined
      ? `${counts.failed > 0 ? 'FAIL' : 'ok  '}  ${title}: ${duration}${tests}`
      : `skip  ${title}: ${counts.why.split('\n', 1)[0]}`
  if (counts.why?.includes('\n')) console.log(counts.why)
  console.log(line)
  return { counts, line }
}

/**
 * Runs steps in order until one fails; the steps of an inner list run in parallel. Prints a summary, whose last line has the total counts,
 * and exits with 0 if all passed, otherwise with 1.
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
    for (const { counts, line } of await Promise.all(group.map(runStep))) {
      lines.push(line)
      wavering.push(...(counts.wavering ?? []))
      for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts[key]
    }
  }
  await cleanUp()
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  if (wavering.length > 0)
    console.log(`Passed only after a retry (please investigate):\n${wavering.map((title) => `  ${title}`).join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  process.exit(total.failed > 0 ? 1 : 0)
}
