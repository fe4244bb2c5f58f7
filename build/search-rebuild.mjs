/** `npm run search:rebuild`: rebuilds the search indexes, whether or not a server runs. */
import './build.mjs'
import { at } from './lib/paths.mjs'

const { describe, loadConfig, rebuildSearch } = await import(at('dist/server/rebuild.js'))

/** Interval (ms) of progress lines without a terminal. */
const lineEveryMs = 5000
const { isTTY } = process.stdout
let printed = -Infinity

/** @param {import('../server/rebuild.ts').RebuildReport} progress */
function report(progress) {
  const due = progress.outcome !== undefined || performance.now() - printed > (isTTY ? 100 : lineEveryMs)
  if (!due) return
  printed = performance.now()
  const line = describe(progress)
  process.stdout.write(isTTY ? `\r\x1b[K${line}${progress.outcome === undefined ? '' : '\n'}` : `${line}\n`)
}

const interruption = new AbortController()
/** The last step of a build cannot be interrupted: an unfinished index is deleted by the next rebuild. */
const exitTimeoutMs = 2000
// A signal may arrive twice: from the terminal and through npm.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interruption.abort()
    setTimeout(() => process.exit(130), exitTimeoutMs).unref()
  })

try {
  const built = await rebuildSearch(loadConfig(), report, interruption.signal)
  process.exit(interruption.signal.aborted ? 130 : built ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
  process.exit(1)
}
