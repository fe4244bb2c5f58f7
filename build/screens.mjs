/**
 * `npm run screens`: screenshots of every screen of `tests/e2e/screens-list.ts`, in both themes, 1280 and 390 px wide, in
 * `screens/`, with a page that shows them side by side. For review, not for comparison by tests.
 */
import './build.mjs'
import { runBin } from './lib/run.mjs'

const { code } = await runBin('tsx/dist/cli.mjs', ['tests/support/screens.ts', ...process.argv.slice(2)])
process.exit(code)
