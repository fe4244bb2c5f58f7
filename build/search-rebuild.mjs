/** `npm run search:rebuild`: rebuilds the search indexes. Servers may be running. */
import './build.mjs'
import { at } from './lib/paths.mjs'

const { formatReport, loadConfig, rebuildSearch } = await import(at('dist/server/rebuild.js'))

/** Interval between progress lines if the output is not a terminal. */
const lineIntervalMs = 5000
/** Interval between updates of the progress line in a terminal. */
const updateIntervalMs = 100
const { isTTY } = process.stdout
let printedAt = -Infinity

/** @param {import('../server/rebuild.ts').RebuildReport} progress */
function printProgress(progress) {
  const isDue = progress.outcome !== undefined || performance.now() - printedAt > (isTTY ? updateIntervalMs : lineIntervalMs)
  if (!isDue) return
  printedAt = performance.now()
  const line = formatReport(progress)
  process.stdout.write(isTTY ? `\r\x1b[K${line}${progress.outcome === undefined ? '' : '\n'}` : `${line}\n`)
}

const interruption = new AbortController()
/** The process exits after this time, as the last step of a build cannot be interrupted. The next rebuild deletes an unfinished index. */
const exitTimeoutMs = 2000
// A signal may arrive twice: from the terminal and through npm.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interruption.abort()
    setTimeout(() => process.exit(130), exitTimeoutMs).unref()
  })

try {
  const isComplete = await rebuildSearch(loadConfig(), printProgress, interruption.signal)
  process.exit(interruption.signal.aborted ? 130 : isComplete ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exit(1)
}
